"""Every refusal is JSON with a sentence: signed out, not allowed, not there, not that method, not readable."""

import pytest

from tests.contract.conftest import cart

NO_ONE = "0" * 24
FOR_STAFF = [
    ("GET", "/users"),
    ("DELETE", f"/users/{NO_ONE}"),
    ("PUT", "/users/reset-password"),
    ("GET", f"/users/{NO_ONE}/data"),
    ("POST", "/products"),
    ("PUT", f"/products/{NO_ONE}"),
    ("DELETE", f"/products/{NO_ONE}"),
    ("POST", f"/products/{NO_ONE}/archive"),
    ("POST", f"/products/{NO_ONE}/restore"),
    ("POST", f"/products/{NO_ONE}/snooze"),
    ("POST", f"/products/{NO_ONE}/unsnooze"),
    ("POST", f"/products/{NO_ONE}/preview"),
    ("POST", "/upload"),
    ("GET", "/orders"),
    ("PUT", f"/orders/{NO_ONE}/deliver"),
    ("POST", f"/orders/{NO_ONE}/refund"),
    ("PUT", f"/bookings/{NO_ONE}"),
]
FOR_SIGNED_IN = [
    ("GET", "/users/profile"),
    ("PUT", "/users/profile"),
    ("PUT", "/users/change-password"),
    ("GET", "/users/sessions"),
    ("GET", "/users/profile/data"),
    ("DELETE", "/users/sessions"),
    ("DELETE", f"/users/sessions/{NO_ONE}"),
    ("GET", f"/users/{NO_ONE}"),
    ("PUT", f"/users/{NO_ONE}"),
    ("POST", "/orders"),
    ("GET", f"/orders/{NO_ONE}"),
    ("GET", "/orders/my_orders"),
    ("POST", f"/orders/{NO_ONE}/paypal"),
    ("PUT", f"/orders/{NO_ONE}/pay"),
    ("POST", f"/orders/{NO_ONE}/cancel"),
    ("POST", "/bookings"),
]
NOT_THERE = [
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
    ("GET", "/nothing/{}"),
]
NO_SUCH_METHOD = [
    ("DELETE", "/users"),
    ("GET", "/users/auth"),
    ("GET", "/users/logout"),
    ("PATCH", "/users/profile"),
    ("POST", "/users/sessions"),
    ("PATCH", "/products"),
    ("POST", "/products/all"),
    ("PUT", "/orders"),
    ("DELETE", f"/orders/{NO_ONE}"),
    ("POST", "/orders/my_orders"),
    ("GET", f"/orders/{NO_ONE}/pay"),
    ("PUT", "/bookings"),
    ("GET", f"/bookings/{NO_ONE}"),
    ("POST", "/config/paypal"),
    ("OPTIONS", "/orders"),
]


def is_refusal(answer, status, code=None):
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
def test_signed_out_people_are_asked_to_sign_in(world, method, path):
    is_refusal(world.nobody().raw(method, path, {} if method != "GET" else None), 401, "not_signed_in")


def test_visitors_are_kept_out_of_what_is_for_staff(world):
    visitor = world.visitor()

    for method, path in FOR_STAFF:
        is_refusal(visitor.raw(method, path, {} if method != "GET" else None), 403)


def test_what_nobody_knows_is_not_there(world):
    staff = world.staff()

    for name in (NO_ONE, "nothing", "%00", "..%2f..", "1" * 300):
        for method, path in NOT_THERE:
            answer = staff.raw(method, path.format(name), {"status": "cancelled"} if method == "PUT" else None)
            is_refusal(answer, 404, "not_found")


def test_a_method_that_a_path_does_not_have_is_405(world):
    staff = world.staff()

    for method, path in NO_SUCH_METHOD:
        answer = staff.raw(method, path, {} if method in ("POST", "PUT", "PATCH") else None)
        is_refusal(answer, 405)
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
def test_a_body_nobody_can_read_is_refused(world, content, kind, status):
    answer = world.visitor().raw("POST", "/orders", data=content, headers={"Content-Type": kind})

    is_refusal(answer, status)


def test_malformed_fields_are_named(world):
    answer = world.visitor().raw("POST", "/orders", {"orderItems": [{"bookings": []}], "totalPrice": "lots"})

    body = is_refusal(answer, 400, "invalid")
    assert set(body["errors"]) == {"orderItems.0._id", "totalPrice"}
    assert all(isinstance(text, str) for texts in body["errors"].values() for text in texts)


def test_a_wrong_password_and_an_unknown_address_are_refused_alike(world):
    me = world.visitor().me

    wrong = world.nobody().raw("POST", "/users/auth", {"email": me["email"], "password": "something else"})
    unknown = world.nobody().raw("POST", "/users/auth", {"email": "nobody@example.com", "password": "something"})

    assert is_refusal(wrong, 401)["message"] == "Invalid email or password."
    assert wrong.json() == unknown.json()


def test_an_address_that_has_an_account_is_told_so(world):
    me = world.visitor().me
    again = {"email": me["email"].upper(), "password": "a few random words", "firstName": "Ana"}

    assert is_refusal(world.nobody().raw("POST", "/users", again), 409)["message"] == "User already exists."


def test_refusals_about_orders_carry_what_a_screen_needs(world):
    caller, night = world.visitor(), world.night(maximumEventCapacity=1)

    short = is_refusal(caller.raw("POST", "/orders", cart(night, seats=2)), 409, "sold_out")
    assert short["short"] == [
        {"product": night["_id"], "name": "Friday Draft", "bookingDate": night["startTime"], "countInStock": 1}
    ]
    cheap = cart(night, seats=1)
    cheap["orderItems"][0]["price"] = 1
    quote = is_refusal(caller.raw("POST", "/orders", cheap), 409, "price_changed")["quote"]
    assert (quote["totalPrice"], quote["items"]) == (
        13.8, [{"_id": night["_id"], "name": "Friday Draft", "price": 12.0}],
    )  # fmt: skip
    gone = cart(night, seats=1)
    gone["orderItems"][0]["bookings"][0]["bookingDate"] = "2020-01-01T00:00:00Z"
    is_refusal(caller.raw("POST", "/orders", gone), 409, "date_unavailable")
    dateless = cart(night)
    dateless["orderItems"][0]["bookings"] = []
    assert is_refusal(caller.raw("POST", "/orders", dateless), 400)["message"] == "Choose a date for Friday Draft."


def test_a_night_with_bookings_is_archived_and_not_deleted(world):
    night = world.night()
    world.visitor().ask("POST", "/orders", cart(night), status=201)

    is_refusal(world.staff().raw("DELETE", f"/products/{night['_id']}"), 409)


def test_a_product_id_that_is_none_is_malformed_and_an_unknown_one_is_empty(world):
    nobody = world.nobody()

    is_refusal(nobody.raw("GET", "/bookings"), 400)
    is_refusal(nobody.raw("GET", "/bookings?productId=nothing"), 400)
    assert set(nobody.ask("GET", f"/bookings?productId={NO_ONE}").values()) == {0}
