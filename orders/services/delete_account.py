"""Somebody deletes their own account. What they bought stays on the books, without anything that says who they were."""

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.services import anonymize_user
from accounts.services.locks import lock_user
from accounts.services.passwords import check_current_password
from bookings.models import Booking
from charityshop.db.transactions import in_one_transaction
from charityshop.erasure import Eraser, about_rows
from charityshop.exceptions import DomainError
from orders.models import Order, Payment, Refund, WebhookEvent
from orders.services.locks import lock_orders
from orders.services.orders.cancel_order import cancel_order, expire_order
from orders.services.redact_payers import forget_payers_in

MONEY_ON_ITS_WAY = (Order.Status.CAPTURING, Order.Status.REVIEW)


def delete_own_account(*, current_password: str, by: User) -> None:
    """Overwrite names and addresses wherever the shop keeps them; amounts, ids and dates stay.

    Raises BadRequest for a wrong password (tries are limited), LastAdmin, and DomainError while a payment is on its
    way. Seats that are paid for stay booked; those that are only held are given back.
    """
    check_current_password(current_password, of=by)  # slow on purpose, so before the transaction
    leave(by=by)


@in_one_transaction
def leave(*, by: User) -> None:
    person = lock_user(by.pk, by=by)
    anonymize_user.refuse_last_admin(person)
    orders = lock_orders(person.orders.values_list("pk", flat=True))
    refuse_while_money_is_on_its_way(orders)
    for order in orders:
        give_back_if_held(order, person)
    eraser = anonymize_user.eraser_for(person)
    forget_addresses(orders, eraser)
    forget_payers(orders)
    anonymize_user.overwrite_account(person, eraser, about=entries_about(person, orders))


def refuse_while_money_is_on_its_way(orders: list[Order]) -> None:
    if any(order.status in MONEY_ON_ITS_WAY for order in orders):
        raise DomainError(
            "A payment of yours is not decided yet. Delete your account when it is.", code="payment_in_progress"
        )


def give_back_if_held(order: Order, person: User) -> None:
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=person)
    elif order.status == Order.Status.HELD:
        expire_order(order_id=order.pk)


def forget_addresses(orders: list[Order], eraser: Eraser) -> None:
    Order.objects.filter(pk__in=[order.pk for order in orders]).update(shipping_address={}, billing_address={})
    for refund in Refund.objects.filter(order__in=orders):
        if (reason := eraser.text(refund.reason)) != refund.reason:
            Refund.objects.filter(pk=refund.pk).update(reason=reason[:500])


def forget_payers(orders: list[Order]) -> None:
    """PayPal's messages name who paid."""
    payments = Payment.objects.filter(order__in=orders)
    paypal_orders = list(payments.exclude(paypal_order_id=None).values_list("paypal_order_id", flat=True))
    captures = list(payments.exclude(capture_id=None).values_list("capture_id", flat=True))
    about = Q(body__resource__id__in=[*paypal_orders, *captures])
    about |= Q(body__resource__supplementary_data__related_ids__order_id__in=paypal_orders)
    forget_payers_in(WebhookEvent.objects.filter(about))


def entries_about(person: User, orders: list[Order]) -> Q:
    """The audit trail's entries about what is theirs."""
    bookings = Booking.objects.filter(user=person).values_list("pk", flat=True)
    return about_rows(Order, [order.pk for order in orders]) | about_rows(Booking, bookings)
