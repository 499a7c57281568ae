"""Every refusal is JSON with a sentence: signed out, forbidden, not found, wrong method, malformed."""

from tests.contract.conftest import cart

UNKNOWN_ID = "0" * 24
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


def test_malformed_fields_are_named(world):
    answer = world.visitor().raw("POST", "/orders", {"orderItems": [{"bookings": []}], "totalPrice": "lots"})

    body = check_refusal(answer, 400, "invalid")
    assert set(body["errors"]) == {"orderItems.0._id", "totalPrice"}
    assert all(isinstance(text, str) for texts in body["errors"].values() for text in texts)


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
