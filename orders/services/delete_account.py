"""Delete one's own account. Orders stay for bookkeeping, with all personal data removed."""

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.services import anonymize_user
from accounts.services.locks import lock_user
from accounts.services.passwords import check_current_password
from bookings.models import Booking, Pass
from bookings.services.seat_links import end_open_links
from bookings.services.waiting_list import leave_waiting_lists
from charityshop.db.transactions import in_one_transaction
from charityshop.erasure import Eraser, entries_about_rows
from charityshop.exceptions import DomainError
from discounts.models import Membership
from orders.models import Order, Payment, Refund, WebhookEvent
from orders.services.locks import lock_orders
from orders.services.orders.cancel_order import cancel_order, expire_order
from orders.services.redact_payers import redact_payers
from waiting.models import Entry

UNDECIDED = (Order.Status.CAPTURING, Order.Status.REVIEW)


def delete_account(*, current_password: str, by: User) -> None:
    """Anonymize the user's account and orders. Amounts, IDs and dates stay.

    Paid seats stay booked; held seats are released. Raise BadRequest for a wrong password (attempts are limited),
    LastAdmin for the last admin, and DomainError while a payment is in progress.
    """
    check_current_password(current_password, of=by)  # password hashing is slow, so before the transaction
    anonymize_account(by=by)


@in_one_transaction
def anonymize_account(*, by: User) -> None:
    user = lock_user(by.pk, by=by)
    anonymize_user.refuse_last_admin(user)
    orders = lock_orders(user.orders.values_list("pk", flat=True))
    refuse_while_payment_in_progress(orders)
    leave_waiting_lists(user=user)  # first, so that canceled orders don't restore their offers
    for order in orders:
        release_if_held(order, user)
    end_open_links(user=user)
    erase_labels(user)
    Membership.objects.filter(user=user).update(user=None, email="")
    eraser = anonymize_user.get_eraser(user)
    erase_addresses(orders, eraser)
    redact_payers_of(orders)
    anonymize_user.anonymize_user(user, eraser, about=filter_entries(user, orders))


def refuse_while_payment_in_progress(orders: list[Order]) -> None:
    if any(order.status in UNDECIDED for order in orders):
        raise DomainError(
            "One of your payments is still pending. Delete your account once it is settled.", code="payment_in_progress"
        )


def release_if_held(order: Order, user: User) -> None:
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=user)
    elif order.status == Order.Status.HELD:
        expire_order(order_id=order.pk)


def erase_labels(user: User) -> None:
    """Erase the names that the buyer wrote on passes. Those of guests belong to the guests."""
    Pass.objects.filter(booking__user=user, seat_link=None).exclude(label="").update(label="")


def erase_addresses(orders: list[Order], eraser: Eraser) -> None:
    Order.objects.filter(pk__in=[order.pk for order in orders]).update(shipping_address={}, billing_address={})
    for refund in Refund.objects.filter(order__in=orders):
        if (reason := eraser.erase(refund.reason)) != refund.reason:
            Refund.objects.filter(pk=refund.pk).update(reason=reason[:500])


def redact_payers_of(orders: list[Order]) -> None:
    """Redact payers in the webhooks about these orders."""
    payments = Payment.objects.filter(order__in=orders)
    paypal_orders = list(payments.exclude(paypal_order_id=None).values_list("paypal_order_id", flat=True))
    captures = list(payments.exclude(capture_id=None).values_list("capture_id", flat=True))
    about = Q(body__resource__id__in=[*paypal_orders, *captures])
    about |= Q(body__resource__supplementary_data__related_ids__order_id__in=paypal_orders)
    redact_payers(WebhookEvent.objects.filter(about))


def filter_entries(user: User, orders: list[Order]) -> Q:
    """Return a filter for audit log entries about the user's orders, bookings and waiting list entries."""
    bookings = Booking.objects.filter(user=user).values_list("pk", flat=True)
    waiting = Entry.objects.filter(user=user).values_list("pk", flat=True)
    return (
        entries_about_rows(Order, [order.pk for order in orders])
        | entries_about_rows(Booking, bookings)
        | entries_about_rows(Entry, waiting)
    )
