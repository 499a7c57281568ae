"""What PayPal, a bank, staff or a second window do to an order while a fault is there."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import requests

from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

Order = dict[str, Any]
Afterwards = Callable[[RunningShop, Order], None]
OWN_SEATS = 4
TRIES = 8
HEARD_WITHIN = 60  # seconds


def nothing(shop: RunningShop, order: Order) -> None:
    """PayPal has done all it does."""


def capture_of(shop: RunningShop, order: Order) -> dict[str, Any]:
    for _ in range(TRIES):
        for capture in shop.at_paypal()["captures"]:
            if capture["custom_id"] == order["_id"]:
                return dict(capture)
        shop.manage("upkeep")  # on a busy machine the shop's 0.3 seconds may end before PayPal has heard it
    raise AssertionError(f"PayPal was never asked to capture order {order['_id']}")


def to_the_capture(action: str) -> Afterwards:
    return lambda shop, order: shop.control(f"captures/{capture_of(shop, order)['id']}/{action}") and None


def in_silence(action: str) -> Afterwards:
    """PayPal does it, and its message is lost on the way."""

    def act(shop: RunningShop, order: Order) -> None:
        lose_messages(shop, order, 1)
        to_the_capture(action)(shop, order)

    return act


def lose_messages(shop: RunningShop, order: Order, times: int) -> None:
    shop.control("faults", call="message", kind="lost", times=times, order=order["_id"])


def refund_by_staff(shop: RunningShop, order: Order, amount: int = 5) -> None:
    staff, body = shop.as_staff(), {"amount": amount, "reason": "A part back"}
    if staff.call("GET", f"/api/orders/{order['_id']}").json()["status"] == "capturing":
        shop.manage("upkeep")  # the shop gave PayPal 0.3 seconds, and on a busy machine that is short
    answer = staff.call("POST", f"/api/orders/{order['_id']}/refund", body)
    assert answer.status_code == 200, answer.text


def refund_that_ends(how: str) -> Afterwards:
    """PayPal keeps the refund pending at first."""

    def act(shop: RunningShop, order: Order) -> None:
        refund_by_staff(shop, order)
        capture_id = capture_of(shop, order)["id"]
        made = next(refund for refund in shop.at_paypal()["refunds"] if refund["capture_id"] == capture_id)
        shop.control(f"refunds/{made['id']}/{how}")

    return act


def refund_refused(shop: RunningShop, order: Order) -> None:
    """It stands on the staff's list, with what to do."""
    refund_by_staff(shop, order)
    for _ in range(TRIES):  # a refusal that was slower than 0.3 seconds is heard when upkeep asks again
        if stands_on_the_list(shop, order):
            break
        shop.manage("upkeep")
    assert stands_on_the_list(shop, order), "nobody is told that PayPal refused a refund"


def stands_on_the_list(shop: RunningShop, order: Order) -> bool:
    return order["_id"] in shop.as_staff().call("GET", "/api/orders/attention").text


def refund_refused_then_done(shop: RunningShop, order: Order) -> None:
    refund_refused(shop, order)
    refund_by_staff(shop, order)


def capture_elsewhere(shop: RunningShop, order: Order, status: str = "") -> None:
    """Somebody else who has the shop's credentials captures it, under a key that the shop does not know."""
    for made in shop.at_paypal()["orders"]:
        if made["purchase_units"][0]["custom_id"] == order["_id"] and made["status"] in (status or made["status"],):
            capture_with_the_shops_credentials(shop, made["id"])


def capture_with_the_shops_credentials(shop: RunningShop, paypal_order_id: str) -> None:
    login = ("simulator-client-id", "simulator-client-secret")
    form = {"grant_type": "client_credentials"}
    token = requests.post(f"{shop.simulator.url}/v1/oauth2/token", data=form, auth=login, timeout=5).json()
    headers = {"Authorization": f"Bearer {token['access_token']}", "PayPal-Request-Id": f"elsewhere {paypal_order_id}"}
    url = f"{shop.simulator.url}/v2/checkout/orders/{paypal_order_id}/capture"
    requests.post(url, json={}, headers=headers, timeout=5).raise_for_status()


def captured_in_silence(shop: RunningShop, order: Order) -> None:
    lose_messages(shop, order, 1)
    capture_elsewhere(shop, order)


def captured_unheard(shop: RunningShop, order: Order) -> None:
    """The same, and no earlier message is on its way that has the shop look at PayPal."""
    hear_of(shop, order)
    captured_in_silence(shop, order)


def read_the_record(shop: RunningShop, order: Order) -> None:
    shop.manage("upkeep")
    status = order["buyer"].call("GET", f"/api/orders/{order['_id']}").json()["status"]
    assert status == "paid", f"one line of PayPal's record hid the others: the order is {status}"


def leave_captures_out(shop: RunningShop, order: Order) -> None:
    """PayPal calls the order completed and does not say by which capture."""
    shop.control("faults", call="get", kind="odd_body_after", body="payments_null", order=order["_id"], times=8)


def let_the_hold_run_out(shop: RunningShop, order: Order) -> None:
    past = datetime.now(UTC) - timedelta(minutes=1)
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    bookings = f"(SELECT booking_id FROM orders_orderline WHERE order_id = {rows})"
    shop.rows(f"UPDATE orders_order SET held_until = '{past}' WHERE id = {rows}")
    shop.rows(f"UPDATE bookings_booking SET held_until = '{past}' WHERE id IN {bookings}")


def capture_late(shop: RunningShop, order: Order) -> None:
    """The buyer dawdled in PayPal's window until the hold had run out."""
    let_the_hold_run_out(shop, order)
    capture_elsewhere(shop, order)


def capture_when_seats_are_gone(shop: RunningShop, order: Order) -> None:
    """Meanwhile somebody else got every seat."""
    let_the_hold_run_out(shop, order)
    staff = shop.as_staff()
    for item in order["orderItems"]:
        body = {"product": item["_id"], "bookingDate": item["bookings"][0]["bookingDate"], "status": "confirmed"}
        answer = staff.call("POST", "/api/bookings", body | {"reservationSeats": OWN_SEATS})
        assert answer.status_code == 201, answer.text
    capture_elsewhere(shop, order)


def refund_insistently(shop: RunningShop, order: Order) -> None:
    """Staff ask again where the order says that a refund failed: then no money may have gone."""
    for _ in range(2):
        refund_by_staff(shop, order)
        if refunds_shown(shop, order)[-1:] != ["failed"]:
            return


def refunds_shown(shop: RunningShop, order: Order) -> list[str]:
    """The state of each refund on the order's page."""
    shown = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    return [str(refund["status"]) for refund in shown["refunds"]]


def two_refunds_in_trouble(shop: RunningShop, order: Order) -> None:
    """Of two equal refunds the first never arrives; the second takes effect, and its answer is lost."""
    for kind in ("timeout_before", "timeout_after"):
        shop.control("faults", call="refund", kind=kind, order=order["_id"], times=2)
        refund_by_staff(shop, order, amount=2)


def capture_what_was_declined(*, ends: str = "") -> Afterwards:
    """The first PayPal order was declined and the buyer paid by a second one. Now the first takes its money too."""

    def act(shop: RunningShop, order: Order) -> None:
        shop.control("rules", unique_invoice_ids=False)
        if ends:
            stay_pending(shop, order)
        capture_elsewhere(shop, order, status="APPROVED")
        for capture in pending_captures(shop, order) if ends else []:
            shop.control(f"captures/{capture}/{ends}")

    return act


def stay_pending(shop: RunningShop, order: Order) -> None:
    shop.control("faults", call="capture", kind="pending", order=order["_id"])


def pending_captures(shop: RunningShop, order: Order) -> list[str]:
    """The oldest first."""
    captures = reversed(shop.at_paypal()["captures"])
    return [one["id"] for one in captures if one["custom_id"] == order["_id"] and one["status"] == "PENDING"]


def second_stays_pending(shop: RunningShop, order: Order) -> None:
    """Of the two PayPal orders of a buyer whose first payment was declined."""
    opened = [made for made in shop.at_paypal()["orders"] if made["purchase_units"][0]["custom_id"] == order["_id"]]
    if len(opened) > 1 and not order.get("stays_pending"):
        stay_pending(shop, order)
        order["stays_pending"] = True


def both_pending(*ends: tuple[int, str], one_by_one: bool = False) -> Afterwards:
    """The declined PayPal order is captured too, and PayPal checks both. So they end: the first is 0, the second 1.

    One by one, the shop is told of each before the next one happens.
    """

    def act(shop: RunningShop, order: Order) -> None:
        shop.control("rules", unique_invoice_ids=False)
        stay_pending(shop, order)
        capture_elsewhere(shop, order, status="APPROVED")
        captures = pending_captures(shop, order)
        for number, end in ends:
            if one_by_one:
                hear_of(shop, order)
            shop.control(f"captures/{captures[number]}/{end}")

    return act


def let_pauses_go_by(shop: RunningShop) -> None:
    """Upkeep tries again what it tried in vain."""
    shop.rows(f"UPDATE charityshop_retry SET next_attempt_at = '{datetime.now(UTC) - timedelta(minutes=1)}'")


def hear_of(shop: RunningShop, order: Order) -> None:
    """The shop has taken every webhook about this order."""

    def is_taken() -> bool:
        sent = shop.at_paypal()["webhooks"]
        return all(event["status"] != "pending" for event in sent if order["_id"] in str(event["event"]))

    assert eventually(is_taken, HEARD_WITHIN), f"the shop does not take PayPal's webhooks about {order['_id']}"


def paid_to_somebody_else(*, hidden: bool = False) -> Afterwards:
    """Another merchant takes the same amount by a PayPal order that carries this order's id, and the buyer sends it.

    PayPal may show it to the shop, or hide it as another account's.
    """

    def act(shop: RunningShop, order: Order) -> None:
        named = {"custom_id": order["_id"], "invoice_id": order["_id"]}
        made = shop.control("orders", amount=f"{order['totalPrice']:.2f}", hidden=hidden, **named)
        for action in ("approve", "capture"):
            shop.control(f"orders/{made['id']}/{action}")
        order["buyer"].call("PUT", f"/api/orders/{order['_id']}/pay", {"id": made["id"]})

    return act


def taken_back(action: str, *, undone: bool = False, **how: object) -> Afterwards:
    """PayPal or a bank takes the money; `how` says where it shows. Undone, it comes back."""

    def act(shop: RunningShop, order: Order) -> None:
        taken = shop.control(f"captures/{capture_of(shop, order)['id']}/{action}", **how)
        if undone:
            shop.manage("upkeep")
            shop.control(f"refunds/{taken['id']}/undo")

    return act


def disputed_in_silence(shop: RunningShop, order: Order) -> None:
    """PayPal's message is lost: only the hold in its record tells of the case."""
    lose_messages(shop, order, 1)
    shop.control(f"captures/{capture_of(shop, order)['id']}/dispute", hold=True)


def reversed_by_its_capture(shop: RunningShop, order: Order) -> None:
    """PayPal lists the reversal only in its report; its webhook says that the capture is reversed."""
    capture = capture_of(shop, order)
    shop.control(f"captures/{capture['id']}/reverse", listed="no", announced=False)
    resource = {"id": capture["id"], "status": "REVERSED", "amount": capture["amount"]}
    body = json.dumps({"id": f"WH-{order['_id']}", "event_type": "PAYMENT.CAPTURE.REVERSED", "resource": resource})
    headers = shop.control("webhooks/sign", body=body)["headers"]
    requests.post(f"{shop.url}/api/webhooks/paypal", data=body, headers=headers, timeout=60).raise_for_status()


def disputed(outcome: str = "", *, channel: str = "INTERNAL", **how: object) -> Afterwards:
    """The buyer opens a case, and PayPal holds the money meanwhile. Without an outcome it stays open."""

    def act(shop: RunningShop, order: Order) -> None:
        capture_id = capture_of(shop, order)["id"]
        case = shop.control(f"captures/{capture_id}/dispute", hold=True, channel=channel)["dispute_id"]
        if outcome:
            shop.control(f"disputes/{case}/update", stage="CHARGEBACK", status="UNDER_REVIEW")
            shop.control(f"disputes/{case}/resolve", outcome=outcome, **how)

    return act
