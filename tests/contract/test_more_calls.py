"""More calls: prices, gifts, dates called off, vouchers, members, goals and the ledger."""

from django.utils import timezone

from tests.contract.conftest import cart


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
