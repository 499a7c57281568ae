"""A club with a generated season, which keeps its own books.

What happens goes through the shop's services, while a clock moves from date to date. The books know who has which seats
now, and note that when a date starts. They never read what the shop says about the past.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from statistics import median
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, Pass, WaitingEntry
from bookings.services import events, returns, seat_links, seats
from bookings.services.event_dates import move_date
from changes.services.change_booking import book_by_hand
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.date_changes.change_dates import Terms
from charityshop.exceptions import DomainError
from charityshop.money import share_amount, to_cents
from door.models import DoorLink
from door.services.doors import close_door, create_link, open_door
from door.services.entries import store_entries
from door.services.passes import split_pass
from door.services.phones import register_phone
from events.datetimes import format_utc, get_shop_zone
from events.journal import Cause, Source
from events.models import Event, Occurrence
from events.recurrence import Span
from orders.models import Order, OrderLine
from payments.journal import post_money
from payments.models import Payment, Refund
from payments.services.place_cash_order import place_cash_order
from tests.conftest import signed_in
from tests.support.factories import EventFactory, OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_rows

FIRST_DAY, LAST_DAY = date(2025, 10, 1), date(2025, 11, 30)  # clocks change in between
EVENTS = (("Draft", 12), ("Commander", 8), ("", 0))  # formats and prices
SEATS = 12
WITH_TAX = Decimal("1.15")
YEAR = timedelta(days=365)


class Clock(datetime):
    """Takes the place of the computer's clock."""

    time: datetime

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        return cls.time.astimezone(tz)


@dataclass(eq=False)
class Evening:
    """A date, and what the club noted about it."""

    row: Occurrence
    event: Event
    starts_at: datetime
    is_canceled: bool = False
    at_start: "list[tuple[Party, int]]" = field(default_factory=list)
    came: "Counter[Party | None] | None" = None  # None: nobody counted, or the party that had no ticket
    visitors: set[int] = field(default_factory=set)
    waited: int = 0

    @property
    def day(self) -> date:
        return self.starts_at.astimezone(get_shop_zone()).date()


@dataclass(eq=False)
class Party:
    """A booking: how many seats it has on which evening now, and what is kept of what was paid."""

    booking: int
    user: int | None  # None: nobody with an account
    evening: Evening
    seats: int
    sold_at: datetime
    is_test: bool = False
    how: str = "paid"  # or by hand, or free
    kept: Decimal = Decimal(0)


class Club:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
        self.random = Random(seed)
        monkeypatch.setattr(timezone, "datetime", Clock)
        Clock.time = datetime(2024, 9, 1, 12, tzinfo=UTC)
        self.staff = UserFactory(is_staff=True)
        self.people = [UserFactory() for _ in range(5)]
        self.parties: list[Party] = []
        self.days = [FIRST_DAY + timedelta(days=number) for number in range((LAST_DAY - FIRST_DAY).days + 1)]
        self.random.shuffle(self.days)
        self.evenings = [evening for format, price in EVENTS for evening in self.announce(format, price)]

    def announce(self, format: str, price: int) -> list[Evening]:
        """Announce an event with three dates of the season, and one about a year before."""
        event = EventFactory(format=format, price=price, maximum_event_capacity=SEATS, starts_at=Clock.time)
        before = FIRST_DAY - timedelta(days=self.random.choice((2, 330, 360)) + len(event.format))
        starts = [self.choose_time(day) for day in (before, *(self.days.pop() for _ in range(3)))]
        return [Evening(OccurrenceFactory(event=event, starts_at=start), event, start) for start in starts]

    def choose_time(self, day: date) -> datetime:
        hour = self.random.choice((9, 19, 23))
        return datetime(day.year, day.month, day.day, hour, tzinfo=get_shop_zone()).astimezone(UTC)

    def play(self) -> None:
        left = list(self.evenings)
        while left:
            evening = min(left, key=lambda each: each.starts_at)
            # Another date may have begun at the same time, and be over by now.
            is_ahead = Clock.time < evening.starts_at and not evening.is_canceled
            if is_ahead and self.random.random() < 0.8:
                self.pass_time(evening)
                with suppress(DomainError):  # such as too few seats
                    self.act(evening)
                continue
            left.remove(evening)
            Clock.time = evening.starts_at
            if not evening.is_canceled:
                self.start(evening)
        Clock.time = datetime(2025, 12, 9, tzinfo=UTC)
        if self.random.random() < 0.3:
            events.archive_event(event_id=self.evenings[0].event.pk, by=self.staff)

    def pass_time(self, evening: Evening) -> None:
        minutes = (evening.starts_at - Clock.time) // timedelta(minutes=1)
        Clock.time += timedelta(minutes=self.random.randrange(max(minutes // 2, 1)))

    def act(self, evening: Evening) -> None:
        acts: list[Callable[[Evening], object]] = [self.buy] * 6
        acts += [self.buy_as_test, self.book, self.wait, self.give_away, self.split, self.return_seat, self.leave]
        self.random.choice([*acts, self.move, self.cancel])(evening)

    def start(self, evening: Evening) -> None:
        evening.at_start = [(party, party.seats) for party in self.list_parties(evening)]
        evening.visitors = {party.user for party, _ in evening.at_start if party.user is not None}
        Clock.time += timedelta(minutes=1)
        if self.random.random() < 0.7:
            Door(self, evening).play()
        for _ in range(self.random.randrange(3)):
            with suppress(DomainError):
                self.random.choice((self.return_seat, self.leave))(evening)

    def list_parties(self, evening: Evening) -> list[Party]:
        return [each for each in self.parties if each.evening is evening and each.seats and not each.is_test]

    def choose_buyers(self, evening: Evening) -> list[Party]:
        """Return one party whose seats somebody with an account bought, or none."""
        found = [party for party in self.list_parties(evening) if party.user is not None]
        return self.random.sample(found, min(len(found), 1))

    # --- What people do ----------------------------------------------------------------------------------------------

    def buy(self, evening: Evening, *, is_test: bool = False) -> None:
        user, count = self.random.choice(self.people), self.random.randint(1, 3)
        others = [each for each in self.list_others(evening) if self.random.random() < 0.3]
        evenings = sorted([evening, *others[:1]], key=lambda each: each.row.pk)
        booked = Booking.objects.filter(status=Booking.Status.CONFIRMED).seats_per_date()
        if any(booked.get(each.row.pk, 0) + count > SEATS for each in evenings):
            return
        gift = self.random.choice(("0", "0", "5.00", "0.37")) if evening.event.price and not is_test else "0"
        rows = [each.row for each in evenings]
        order = create_rows(signed_in(user), rows, count, float(gift), is_test=is_test)
        is_paid = order.total_price and not is_test
        fee = Decimal(self.random.randint(50, 300)) / 100
        if is_paid:
            pay(order, fee)
        by_row = {each.row.pk: each for each in evenings}
        lines = list(order.lines.select_related("booking").order_by("pk"))
        amounts = [*(line.price * count for line in lines), Decimal(gift)]
        *fees, fee_of_gift = share_amount(fee, amounts) if is_paid else [Decimal(0)] * len(amounts)
        for line, line_fee in zip(lines, fees, strict=True):
            kept = line.price * count - line_fee if is_paid else Decimal(0)
            if line is lines[0]:  # has the gift
                kept += Decimal(gift) - fee_of_gift
            evening = by_row[line.booking.occurrence_id]
            how = "paid" if line.price else "free"
            self.parties.append(Party(line.booking_id, user.pk, evening, count, Clock.time, is_test, how, kept))

    def list_others(self, evening: Evening) -> list[Evening]:
        """Return dates ahead of the same event."""
        same = [each for each in self.evenings if each.event == evening.event and each is not evening]
        return [each for each in same if each.starts_at > Clock.time and not each.is_canceled]

    def buy_as_test(self, evening: Evening) -> None:
        self.buy(evening, is_test=True)

    def book(self, evening: Evening) -> None:
        """Staff book seats for guests of the club."""
        when = format_utc(evening.starts_at)
        booking = book_by_hand(product=evening.event.public_id, booking_date=when, count=2, by=self.staff)
        self.parties.append(Party(booking.pk, None, evening, 2, Clock.time, how="byHand"))

    def wait(self, evening: Evening) -> None:
        """Somebody waits, who gets no seats, leaves the list, or doesn't take an offer."""
        user, count = self.random.choice(self.people), self.random.randint(1, 3)
        if not WaitingEntry.objects.live().filter(user=user, occurrence=evening.row).exists():
            statuses = WaitingEntry.Status
            status = self.random.choice((statuses.ENDED, statuses.LEFT, statuses.EXPIRED))
            WaitingEntry.objects.create(occurrence=evening.row, user=user, seats=count, at_least=1, status=status)
            evening.waited += count if status == WaitingEntry.Status.ENDED else 0

    def give_away(self, evening: Evening) -> None:
        for party in self.choose_buyers(evening):
            user = User.objects.get(pk=party.user)
            (link,) = seat_links.create_links(booking_id=party.booking, count=1, by=user)
            seat_links.claim_seat(token=link.claim_token, first_name="Sam")

    def split(self, evening: Evening) -> None:
        for party in self.choose_buyers(evening):
            ticket = Pass.objects.live().filter(booking=party.booking, seats__gt=1).first()
            if ticket:
                split_pass(pass_id=ticket.pk, seats=1, label="Lee", by=self.staff)

    @transaction.atomic
    def return_seat(self, evening: Evening) -> None:
        for party in self.choose_buyers(evening):
            returns.request_return(seats={party.booking: 1})
            returns.complete_return(seats={party.booking: 1})
            party.seats -= 1
            line = OrderLine.objects.get(booking=party.booking)
            if line.price:
                refund(line)
                party.kept -= line.price

    @transaction.atomic
    def leave(self, evening: Evening) -> None:
        """Seats move to another date, even after their own has started."""
        for party in self.choose_buyers(evening):
            for other in self.list_others(evening)[:1]:
                seats.move_seats(booking_id=party.booking, to_id=other.row.pk)
                party.evening = other

    @transaction.atomic
    def move(self, evening: Evening) -> None:
        """Staff move the date."""
        to = self.choose_time(evening.day + timedelta(days=self.random.randint(1, 9)))
        if evening.day >= FIRST_DAY and to.astimezone(get_shop_zone()).date() <= LAST_DAY:
            date = Occurrence.objects.get(pk=evening.row.pk)
            cause = Cause(Source.DIALOG, self.staff, "The brewery has a wedding.")
            move_date(date, Span(to, to + timedelta(hours=3)), cause)
            evening.starts_at = to

    def cancel(self, evening: Evening) -> None:
        request = DateChangeRequest(evening.starts_at, terms=Terms("The brewery has a wedding."))
        begin_date_change(event_id=evening.event.pk, change_request=request, by=self.staff)
        evening.is_canceled = True

    # --- The figures -------------------------------------------------------------------------------------------------

    def calculate(self) -> dict[str, Any]:
        """Return the figures of the season as the API has them, without the names of its rows."""
        every = [each for each in self.evenings if FIRST_DAY <= each.day <= LAST_DAY and self.is_known(each)]
        by_format = group(every, lambda each: (each.event.format, each.day.weekday()))
        by_event = group(every, lambda each: each.event.public_id)
        by_month = group(every, lambda each: f"{each.day:%Y-%m}")
        groups = {"formats": by_format, "events": by_event, "months": by_month, "total": {None: every}}
        return {name: {key: self.sum_up(dates) for key, dates in found.items()} for name, found in groups.items()}

    def is_known(self, evening: Evening) -> bool:
        """Of a hidden event, dates count that are canceled, or on which somebody had a seat or came."""
        is_hidden = Event.objects.get(pk=evening.event.pk).hidden_at is not None
        return not is_hidden or evening.is_canceled or bool(evening.at_start) or evening.came is not None

    def sum_up(self, every: list[Evening]) -> dict[str, Any]:
        dates = [each for each in every if not each.is_canceled]
        measured = [each for each in dates if each.came is not None]
        paid = [each for each in dates if each.event.price]
        sold = [(each, party) for each in dates for party, count in each.at_start for _ in range(count)]
        days = [(each.starts_at - party.sold_at).days for each, party in sold]
        empty = [max(count - (each.came or Counter())[party], 0) for each in measured for party, count in each.at_start]
        taken = Counter(party.how for _, party in sold)
        paid_seats = sum(count for each in paid for party, count in each.at_start if party.how == "paid")
        late = [party for each in paid for party in self.list_parties(each) if party.sold_at > each.starts_at]
        paid_seats += sum(party.seats for party in late)
        raised = sum((party.kept for party in self.parties if party.evening in paid), Decimal(0))
        return {
            "dates": len(dates),
            "canceled": len(every) - len(dates),
            "seats": SEATS * len(dates),
            "sold": len(sold),
            **{how: taken[how] for how in ("paid", "byHand", "free")},
            "measured": len(measured),
            "came": sum((each.came or Counter()).total() for each in measured) if measured else None,
            "didNotCome": sum(empty) if measured else None,
            "waitedInVain": sum(each.waited for each in dates),
            "returning": len({user for each in dates for user in each.visitors if self.has_been_here(user, each)}),
            "daysAhead": median(days) if days else None,
            "raised": float(raised) if paid else None,
            "raisedPerSeat": float(to_cents(raised / paid_seats)) if paid_seats else None,
        }

    def has_been_here(self, user: int, evening: Evening) -> bool:
        earlier = [each for each in self.evenings if timedelta() < evening.starts_at - each.starts_at <= YEAR]
        return any(user in each.visitors for each in earlier)


class Door:
    """The door of an evening, at which a volunteer makes mistakes."""

    def __init__(self, club: Club, evening: Evening) -> None:
        self.club, self.evening, self.random = club, evening, club.random
        self.door, _ = open_door(event_id=evening.event.pk, when=evening.starts_at, by=club.staff)
        link = create_link(door_id=self.door.pk, role=DoorLink.Role.DOOR, by=club.staff).link
        self.phone = register_phone(link_id=link.pk, name="Ana", uuid=uuid4()).phone
        self.seq = 0
        self.came = Counter[Party | None]()
        self.visitors: set[int] = set()

    def play(self) -> None:
        for party in self.club.parties:
            if party.evening is self.evening or self.random.random() < 0.1:
                for ticket in Pass.objects.live().filter(booking=party.booking):
                    self.scan(party, ticket)
        if self.random.random() < 0.5:
            self.record(kind="guest", seats=2)
            self.came[None] += 2
        if self.evening.event.price and self.random.random() < 0.5:
            self.sell()
        Clock.time += timedelta(hours=3)
        if self.random.random() < 0.8:
            close_door(door_id=self.door.pk, force=True, by=self.club.staff)
            self.let_in_late()
            self.evening.came, self.evening.visitors = self.came, self.visitors

    def scan(self, party: Party, ticket: Pass) -> None:
        """Let in some people, perhaps more than there are seats, and perhaps undo it."""
        left = ticket.seats
        for _ in range(self.random.choice((0, 1, 1, 1, 2))):
            count = self.random.randint(1, ticket.seats + 1)
            self.record(kind="in", h=ticket.h, seats=count)
            if self.random.random() < 0.2:
                self.record(kind="undo", of=self.seq)
                continue
            if party.evening is self.evening and party.seats and not party.is_test:
                self.came[party] += min(count, left)
                left -= min(count, left)
            self.note_visitor(party, ticket)

    def note_visitor(self, party: Party, ticket: Pass) -> None:
        if party.user is not None and not party.is_test and ticket.seat_link_id is None:
            self.visitors.add(party.user)

    @transaction.atomic
    def sell(self) -> None:
        """Somebody without an account buys two seats for cash after the start, if they are left."""
        with suppress(DomainError):
            date = Occurrence.objects.select_related("event").get(pk=self.evening.row.pk)
            order = place_cash_order(date=date, count=2, given=Decimal(50))
            post_money(order)
            ticket = Pass.objects.get(booking__order_line__order=order)
            self.seq += 1
            now = Clock.time
            self.phone.entries.create(seq=self.seq, at=now, received_at=now, kind="sale", ticket=ticket, seats=2)
            party = Party(ticket.booking_id, None, self.evening, 2, now, kept=order.items_price)
            self.club.parties.append(party)
            self.came[party] += 2

    def let_in_late(self) -> None:
        """Somebody comes after the door was closed, and is not counted as let in."""
        Clock.time += timedelta(minutes=1)
        for party in self.club.choose_buyers(self.evening):
            ticket = Pass.objects.live().filter(booking=party.booking).first()
            if ticket:
                self.record(kind="in", h=ticket.h, seats=1)
                self.note_visitor(party, ticket)

    def record(self, **entry: Any) -> None:
        self.seq += 1
        sent = [{"seq": self.seq, "at": Clock.time.isoformat(), **entry}]
        store_entries(phone_id=self.phone.pk, sent_at=Clock.time, queued=0, entries=sent)


def group(evenings: Iterable[Evening], get_key: Callable[[Evening], Any]) -> dict[Any, list[Evening]]:
    found = defaultdict[Any, list[Evening]](list)
    for each in evenings:
        found[get_key(each)].append(each)
    return found


def pay(order: Order, fee: Decimal) -> None:
    keys = {key: f"{key}-{order.public_id}" for key in ("paypal_order_id", "create_key", "capture_key", "capture_id")}
    Payment.objects.create(
        order=order, status=Payment.Status.COMPLETED, amount=order.total_price, captured_at=Clock.time, fee=fee, **keys
    )
    post_money(order)


def refund(line: OrderLine) -> None:
    """Refund a seat with its tax."""
    keys = {"request_key": uuid4().hex, "paypal_refund_id": uuid4().hex, "payment": line.order.payments.get()}
    done = {"status": Refund.Status.COMPLETED, "completed_at": Clock.time, "fee_back": 0, "reason": "Ill."}
    completed = Refund.objects.create(order=line.order, amount=line.price * WITH_TAX, **keys, **done)
    completed.parts.create(line=line, seats=1, amount=completed.amount)
    post_money(line.order)
