"""Orders that are paid already, as the rows that a purchase leaves, for tests in which the purchase is only arranged.

`tests/orders/test_paid_orders.py` compares them with purchases over HTTP, in all tables.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIClient

from accounts.models import User
from bookings.models import Booking
from bookings.services.passes import create_passes
from charityshop import audit
from events.models import Occurrence
from orders import mails
from orders.models import Order
from orders.order_number import create_order_number
from orders.pricing import Benefits, Line, price_cart
from orders.selectors.orders import list_tickets
from orders.services.place_order import OrderRequest, Sources, create_order_rows, get_price_rules, price_dates
from payments.journal import post_money, post_what_is_missing
from payments.models import Payment, Refund, Transfer
from paypal.endpoints import new_request_key
from paypal.schemas import PayPalOrder, parse_order
from paypal_simulator.settings import Settings
from purchases.api.serializers.orders import OrderSerializer
from purchases.selectors.order_details import read_sold
from tests.support.triggers import disabled_triggers

ADDRESS = {"fName": "Ana", "lName": "Diaz"}


def create_paid_order(
    paypal: Any, client: APIClient, *dates: Occurrence, seats: int = 2, gift: float = 0, tax_rates: Sequence[str] = ()
) -> dict[str, Any]:
    """Return an order of this client's user as the API shows it, with its capture at the PayPal simulator.

    `tax_rates` are those of the dates, if they aren't the shop's.
    """
    with transaction.atomic():
        order = create_rows(client, dates, seats, gift, tax_rates=tax_rates)
        captured = create_capture(paypal, order)
        payment = create_payment(order, captured)
        before = {"status": Order.Status.CAPTURING, "payment": Payment.Status.CAPTURING}
        after = {"status": order.status, "payment": payment.status}
        capture, amount = payment.capture_id, payment.amount
        audit.record("payment settled", order, by=None, before=before, after=after, amount=amount, capture=capture)
    return show(order)


def create_test_order(client: APIClient, *dates: Occurrence, seats: int = 2, gift: float = 0) -> dict[str, Any]:
    """Return a test order of this client's user, for which nobody paid, as the API shows it."""
    with transaction.atomic():
        order = create_rows(client, dates, seats, gift, is_test=True)
        before, after = {"status": Order.Status.HELD}, {"status": order.status}
        audit.record("paid as a test", order, by=order.user, before=before, after=after)
    return show(order)


def create_rows(
    client: APIClient,
    dates: Sequence[Occurrence],
    seats: int,
    gift: float,
    *,
    is_test: bool = False,
    tax_rates: Sequence[str] = (),
) -> Order:
    """Create the order with its lines, bookings and passes, and its confirmation in the outbox."""
    buyer, now = User.objects.get(pk=client.session[SESSION_KEY]), timezone.now()
    wanted = {date.pk: seats for date in dates}
    found = Occurrence.objects.select_related("event").in_bulk(wanted)
    bookings = Booking.objects.bulk_create(
        Booking(occurrence=found[pk], user=buyer, seats=seats, status=Booking.Status.CONFIRMED) for pk in wanted
    )
    request = OrderRequest(items=(), shipping_address=ADDRESS, gift=Decimal(str(gift)))
    priced = price_dates(dates=found, wanted=wanted, gift=request.gift, sources=Sources(), by=buyer, now=now)
    if tax_rates:
        lines = [Line(found[pk].event.price, seats, Decimal(rate)) for pk, rate in zip(wanted, tax_rates, strict=True)]
        priced = replace(priced, cart=price_cart(lines, Benefits(), request.gift, get_price_rules()))
    order = create_order_rows(request, priced, bookings, now, create_order_number(), buyer, None)
    order.status, order.paid_at, order.held_until = Order.Status.PAID, now, None
    order.is_test, order.hold_extended = is_test, not is_test
    order.save()
    create_passes(booking_ids=[booking.pk for booking in bookings])
    mails.email_later(order, "order_paid")
    return order


def create_capture(paypal: Any, order: Order) -> PayPalOrder:
    """Create a captured PayPal order at the simulator, as if the shop had created it and its buyer had approved it."""
    amount = {"currency_code": "USD", "value": f"{order.total_price:.2f}"}
    names = {"custom_id": order.public_id, "invoice_id": order.public_id}
    payee = {"merchant_id": Settings().merchant_id}
    created = paypal.control("orders", amount=amount, payee=payee, **names)
    paypal.approve(created["id"])
    return parse_order(paypal.control(f"orders/{created['id']}/capture"))


def create_payment(order: Order, captured: PayPalOrder) -> Payment:
    capture, now = captured.capture, timezone.now()
    assert capture is not None
    payment = Payment.objects.create(
        order=order,
        status=Payment.Status.COMPLETED,
        paypal_order_id=captured.id,
        create_key=new_request_key(),
        capture_key=new_request_key(),
        capture_key_at=now,
        capture_id=capture.id,
        payee=captured.payee,
        amount=capture.amount.value,
        captured_at=now,
        fee=capture.fee,
    )
    post_money(order)
    return payment


def set_fee(payments: QuerySet[Payment], fee: str | None) -> None:
    """Let PayPal have reported this fee, or none yet, as if the payments had never been posted without it."""
    post_again(payments, fee=fee)


def post_again(payments: QuerySet[Payment], **columns: Any) -> None:
    """Post payments and their refunds as if the payments had always had these values, such as another `captured_at`."""
    rows = Transfer.objects.filter(payment__in=payments)
    with disabled_triggers():
        Refund.objects.filter(transfers__in=rows).update(posted_on=None)
        rows.delete()
    payments.update(posted_on=None, **columns)
    post_what_is_missing()


def show(order: Order) -> dict[str, Any]:
    """Return the order as the API shows it. Nothing has happened to it since it was sold."""
    return dict(json.loads(JSONRenderer().render(OrderSerializer(read_sold(order, list_tickets(order))).data)))
