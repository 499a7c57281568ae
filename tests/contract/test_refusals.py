"""Every refusal is JSON with a sentence: signed out, forbidden, not found, wrong method, malformed."""

import pytest

from tests.contract.conftest import cart

UNKNOWN_ID = "0" * 24
FOR_STAFF = [
    ("GET", "/users"),
    ("DELETE", f"/users/{UNKNOWN_ID}"),
    ("PUT", "/users/reset-password"),
    ("GET", f"/users/{UNKNOWN_ID}/data"),
    ("POST", "/products"),
    ("PUT", f"/products/{UNKNOWN_ID}"),
    ("DELETE", f"/products/{UNKNOWN_ID}"),
    ("POST", f"/products/{UNKNOWN_ID}/archive"),
    ("POST", f"/products/{UNKNOWN_ID}/restore"),
    ("POST", f"/products/{UNKNOWN_ID}/snooze"),
    ("POST", f"/products/{UNKNOWN_ID}/unsnooze"),
    ("POST", f"/products/{UNKNOWN_ID}/preview"),
    ("POST", f"/products/{UNKNOWN_ID}/messages"),
    ("POST", "/upload"),
    ("GET", "/orders"),
    ("PUT", f"/orders/{UNKNOWN_ID}/deliver"),
    ("POST", f"/orders/{UNKNOWN_ID}/refund"),
    ("PUT", f"/bookings/{UNKNOWN_ID}"),
]
FOR_SIGNED_IN = [
    ("GET", "/users/profile"),
    ("PUT", "/users/profile"),
    ("PUT", "/users/change-password"),
    ("GET", "/users/sessions"),
    ("GET", "/users/profile/data"),
    ("DELETE", "/users/sessions"),
    ("DELETE", f"/users/sessions/{UNKNOWN_ID}"),
    ("GET", f"/users/{UNKNOWN_ID}"),
    ("PUT", f"/users/{UNKNOWN_ID}"),
    ("POST", "/orders"),
    ("GET", f"/orders/{UNKNOWN_ID}"),
    ("GET", "/orders/my_orders"),
    ("GET", "/orders/next"),
    ("POST", f"/orders/{UNKNOWN_ID}/paypal"),
    ("PUT", f"/orders/{UNKNOWN_ID}/pay"),
    ("POST", f"/orders/{UNKNOWN_ID}/cancel"),
    ("POST", "/bookings"),
    ("POST", f"/bookings/{UNKNOWN_ID}/links"),
    ("DELETE", f"/links/{UNKNOWN_ID}"),
]
WITH_ID = [
    ("GET", "/users/{}"),
    ("PUT", "/users/{}"),
    ("DELETE", "/users/{}"),
    ("DELETE", "/users/sessions/{}"),
    ("GET", "/products/{}"),
    ("PUT", "/products/{}"),
    ("DELETE", "/products/{}"),
    ("POST", "/products/{}/archive"),
    ("GET", "/orders/{}"),
    ("POST", "/orders/{}/cancel"),
    ("PUT", "/orders/{}/deliver"),
    ("PUT", "/bookings/{}"),
    ("GET", "/bookings/{}/links"),
    ("DELETE", "/links/{}"),
    ("GET", "/nothing/{}"),
]
WRONG_METHOD = [
    ("DELETE", "/users"),
    ("GET", "/users/auth"),
    ("GET", "/users/logout"),
    ("PATCH", "/users/profile"),
    ("POST", "/users/sessions"),
    ("PATCH", "/products"),
    ("POST", "/products/all"),
    ("PUT", "/orders"),
    ("DELETE", f"/orders/{UNKNOWN_ID}"),
    ("POST", "/orders/my_orders"),
    ("POST", "/orders/next"),
    ("GET", f"/orders/{UNKNOWN_ID}/pay"),
    ("PUT", "/bookings"),
    ("GET", f"/bookings/{UNKNOWN_ID}"),
    ("POST", "/config/paypal"),
    ("OPTIONS", "/orders"),
]


def check_refusal(answer, status, code=None):
    body = answer.json()
    assert answer.status_code == status, answer.text
    assert isinstance(body["message"], str)
    assert body["message"].endswith((".", "!", "…"))
    assert isinstance(body.get("code", "x"), str)
    assert body.get("code", "x").replace("_", "").islower()
    if code:
        assert body["code"] == code
    return body


@pytest.mark.parametrize(("method", "path"), FOR_STAFF + FOR_SIGNED_IN)
def test_signed_out_users_are_asked_to_sign_in(world, method, path):
    check_refusal(world.anonymous().raw(method, path, {} if method != "GET" else None), 401, "not_signed_in")


def test_visitors_cannot_make_calls_for_staff(world):
    visitor = world.visitor()

    for method, path in FOR_STAFF:
        check_refusal(visitor.raw(method, path, {} if method != "GET" else None), 403)


def test_unknown_ids_are_404(world):
    staff = world.staff()

    for name in (UNKNOWN_ID, "nothing", "%00", "..%2f..", "1" * 300):
        for method, path in WITH_ID:
            answer = staff.raw(method, path.format(name), {"status": "cancelled"} if method == "PUT" else None)
            check_refusal(answer, 404, "not_found")


def test_a_method_that_a_path_does_not_have_is_405(world):
    staff = world.staff()

    for method, path in WRONG_METHOD:
        answer = staff.raw(method, path, {} if method in ("POST", "PUT", "PATCH") else None)
        check_refusal(answer, 405)
        assert answer.headers["Allow"]


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b'"text"', "application/json", 400),
        (b"\xff", "application/json", 400),
        (b'{"orderItems": NaN}', "application/json", 400),
        (b'{"a": 1, "a": 2}', "application/json", 400),
        (b"orderItems=1", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
    ],
)
def test_a_malformed_body_is_refused(world, content, kind, status):
    answer = world.visitor().raw("POST", "/orders", data=content, headers={"Content-Type": kind})

    check_refusal(answer, status)


def test_malformed_fields_are_named(world):
    answer = world.visitor().raw("POST", "/orders", {"orderItems": [{"bookings": []}], "totalPrice": "lots"})

    body = check_refusal(answer, 400, "invalid")
    assert set(body["errors"]) == {"orderItems.0._id", "totalPrice"}
    assert all(isinstance(text, str) for texts in body["errors"].values() for text in texts)


def test_a_wrong_password_and_an_unknown_address_are_refused_alike(world):
    me = world.visitor().me

    wrong = world.anonymous().raw("POST", "/users/auth", {"email": me["email"], "password": "something else"})
    unknown = world.anonymous().raw("POST", "/users/auth", {"email": "nobody@example.com", "password": "something"})

    assert check_refusal(wrong, 401)["message"] == "Invalid email or password."
    assert wrong.json() == unknown.json()


def test_registering_an_existing_address_is_refused(world):
    me = world.visitor().me
    again = {"email": me["email"].upper(), "password": "a few random words", "firstName": "Ana"}

    assert check_refusal(world.anonymous().raw("POST", "/users", again), 409)["message"] == "User already exists."


def test_refusals_of_orders_have_the_data_that_the_app_shows(world):
    caller, event = world.visitor(), world.add_event(maximumEventCapacity=1)

    short = check_refusal(caller.raw("POST", "/orders", cart(event, seats=2)), 409, "sold_out")
    assert short["short"] == [
        {"product": event["_id"], "name": "Friday Draft", "bookingDate": event["startTime"], "countInStock": 1}
    ]
    cheap = cart(event, seats=1)
    cheap["orderItems"][0]["price"] = 1
    quote = check_refusal(caller.raw("POST", "/orders", cheap), 409, "price_changed")["quote"]
    assert (quote["totalPrice"], quote["items"]) == (
        13.8, [{"_id": event["_id"], "name": "Friday Draft", "price": 12.0}],
    )  # fmt: skip
    gone = cart(event, seats=1)
    gone["orderItems"][0]["bookings"][0]["bookingDate"] = "2020-01-01T00:00:00Z"
    check_refusal(caller.raw("POST", "/orders", gone), 409, "date_unavailable")
    dateless = cart(event)
    dateless["orderItems"][0]["bookings"] = []
    assert check_refusal(caller.raw("POST", "/orders", dateless), 400)["message"] == "Choose a date for Friday Draft."


def test_an_event_with_bookings_cannot_be_deleted(world):
    event = world.add_event()
    world.visitor().ask("POST", "/orders", cart(event), status=201)

    check_refusal(world.staff().raw("DELETE", f"/products/{event['_id']}"), 409)


def test_a_malformed_event_id_is_400_and_an_unknown_one_has_no_bookings(world):
    anonymous = world.anonymous()

    check_refusal(anonymous.raw("GET", "/bookings"), 400)
    check_refusal(anonymous.raw("GET", "/bookings?productId=nothing"), 400)
    assert set(anonymous.ask("GET", f"/bookings?productId={UNKNOWN_ID}").values()) == {0}
