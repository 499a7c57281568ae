"""The calls of organizers and phones at the door."""

from typing import Any

from tests.contract.conftest import DATETIME, Caller, World

UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
AT = "2026-11-23T19:00:00Z"


def test_a_door_from_opening_to_closing(world):
    staff, event = world.staff(), world.add_event()
    by_hand = {"product": event["_id"], "reservationSeats": 3, "bookingDate": event["startTime"]}
    staff.ask("POST", "/bookings", by_hand, status=201)

    path, link = open_door(world, event)
    phone = enter(world, link)
    (listed,) = phone.ask("GET", "/door/list")["passes"]
    entry = {"seq": 1, "at": AT, "kind": "in", "h": listed["h"], "seats": 3, "how": "scan", "forced": False}
    batch = {"device": UUID, "sentAt": AT, "queued": 1, "entries": [entry]}
    assert phone.ask("POST", "/door/entries", batch)["seen"] == 1
    assert phone.ask("GET", "/door/list")["passes"][0]["in"] == 3
    undo = {"device": UUID, "seq": 1, "reason": "Wrong guests."}
    assert staff.ask("POST", f"{path}/undo", undo)["in"] == 0

    assert DATETIME.fullmatch(staff.ask("POST", f"{path}/close", {})["closedAt"])
    assert staff.ask("GET", path)["links"][0]["_id"] == link["_id"]
    assert phone.raw("GET", "/door/list").json()["code"] == "night_closed"


def test_a_till_from_opening_its_drawer_to_closing_it(world):
    staff, event = world.staff(), world.add_event(maximumEventCapacity=5)
    path, link = open_door(world, event)
    phone = enter(world, link)
    assert phone.ask("GET", "/door/drawer")["float"] is None
    refused = phone.ask("POST", "/door/sales", sale(1), status=409)
    assert refused == {"message": "Open the drawer first.", "code": "drawer_closed"}
    assert phone.ask("POST", "/door/drawer", {"float": 50})["closedAt"] is None

    sold = phone.ask("POST", "/door/sales", sale(1), status=201)
    assert (sold["total"], sold["change"]) == (27.6, 2.4)
    assert phone.ask("PUT", "/door/allotment", {"seats": 2}) == {"seats": 2}
    assert phone.ask("GET", "/door/list")["allotment"] == 2
    sold_out = phone.ask("POST", "/door/sales", sale(2), status=409)
    assert (set(sold_out), sold_out["code"]) == ({"message", "code", "short"}, "sold_out")
    offline = {"at": AT, "kind": "sale", "seats": 2, "total": 27.6, "given": 30, "allotment": True}
    cash = {"at": AT, "kind": "cash", "amount": -5, "reason": "Ice"}
    answer = send(phone, offline | {"seq": 2}, offline | {"seq": 3}, cash | {"seq": 4})
    assert [result["conflict"] for result in answer["results"]] == [None, "over", None]

    night = staff.ask("GET", path)
    (conflict,) = night["conflicts"]
    assert conflict == {
        "device": night["devices"][0]["device"],
        "seq": 3,
        "h": None,
        "at": conflict["at"],
        "seats": 2,
        "by": "Ana",
        "conflict": "over",
        "name": None,
        "giveBack": 27.6,
    }
    refund = {"order": sold["order"], "seats": 1, "reason": "They can't stay."}
    returned = staff.ask("POST", f"{path}/refunds", refund, status=201)
    assert returned == {"order": sold["order"], "status": "partly_refunded", "amount": 13.8}

    first = phone.ask("POST", "/door/drawer/counts", {"name": "Ana", "total": 114})
    assert (first["counts"], first["expected"], first["difference"]) == (["Ana"], None, None)
    second = phone.ask("POST", "/door/drawer/counts", {"name": "Ben", "total": 114})
    assert (second["counts"], second["expected"], second["difference"]) == (["Ana", "Ben"], 114, 0)
    assert phone.ask("POST", "/door/drawer/close", {})["closedAt"] is not None
    send(phone, cash | {"seq": 5})
    (late,) = staff.ask("GET", path)["drawer"]["late"]
    assert (late["amount"], late["reason"]) == (-5, "Ice")


def open_door(world: World, event: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Open the door of an event's date. Return its path and a link for a till."""
    staff, opening = world.staff(), {"product": event["_id"], "bookingDate": event["startTime"]}
    path = f"/door/nights/{staff.ask('POST', '/door/nights', opening, status=201)['_id']}"
    return path, staff.ask("POST", f"{path}/links", {"role": "till"}, status=201)


def enter(world: World, link: dict[str, Any]) -> Caller:
    phone = world.anonymous()
    entering = {"key": link["url"].rpartition("=")[2], "pin": link["pin"], "name": "Ana", "device": UUID}
    assert phone.ask("POST", "/door/enter", entering)["role"] == "till"
    return phone


def sale(seq: int) -> dict[str, Any]:
    return {"seq": seq, "seats": 2, "name": "Kim", "given": 30}


def send(phone: Caller, *entries: dict[str, Any]) -> dict[str, Any]:
    batch = {"device": UUID, "sentAt": AT, "queued": len(entries), "entries": list(entries)}
    return dict(phone.ask("POST", "/door/entries", batch))
