"""The calls of a tournament, with the exact names and types of their answers."""

from tests.contract.test_door import AT, UUID


def test_a_tournament_from_its_first_pairing_to_its_end(world):
    staff, event = world.staff(), world.add_event()
    by_hand = {"product": event["_id"], "reservationSeats": 2, "bookingDate": event["startTime"]}
    staff.ask("POST", "/bookings", by_hand, status=201)
    opening = {"product": event["_id"], "bookingDate": event["startTime"]}
    night = staff.ask("POST", "/door/nights", opening, status=201)["_id"]
    link = staff.ask("POST", f"/door/nights/{night}/links", {"role": "tables"}, status=201)
    phone = world.anonymous()
    entering = {"key": link["url"].rpartition("=")[2], "pin": link["pin"], "name": "Ana", "device": UUID}
    assert phone.ask("POST", "/door/enter", entering)["role"] == "tables"
    listed = phone.ask("GET", "/door/list")
    entry = {"seq": 1, "at": AT, "kind": "in", "h": listed["passes"][0]["h"], "seats": 2, "how": "scan"}
    phone.ask("POST", "/door/entries", {"device": UUID, "sentAt": AT, "queued": 1, "entries": [entry]})

    new = {"product": listed["night"]["product"], "bookingDate": listed["night"]["startTime"], "format": "swiss"}
    tables = phone.ask("POST", "/tables", new, status=201)
    path, players = f"/tables/{tables['_id']}", [player["_id"] for player in tables["players"]]
    generation = phone.ask("POST", f"{path}/lease", {"device": UUID})["generation"]
    pairing = {"seq": 2, "kind": "round", "number": 1, "tables": [{"players": players}]}
    result = {"seq": 3, "kind": "result", "round": 1, "table": 1, "games": [2, 1, 0]}
    batch = {"generation": generation, "entries": [pairing, result]}
    assert phone.ask("POST", f"{path}/entries", batch)["seen"] == 3

    shown = world.anonymous().ask("GET", path)
    assert shown["rounds"][0]["tables"][0]["result"] == {"games": [2, 1, 0]}
    other = batch | {"generation": 0}
    assert phone.ask("POST", f"{path}/entries", other, status=409)["code"] == "taken_over"
    staff.ask("PUT", path, {"isHidden": True})
    world.anonymous().ask("GET", f"/tables?product={event['_id']}")
