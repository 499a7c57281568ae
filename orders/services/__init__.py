"""Every write about orders and money; one module per thing that happens to an order.

Always in this sequence: lock the buyer's row where the limits on holds matter, then the order's row, then the dates'
rows (bookings.services.seats); only then read the state and the clock. No call to PayPal happens inside a transaction, and
every call that changes something there carries a key that was stored, and committed, before.
"""

from orders.services.alerts import resolve_alert
from orders.services.booking import book_by_hand, booking_of_order, change_booking
from orders.services.cancelling import cancel_order, expire_order
from orders.services.catching_up import catch_up
from orders.services.deciding import decide_order, refund_again
from orders.services.delivering import mark_delivered
from orders.services.leaving import delete_own_account
from orders.services.moving import move_booking
from orders.services.opening import open_paypal_order
from orders.services.paying import pay_for_test, pay_order
from orders.services.placing import place_order
from orders.services.reconciling import expire_all, forget_request_keys, reconcile_all, reconcile_payment
from orders.services.refunding import refund_order
from orders.services.send_refund import push_refund
from orders.services.settling import settle
from orders.services.snoozing import snooze_with_refunds
from orders.services.unmatched import refund_unmatched
from orders.services.webhooks import receive_webhook, settle_stored

__all__ = [
    "book_by_hand",
    "booking_of_order",
    "cancel_order",
    "catch_up",
    "change_booking",
    "decide_order",
    "delete_own_account",
    "expire_all",
    "expire_order",
    "forget_request_keys",
    "mark_delivered",
    "move_booking",
    "open_paypal_order",
    "pay_for_test",
    "pay_order",
    "place_order",
    "push_refund",
    "receive_webhook",
    "reconcile_all",
    "reconcile_payment",
    "refund_again",
    "refund_order",
    "refund_unmatched",
    "resolve_alert",
    "settle",
    "settle_stored",
    "snooze_with_refunds",
]
