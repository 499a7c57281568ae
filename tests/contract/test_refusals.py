"""Every refusal is JSON with a sentence: signed out, forbidden, not found, wrong method, malformed."""

from tests.contract.conftest import cart


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
        13.8,
        [{"_id": event["_id"], "name": "Friday Draft", "price": 12.0}],
    )
    gone = cart(event, seats=1)
    gone["orderItems"][0]["bookings"][0]["bookingDate"] = "2020-01-01T00:00:00Z"
    check_refusal(caller.raw("POST", "/orders", gone), 409, "date_unavailable")
    dateless = cart(event)
    dateless["orderItems"][0]["bookings"] = []
    assert check_refusal(caller.raw("POST", "/orders", dateless), 400)["message"] == "Choose a date for Friday Draft."
