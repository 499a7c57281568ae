"""Years of a shop's past: closed doors, orders for two dates, and refunded seats."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bench.data import DATES, analyze, grow
from bookings.models import Booking, Pass, SeatChange
from door.models import Entry, Night
from events.models import Event, Occurrence
from orders.models import Order, OrderLine, Payment, Refund, RefundPart
from orders.pricing import PricedLine
from orders.services.order_rows import build_line

YEAR = timedelta(weeks=DATES)
REFUNDED, FOR_TWO_DATES, NOT_LET_IN, UNDONE = 20, 10, 10, 25  # one of so many
SEAT = Decimal("13.80")  # with tax


def add_past(years: int) -> None:
    """Let all dates take place within the last year, and copy them into the years before."""
    with transaction.atomic():
        Occurrence.objects.update(starts_at=F("starts_at") - YEAR, ends_at=F("ends_at") - YEAR)
        lines = list(OrderLine.objects.select_related("booking__occurrence", "order").order_by("pk"))
        sell_earlier(lines)
        add_dates(lines[1::FOR_TWO_DATES])
        refund_seats(lines[::REFUNDED])
        open_doors()
    events = Event.objects.count()
    grow(years)
    first = Event.objects.order_by("pk").values_list("pk", flat=True)[0]
    for year in range(1, years):
        copies = Occurrence.objects.filter(event__gte=first + year * events, event__lt=first + (year + 1) * events)
        copies.update(starts_at=F("starts_at") - year * YEAR, ends_at=F("ends_at") - year * YEAR)
    analyze()


def sell_earlier(lines: list[OrderLine]) -> None:
    for number, line in enumerate(lines):
        line.order.paid_at = line.booking.occurrence.starts_at - timedelta(days=number % 40, hours=1)
    Order.objects.bulk_update([line.order for line in lines], ["paid_at"], batch_size=500)
    Payment.objects.update(fee=Decimal("1.45"))


def add_dates(lines: list[OrderLine]) -> None:
    """Add the date of a week later, or of a week before, to the orders of these lines."""
    for line in lines:
        event = line.booking.occurrence.event_id
        others = Occurrence.objects.filter(event=event).exclude(pk=line.booking.occurrence_id).select_related("event")
        other = others.filter(starts_at__gt=line.booking.occurrence.starts_at).first() or others.last()
        if other:
            status = Booking.Status.CONFIRMED
            booking = Booking.objects.create(occurrence=other, user=line.order.user, seats=2, status=status)
            Pass.build(booking, 2).save()
            added = build_line(booking, other, PricedLine(Decimal(12), Decimal(24)))
            added.order = line.order
            added.save()
            Order.objects.filter(pk=line.order_id).update(items_price=48, tax_price="7.20", total_price="55.20")
            Payment.objects.filter(order=line.order).update(amount="55.20")


def refund_seats(lines: list[OrderLine]) -> None:
    """Refund one of the two seats of these lines."""
    for line in lines:
        paid_at = line.order.paid_at
        refund = Refund.objects.create(
            order=line.order,
            payment=line.order.payments.get(),
            status=Refund.Status.COMPLETED,
            amount=SEAT,
            reason="Ill.",
            request_key=uuid4().hex,
            fee_back=0,
            booked_on=timezone.localdate(),
            completed_at=paid_at,
        )
        RefundPart.objects.create(refund=refund, line=line, seats=1, amount=SEAT)
        SeatChange.objects.create(booking=line.booking, seats=2, at=paid_at)
        Booking.objects.filter(pk=line.booking_id).update(seats=1)
        Pass.objects.filter(booking=line.booking_id).update(seats=1)


def open_doors() -> None:
    """Let in nearly everybody on the dates that have started, undo some entries, and close the doors."""
    by = User.objects.order_by("pk")[0]
    dates = Occurrence.objects.filter(starts_at__lt=timezone.now())
    nights = Night.objects.bulk_create(Night(occurrence=date, closed_at=date.ends_at, closed_by=by) for date in dates)
    phones = {night.occurrence_id: night.devices.create(uuid=uuid4()) for night in nights}
    seqs = dict.fromkeys(phones, 0)
    entries = []
    for number, ticket in enumerate(Pass.objects.select_related("booking__occurrence").order_by("pk")):
        date = ticket.booking.occurrence
        if date.pk in phones and number % NOT_LET_IN:
            seqs[date.pk] += 1
            times = {"at": date.starts_at, "received_at": date.starts_at}
            phone, seq = phones[date.pk], seqs[date.pk]
            entries.append(Entry(device=phone, seq=seq, kind="in", ticket=ticket, seats=ticket.seats, **times))
            if number % UNDONE == 1:
                seqs[date.pk] += 1
                entries.append(Entry(device=phone, seq=seq + 1, kind="undo", body={"of": seq}, **times))
    Entry.objects.bulk_create(entries, batch_size=1000)
