"""Services that write orders and payments.

Lock rows in this order: the buyer (if limits on holds apply), the code and the membership (if they lower the price),
the order, and its occurrences (bookings.services.seats). Read the state and the current time only after locking. Never
call PayPal inside a transaction. Commit the idempotency key before each call to PayPal that writes.
"""

from orders.services.alerts import resolve_alert
from orders.services.bookings.change_booking import book_by_hand, change_booking, get_order_booking
from orders.services.bookings.leave_waiting_list import leave_waiting_list
from orders.services.bookings.move_booking import move_booking
from orders.services.bookings.skip_occurrence import skip_occurrence
from orders.services.changes.request_change import request_change
from orders.services.date_changes.begin_date_change import begin_date_change
from orders.services.date_changes.preview_date_change import preview_date_change
from orders.services.date_changes.process_date_changes import process_date_changes
from orders.services.date_changes.restore_date import restore_date
from orders.services.delete_account import delete_account
from orders.services.orders.cancel_order import cancel_order, expire_order
from orders.services.orders.deliver_order import deliver_order
from orders.services.orders.number_orders import number_orders
from orders.services.orders.place_order import place_order
from orders.services.orders.quote_order import quote_order
from orders.services.payments.create_paypal_order import create_paypal_order
from orders.services.payments.handle_webhook import handle_webhook, settle_stored_events
from orders.services.payments.import_transactions import import_transactions
from orders.services.payments.pay_order import pay_for_test, pay_order
from orders.services.payments.reconcile_payments import (
    delete_request_keys,
    expire_holds,
    reconcile_payment,
    reconcile_payments,
)
from orders.services.payments.review_payment import refund_again, review_payment
from orders.services.payments.settle_payment import settle_payment
from orders.services.refunds.preview_refund import preview_refund
from orders.services.refunds.refund_order import refund_order, refuse_cash
from orders.services.refunds.refund_unmatched_payment import refund_unmatched_payment
from orders.services.refunds.send_refund import push_refund
from orders.services.send_message import send_message

__all__ = [
    "begin_date_change",
    "book_by_hand",
    "cancel_order",
    "change_booking",
    "create_paypal_order",
    "delete_account",
    "delete_request_keys",
    "deliver_order",
    "expire_holds",
    "expire_order",
    "get_order_booking",
    "handle_webhook",
    "import_transactions",
    "leave_waiting_list",
    "move_booking",
    "number_orders",
    "pay_for_test",
    "pay_order",
    "place_order",
    "preview_date_change",
    "preview_refund",
    "process_date_changes",
    "push_refund",
    "quote_order",
    "reconcile_payment",
    "reconcile_payments",
    "refund_again",
    "refund_order",
    "refund_unmatched_payment",
    "refuse_cash",
    "request_change",
    "resolve_alert",
    "restore_date",
    "review_payment",
    "send_message",
    "settle_payment",
    "settle_stored_events",
    "skip_occurrence",
]
