"""More calls: prices, gifts, dates called off, vouchers, members, goals and the ledger."""

from typing import Any

from django.utils import timezone

from tests.contract.conftest import DATETIME, Caller, World, cart


def test_a_quote_for_everybody_and_an_order_with_a_gift(world):
    event, caller = world.add_event(), world.visitor()
    body = cart(event) | {"giftPrice": 5}

    quote = world.anonymous().ask("POST", "/orders/quote", body)
    order = caller.ask("POST", "/orders", body | {"totalPrice": quote["totalPrice"]}, status=201)

    assert (quote["totalPrice"], order["totalPrice"], order["giftPrice"]) == (32.6, 32.6, 5)


def test_a_gift_alone_from_the_checkout_to_its_refund(world):
    caller, staff = world.visitor(), world.staff()

    order = caller.ask("POST", "/orders", {"orderItems": [], "giftPrice": 25}, status=201)
    paypal = caller.ask("POST", f"/orders/{order['_id']}/paypal")
    world.approve(paypal["id"])
    paid = caller.ask("PUT", f"/orders/{order['_id']}/pay", {"id": paypal["id"]})
    assert (paid["status"], paid["orderItems"], paid["giftPrice"]) == ("paid", [], 25)
    refund = {"reason": "Asked for it", "gift": True}
    refunded = staff.ask("POST", f"/orders/{order['_id']}/refund", refund)
    assert (refunded["status"], refunded["refunds"][0]["giftPrice"]) == ("refunded", 25)


def test_calling_off_a_date_and_choosing_another_one(world):
    event, caller, staff = world.add_event(), world.visitor(), world.staff()
    order = caller.ask("POST", "/orders", cart(event), status=201)
    caller.ask("PUT", f"/orders/{order['_id']}/pay", {"test": True})
    wanted = {"startTime": event["startTime"], "kind": "cancel", "reason": "Flooded."}
    path = f"/products/{event['_id']}/date-changes"

    preview = staff.ask("POST", path, wanted | {"preview": True})
    assert (preview["people"], preview["seats"]) == (1, 2)
    change = staff.ask("POST", path, wanted, status=202)
    running = staff.ask("GET", f"/date-changes/{change['_id']}")
    assert (running["status"], running["total"]) == ("running", 1)
    (booking,) = caller.ask("GET", f"/orders/{order['_id']}/options")["bookings"]
    (shown,) = caller.ask("GET", f"/orders/{order['_id']}")["orderItems"][0]["bookings"]
    assert shown["isOff"]
    assert shown["dateChange"] == booking["dateChange"]


def test_vouchers(world):
    staff, event = world.staff(), world.add_event()
    limits = {
        "maxUses": 50,
        "perPerson": 1,
        "validFrom": "2026-11-01",
        "validUntil": "2099-12-31",
        "events": [event["_id"]],
        "formats": ["Draft"],
        "datesFrom": "2026-11-01",
        "datesTo": "2099-12-31",
    }
    fields = {"code": f"spring-{event['_id'][-6:]}", "kind": "percent", "value": 10}

    made = staff.ask("POST", "/vouchers", fields | limits, status=201)
    assert made == {"_id": made["_id"], "off": False, "uses": 0} | fields | limits | {"code": fields["code"].upper()}
    off = staff.ask("PUT", f"/vouchers/{made['_id']}", {"off": True})
    assert off == made | {"off": True}
    many = {"kind": "free_seats", "value": 1, "count": 3}
    random = staff.ask("POST", "/vouchers", many, status=201)["vouchers"]
    listed = staff.ask("GET", "/vouchers")["vouchers"]
    assert {voucher["_id"] for voucher in listed} >= {voucher["_id"] for voucher in [made, *random]}


def test_members(world):
    staff, member = world.staff(), world.visitor()
    number = f"M-{member.me['_id'][-8:]}"
    csv = f"number,email,valid_until\n{number},{member.me['email']},2099-12-31\n"

    preview = staff.ask("POST", "/members/import", {"csv": csv, "endMissing": False})
    done = staff.ask("POST", "/members/import", {"csv": csv, "digest": preview["digest"]})
    assert (preview["added"], done) == (1, preview)

    assert member.ask("GET", "/users/profile/membership") == {"membership": None}
    linked = member.ask("POST", "/users/profile/membership", {"number": number})
    assert linked["membership"]["number"] == number
    refused = world.visitor().ask("POST", "/users/profile/membership", {"number": number}, status=409)
    assert refused["code"] == "membership_unknown"


def test_single_members(world):
    staff, member = world.staff(), world.visitor()
    number = f"N-{member.me['_id'][-8:]}"
    fields = {"number": number, "email": member.me["email"], "validUntil": "2099-12-31"}

    added = staff.ask("POST", "/members", fields, status=201)
    member.ask("POST", "/users/profile/membership", {"number": number})
    (listed,) = staff.ask("GET", f"/members?keyword={number}")["members"]
    assert (added["user"], listed["user"]["_id"]) == (None, member.me["_id"])
    assert staff.ask("POST", "/members/unlink", {"number": number}) == added
    ended = staff.ask("POST", "/members/end", {"number": number})
    assert ended["validUntil"] < added["validUntil"]
    assert staff.ask("POST", "/members", fields, status=409)["code"] == "number_taken"


def test_goals_of_an_event_and_of_a_season(world):
    staff, visitor = world.staff(), world.anonymous()
    event = world.add_event()
    unit = {"unitName": "school lunches", "unitCost": 1.8, "source": "USDA"}
    fields = {"title": "Lunches", "product": event["_id"], "target": 3000} | unit
    today = f"{timezone.localdate():%Y-%m-%d}"

    goal = staff.ask("POST", "/giving/goals", fields, status=201)
    season = {"title": "Winter", "startsOn": today, "endsOn": today, "target": 500} | unit
    other = staff.ask("POST", "/giving/goals", season, status=201)

    raised = visitor.ask("GET", f"/giving/raised?product={event['_id']}")
    assert (raised["raised"], raised["unit"]["count"]) == (0, 0)
    visitor.ask("GET", f"/giving/raised?season={other['_id']}")
    assert staff.ask("GET", "/giving/goals")["goals"][:2] == [other, goal]
    changed = staff.ask("PUT", f"/giving/goals/{goal['_id']}", fields | {"target": 5})
    assert changed["target"] == 5
    staff.client.call("DELETE", f"/api/giving/goals/{goal['_id']}")  # without content
    assert visitor.raw("GET", f"/giving/raised?product={event['_id']}").status_code == 404


def test_the_ledger_of_a_month(world):
    staff, visitor = world.staff(), world.anonymous()
    month = f"{timezone.localdate():%Y-%m}"
    entry = {"kind": "cost", "date": f"{month}-01", "amount": 9.5, "text": "Ice"}

    line = staff.ask("POST", f"/ledger/{month}/entries", entry, status=201)
    shown = visitor.ask("GET", f"/ledger/{month}")

    assert line in shown["lines"]
    assert visitor.ask("GET", "/ledger")["months"][0] == shown
    gift = world.shop.control("donations", amount={"currency_code": "USD", "value": "25.00"})["id"]
    settlement = staff.ask("GET", f"/ledger/{month}/settlement")
    explanation = {"text": "A gift."}
    staff.ask("POST", f"/ledger/{month}/settlement/{gift}/explain", explanation)
    refused = staff.ask("POST", f"/ledger/{month}/close", {"digest": settlement["digest"]}, status=409)
    assert refused["code"] == "too_early"


# --- The door ---------------------------------------------------------------------------------------------------------


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


# --- Tables -----------------------------------------------------------------------------------------------------------


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


# --- Figures ----------------------------------------------------------------------------------------------------------


def test_figures_of_twelve_months(world):
    staff = world.staff()

    summary = staff.ask("GET", "/figures")

    assert (summary["events"], summary["total"]["came"]) == ([], None)
    assert world.anonymous().raw("GET", "/figures").status_code == 401
