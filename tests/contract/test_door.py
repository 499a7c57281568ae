"""The calls of organizers and phones at the door, with the exact names and types of their answers."""

from tests.contract import shapes

UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
AT = "2026-11-23T19:00:00Z"


def test_a_door_from_opening_to_closing(world):
    staff, event = world.staff(), world.add_event()
    by_hand = {"product": event["_id"], "reservationSeats": 3, "bookingDate": event["startTime"]}
    staff.ask("POST", "/bookings", by_hand, status=201)
    opening = {"product": event["_id"], "bookingDate": event["startTime"]}

    night = staff.ask("POST", "/door/nights", opening, status=201, shape=shapes.DOOR)
    path = f"/door/nights/{night['_id']}"
    link = staff.ask("POST", f"{path}/links", {"role": "till"}, status=201, shape=shapes.NEW_DOOR_LINK)
    phone = world.anonymous()
    entering = {"key": link["url"].rpartition("=")[2], "pin": link["pin"], "name": "Ana", "device": UUID}
    assert phone.ask("POST", "/door/enter", entering, shape=shapes.ENTERED)["role"] == "till"
    (listed,) = phone.ask("GET", "/door/list", shape=shapes.DOOR_LIST)["passes"]
    entry = {"seq": 1, "at": AT, "kind": "in", "h": listed["h"], "seats": 3, "how": "scan", "forced": False}
    batch = {"device": UUID, "sentAt": AT, "queued": 1, "entries": [entry]}
    assert phone.ask("POST", "/door/entries", batch, shape=shapes.ENTRIES_ANSWER)["seen"] == 1
    assert phone.ask("GET", "/door/list", shape=shapes.DOOR_LIST)["passes"][0]["in"] == 3
    undo = {"device": UUID, "seq": 1, "reason": "Wrong guests."}
    assert staff.ask("POST", f"{path}/undo", undo, shape=shapes.DOOR)["in"] == 0

    assert shapes.DATETIME.fullmatch(staff.ask("POST", f"{path}/close", {}, shape=shapes.DOOR)["closedAt"])
    assert staff.ask("GET", path, shape=shapes.DOOR)["links"][0]["_id"] == link["_id"]
    assert phone.raw("GET", "/door/list").json()["code"] == "night_closed"
