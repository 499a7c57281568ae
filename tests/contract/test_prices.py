"""Quotes, and orders with gifts and codes."""

from tests.contract import shapes
from tests.contract.conftest import cart

GIFT = {"giftPrice": shapes.Money, "charity": str}


def test_a_quote_for_everybody_and_an_order_with_a_gift(world):
    event, caller = world.add_event(), world.visitor()
    body = cart(event) | {"giftPrice": 5}

    quote = world.anonymous().ask("POST", "/orders/quote", body, shape=shapes.QUOTE)
    order = caller.ask(
        "POST", "/orders", body | {"totalPrice": quote["totalPrice"]}, status=201, shape=shapes.ORDER | GIFT
    )

    assert (quote["totalPrice"], order["totalPrice"], order["giftPrice"]) == (32.6, 32.6, 5)


def test_a_gift_alone_from_the_checkout_to_its_refund(world):
    caller, staff = world.visitor(), world.staff()

    order = caller.ask("POST", "/orders", {"orderItems": [], "giftPrice": 25}, status=201, shape=shapes.ORDER | GIFT)
    paypal = caller.ask("POST", f"/orders/{order['_id']}/paypal", shape={"id": str})
    world.approve(paypal["id"])
    paid = caller.ask("PUT", f"/orders/{order['_id']}/pay", {"id": paypal["id"]})
    assert (paid["status"], paid["orderItems"], paid["giftPrice"]) == ("paid", [], 25)
    refund = {"reason": "Asked for it", "gift": True}
    refunded = staff.ask("POST", f"/orders/{order['_id']}/refund", refund)
    assert (refunded["status"], refunded["refunds"][0]["giftPrice"]) == ("refunded", 25)
