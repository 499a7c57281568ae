"""Delete one's own account. Orders stay for bookkeeping, with all personal data removed."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import anonymize_user
from accounts.services.locks import lock_user
from accounts.services.proofs import Proof, check_proof
from bookings.models import Booking, Pass, SeatLink, WaitingEntry
from bookings.services.questions import erase_answers_of
from bookings.services.seat_links import end_open_links
from bookings.services.seats import lock_dates
from bookings.services.waiting_list import leave_waiting_lists
from charityshop.db.transactions import in_one_transaction
from charityshop.erasure import DELETED, Eraser
from charityshop.exceptions import DomainError
from discounts.services.memberships import unlink_deleted
from orders.models import Order
from orders.services.cancel_order import cancel_order, expire_order
from orders.services.locks import lock_orders
from payments.models import Payment, PaymentAlert, Refund
from payments.selectors.personal_rows import filter_entries, filter_explanations, filter_webhooks
from payments.services.webhooks import redact_payers
from tables.services.personal_data import erase_typed_names

NAMING_PARTS = ("fName", "lName", "address", "addressSecondary")  # of a contact address


def delete_account(*, proof: Proof, by: User) -> None:
    """Anonymize the user's account and orders. Amounts, IDs and dates stay.

    Paid seats stay booked; held seats are released. Raise BadRequest for a wrong password or code (tries are limited),
    NotPossible for the last admin, and DomainError while a payment is in progress.
    """
    check_proof(proof, of=by)  # password hashing is slow, so before the transaction
    anonymize_account(by=by)


@in_one_transaction
def anonymize_account(*, by: User) -> None:
    user = lock_user(by.pk, by=by)
    anonymize_user.refuse_last_admin(user)
    orders = lock_orders(user.orders.values_list("pk", flat=True))
    refuse_while_payment_in_progress(orders)
    lock_dates(list_dates_to_release(user))
    leave_waiting_lists(user=user)  # first, so that canceled orders don't restore their offers
    for order in orders:
        release_if_held(order, user)
    end_open_links(user=user)
    # The names that the buyer wrote on passes. Those of guests belong to the guests.
    Pass.objects.filter(booking__user=user, seat_link=None).exclude(label="").update(label="")
    erase_answers_of(user)
    erase_typed_names(user)
    unlink_deleted(user=user)
    eraser = anonymize_user.get_eraser(user, list_names(orders))
    erase_texts(orders, eraser)
    redact_payers(filter_webhooks(orders))
    anonymize_user.anonymize_user(user, eraser, about=filter_entries(user, orders))


def list_dates_to_release(user: User) -> set[int]:
    """Return the dates of the user's waiting lists, held orders and open links. They are locked together, by ID.

    None is added once the account and its orders are locked.
    """
    waiting = WaitingEntry.objects.live().filter(user=user).values_list("occurrence_id", flat=True)
    released = Q(order_line__order__status=Order.Status.HELD) | Q(seat_links__state=SeatLink.State.OPEN)
    booked = Booking.objects.filter(released, user=user).values_list("occurrence_id", flat=True)
    return {*waiting, *booked}


def refuse_while_payment_in_progress(orders: list[Order]) -> None:
    if any(order.status in Order.UNDECIDED for order in orders):
        raise DomainError(
            "One of your payments is still pending. Delete your account once it is settled.", code="payment_in_progress"
        )


def release_if_held(order: Order, user: User) -> None:
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=user)
    elif order.status == Order.Status.HELD:
        expire_order(order_id=order.pk)


def list_names(orders: list[Order]) -> list[str]:
    """Return the names and streets in the contact addresses of the orders."""
    addresses = [address for order in orders for address in (order.shipping_address, order.billing_address)]
    names = [f"{address.get('fName', '')} {address.get('lName', '')}" for address in addresses]
    return names + [address.get(part, "") for address in addresses for part in NAMING_PARTS]


def erase_texts(orders: list[Order], eraser: Eraser) -> None:
    """Erase the contact addresses and the notes of refunds, and names in what else was typed about the orders."""
    Order.objects.filter(pk__in=[order.pk for order in orders]).update(shipping_address={}, billing_address={})
    Refund.objects.filter(order__in=orders).exclude(note="").update(note=DELETED)
    erase_names(Order.objects.filter(pk__in=[order.pk for order in orders]), "payment_method", eraser)
    erase_names(Refund.objects.filter(order__in=orders), "reason", eraser)
    erase_names(Refund.objects.filter(order__in=orders), "last_problem", eraser)
    erase_names(Payment.objects.filter(order__in=orders), "last_problem", eraser)
    erase_names(PaymentAlert.objects.filter(order__in=orders), "message", eraser)
    erase_names(filter_explanations(orders), "text", eraser)


def erase_names(rows: QuerySet[Any], column: str, eraser: Eraser) -> None:
    """Erase names in a text column of these rows."""
    longest = rows.model._meta.get_field(column).max_length
    for row, text in rows.exclude(**{column: ""}).values_list("pk", column):
        if (erased := eraser.erase(text)) != text:
            rows.model.objects.filter(pk=row).update(**{column: erased[:longest]})
