"""Every call of the API over HTTP, as any client makes it."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.contract.conftest import DATETIME, PASSWORD, cart, times

# --- Users -----------------------------------------------------------------------------------------------------------


def test_registering_signs_in_until_signing_out(world):
    caller = world.anonymous()
    fields = {"email": "new@example.com", "password": PASSWORD, "firstName": "Ben"}

    me = caller.ask("POST", "/users", fields, status=201)
    assert (me["firstName"], me["lastName"], me["isAdmin"]) == ("Ben", "", False)
    assert caller.ask("GET", "/users/profile") == me
    caller.ask("POST", "/users/logout")
    assert caller.raw("GET", "/users/profile").status_code == 401


def test_signing_in(world):
    me = world.visitor().me
    caller = world.anonymous()

    answer = caller.ask("POST", "/users/auth", {"email": me["email"], "password": PASSWORD})

    assert answer == me


def test_changing_ones_own_profile_and_account(world):
    caller = world.visitor()

    changed = caller.ask("PUT", "/users/profile", {"firstName": "Anna"})
    assert (changed["firstName"], changed["lastName"]) == ("Anna", "Diaz")
    assert caller.ask("GET", f"/users/{caller.me['_id']}")["firstName"] == "Anna"
    assert caller.ask("PUT", f"/users/{caller.me['_id']}", {"lastName": ""})["lastName"] == ""


def test_listing_and_ending_ones_own_sessions(world):
    caller = world.visitor()

    (here,) = caller.ask("GET", "/users/sessions")
    caller.ask("DELETE", "/users/sessions")
    caller.ask("DELETE", f"/users/sessions/{here['_id']}")

    assert caller.raw("GET", "/users/profile").status_code == 401


def test_listing_users(world):
    world.visitor()

    answer = world.staff().ask("GET", "/users?pageNumber=1&sortField=_id&sortOrder=asc")

    assert answer["page"] == 1
    ids = [user["_id"] for user in answer["users"]]
    assert ids == sorted(ids)


def test_staff_edit_deactivate_and_delete_a_user(world):
    user = world.visitor().me
    edit = {"userId": user["_id"], "firstName": "Cy", "lastName": "Moss", "email": user["email"], "isAdmin": False}
    staff = world.staff()

    changed = staff.ask("PUT", f"/users/{user['_id']}", edit | {"isDeactivated": True})
    assert (changed["firstName"], changed["isDeactivated"]) == ("Cy", True)
    assert staff.ask("GET", f"/users/{user['_id']}") == changed
    staff.ask("DELETE", f"/users/{user['_id']}")
    assert staff.raw("GET", f"/users/{user['_id']}").status_code == 404


def test_a_forced_password_reset(world):
    caller = world.visitor()
    world.staff().ask("PUT", "/users/reset-password", {"userId": caller.me["_id"]})

    signed_in = {"email": caller.me["email"], "password": PASSWORD}
    flagged = caller.ask("POST", "/users/auth", signed_in)
    assert flagged["requiresPasswordReset"] is True
    caller.ask("PUT", "/users/change-password", {"newPw": "several other words"})

    again = signed_in | {"password": "several other words"}
    assert caller.ask("POST", "/users/auth", again)["requiresPasswordReset"] is False


def test_a_forgotten_password(world):
    world.anonymous().ask("POST", "/users/forgot-password", {"email": "nobody@example.com"})

    refused = {"token": "no such thing", "newPw": "several other words"}
    assert world.anonymous().raw("POST", "/users/set-password", refused).status_code == 400


# --- Events ----------------------------------------------------------------------------------------------------------

SERIES = {
    "recurringInterval": "custom",
    "endDate": None,
    "customOccurrenceConfig": {"dayOfWeek": 4, "weekOfMonth": [2, 5]},
}
DEFAULTS = {
    "name": "Edit me!", "title": "Edit me!", "category": "DEF", "description": "Edit me!", "price": 0,
    "countInStock": 0, "maximumEventCapacity": 0, "eventLocation": "Default", "cardSet": "DEF", "type": "event",
    "isRecurring": False, "recurringPattern": None, "status": "draft", "nextStartTime": None,
}  # fmt: skip


def test_a_new_event_has_the_published_defaults(world):
    made = world.staff().ask("POST", "/products", {}, status=201)

    assert {name: made[name] for name in DEFAULTS} == DEFAULTS
    assert made["occurrences"] == []


def test_the_published_clients_request_for_a_new_event_is_accepted(world):
    sent = {
        "name": "Edit me!", "category": "DEF", "description": "Edit me!", "price": 0, "countInStock": 0,
        "maximumEventCapacity": 0, "eventLocation": "Default", "cardSet": "DEF", "type": "event",
        "isRecurring": False, "recurringPattern": None, "image": "", "brand": "", **times(0),
    }  # fmt: skip

    world.staff().ask("POST", "/products", sent, status=201)


@pytest.mark.parametrize("pattern", [None, SERIES], ids=["single event", "series"])
def test_saving_and_reading_an_event(world, pattern):
    staff = world.staff()
    made = staff.ask("POST", "/products", {}, status=201)
    form = {
        "productId": made["_id"], "name": "Friday Draft", "price": 12.5, "image": "", "brand": "House",
        "category": "Draft", "cardSet": "Tides of Emberfall", "maximumEventCapacity": 24, "type": "event",
        "description": "Three boosters.", "eventLocation": "Copper Kettle", "isRecurring": pattern is not None,
        "recurringPattern": pattern, **times(),
    }  # fmt: skip

    saved = staff.ask("PUT", f"/products/{made['_id']}", form)

    assert (saved["price"], saved["countInStock"], saved["status"]) == (12.5, 24, "published")
    assert saved["occurrences"]
    assert saved["recurringPattern"] == pattern
    assert world.anonymous().ask("GET", f"/products/{made['_id']}") == saved


def test_listing_events(world):
    event = world.add_event()
    caller = world.anonymous()

    listed = caller.ask("GET", "/products?pageNumber=1&sortField=_id&sortOrder=desc")
    assert listed["products"][0]["_id"] == event["_id"]
    caller.ask("GET", "/products?view=dates&keyword=Friday")
    every = caller.ask("GET", "/products/all")
    assert event["_id"] in {row["_id"] for row in every}


def test_staff_preview_skip_archive_and_delete_an_event(world):
    event, staff = world.add_event(), world.staff()
    path = f"/products/{event['_id']}"

    staff.ask("POST", f"{path}/preview", {"maximumEventCapacity": 30})
    start = {"startTime": event["startTime"]}
    assert staff.ask("POST", f"{path}/snooze", start)["occurrences"] == []
    assert staff.ask("POST", f"{path}/unsnooze", start)["occurrences"]
    assert staff.ask("POST", f"{path}/archive")["status"] == "archived"
    assert world.anonymous().raw("GET", path).status_code == 404
    assert staff.ask("POST", f"{path}/restore")["status"] == "published"
    staff.ask("DELETE", path)
    assert staff.raw("GET", path).status_code == 404


def test_writing_to_everybody_on_a_date(world):
    staff, event = world.staff(), world.add_event()
    path, start = f"/products/{event['_id']}/messages", event["startTime"]
    message = {"startTime": start, "to": ["buyers", "waiting"], "subject": "Bring decks", "body": "Two."}

    preview = staff.ask("POST", path, message)
    sent = staff.ask("POST", path, message | {"digest": preview["digest"]}, status=202)

    assert sent["recipients"] == preview["recipients"] == 0


@pytest.mark.parametrize("below", ["", "/image", "/products/image"])
def test_uploading_an_image(world, below):
    file = BytesIO()
    Image.new("RGB", (640, 360), "teal").save(file, "PNG")
    staff, event = world.staff(), world.add_event()

    sent = staff.raw("POST", f"/upload{below}", files={"image": ("event.png", file.getvalue(), "image/png")})

    assert sent.status_code == 201, sent.text
    image = sent.json()["image"]
    assert staff.ask("PUT", f"/products/{event['_id']}", {"image": image})["image"] == image
    assert world.shop.client().call("GET", image).headers["Content-Type"] == "image/jpeg"


# --- Bookings and orders ---------------------------------------------------------------------------------------------


def place(world, caller, event) -> dict[str, Any]:
    return caller.ask("POST", "/orders", cart(event), status=201)


def buy(world, caller, event) -> dict[str, Any]:
    order = place(world, caller, event)
    paypal = caller.ask("POST", f"/orders/{order['_id']}/paypal")
    world.approve(paypal["id"])
    details = {"id": paypal["id"], "status": "COMPLETED", "payer": {"email_address": "x@example.com"}}
    return caller.ask("PUT", f"/orders/{order['_id']}/pay", details)


def test_an_order_from_the_cart_to_the_confirmation_page(world):
    event, caller = world.add_event(), world.visitor()
    query = f"/bookings?eventStartTime={event['startTime']}&productId={event['_id']}"
    assert caller.ask("GET", query)["totalReservations"] == 0

    order = buy(world, caller, event)

    assert (order["status"], order["totalPrice"]) == ("paid", 27.6)
    booked = {
        "product": event["_id"],
        "reservationSeats": 2,
        "bookingDate": event["startTime"],
        "status": "confirmed",
        "order": order["_id"],
        "user": caller.me["_id"],
    }
    booking = caller.ask("POST", "/bookings", booked)
    assert {name: booking[name] for name in booked} == booked
    assert caller.ask("GET", query)["totalReservations"] == 2
    assert caller.ask("GET", f"/orders/{order['_id']}") == order
    assert caller.ask("GET", "/orders/my_orders") == [without_drawings(order)]


def without_drawings(order):
    """Return an order as lists have it."""
    for item in order["orderItems"]:
        for booking in item["bookings"]:
            booking["passes"] = [
                {name: value for name, value in each.items() if name != "qr"} for each in booking["passes"]
            ]
    return order


def test_the_ticket_for_today_or_tomorrow(world):
    caller = world.visitor()
    assert caller.ask("GET", "/orders/next")["ticket"] is None

    order = buy(world, caller, world.add_event(**times(days=1)))

    assert caller.ask("GET", "/orders/next")["ticket"]["order"] == order["_id"]


def test_canceling_an_order(world):
    caller = world.visitor()
    order = place(world, caller, world.add_event())
    assert order["status"] == "held"
    assert DATETIME.fullmatch(order["heldUntil"])

    ended = caller.ask("POST", f"/orders/{order['_id']}/cancel")

    assert ended["status"] == "cancelled"
    assert caller.ask("GET", "/orders/my_orders") == []


def test_placing_a_test_order(world):
    caller = world.visitor()
    order = place(world, caller, world.add_event())

    done = caller.ask("PUT", f"/orders/{order['_id']}/pay", {"test": True})

    assert (done["status"], done["isTest"]) == ("paid", True)


def test_giving_a_seat_to_a_friend_who_gives_it_back(world):
    caller, friend = world.visitor(), world.anonymous()
    booking = buy(world, caller, world.add_event())["orderItems"][0]["bookings"][0]["_id"]
    path = f"/bookings/{booking}/links"

    sent = caller.ask("POST", path, {"count": 2}, status=201)["links"]
    seat = f"/seats/{sent[0]['url'].rpartition('/')[2]}"
    assert friend.ask("GET", seat)["from"] == "Ana"
    ticket_url = friend.ask("POST", seat, {"firstName": "Sam"}, status=201)
    ticket = f"/seats/{ticket_url['ticketUrl'].rpartition('/')[2]}"
    assert friend.ask("GET", ticket)["status"] == "claimed"
    (claimed, unclaimed) = caller.ask("GET", path)["links"]
    assert (claimed["firstName"], claimed["url"]) == ("Sam", None)
    assert unclaimed == sent[1]
    friend.ask("POST", f"{ticket}/give-back", {})
    assert friend.raw("GET", ticket).status_code == 404
    assert caller.ask("DELETE", f"/links/{unclaimed['_id']}")["status"] == "revoked"


def test_staff_list_deliver_and_refund_an_order(world):
    order, staff = buy(world, world.visitor(), world.add_event()), world.staff()

    query = "pageNumber=1&sortField=createdAt&sortOrder=desc"
    assert staff.ask("GET", f"/orders?{query}")["orders"][0]["_id"] == order["_id"]
    delivered = staff.ask("PUT", f"/orders/{order['_id']}/deliver")
    assert DATETIME.fullmatch(delivered["deliveredAt"])
    refunded = staff.ask("POST", f"/orders/{order['_id']}/refund", {"reason": "Snow"})
    assert (refunded["status"], refunded["refundedPrice"]) == ("refunded", 27.6)
    assert len(refunded["refunds"]) == 1


def test_staff_add_and_cancel_a_booking(world):
    event, staff = world.add_event(), world.staff()
    by_hand = {"product": event["_id"], "reservationSeats": 3, "bookingDate": event["startTime"]}

    booking = staff.ask("POST", "/bookings", by_hand, status=201)
    assert (booking["order"], booking["status"]) == (None, "confirmed")
    ended = staff.ask("PUT", f"/bookings/{booking['_id']}", {"status": "cancelled"})
    assert ended["status"] == "cancelled"


def test_paypals_configuration_for_the_checkout(world):
    config = world.anonymous().ask("GET", "/config/paypal")

    assert (config["currency"], config["environment"], config["testOrders"]) == ("USD", "simulator", True)
    assert config["scriptUrl"] == f"{world.shop.simulator.url}/web-sdk/v6/core"
