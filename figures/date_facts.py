"""What the figures of a club's dates are, and how they add up. Imports nothing from Django."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from statistics import median

from charityshop.money import to_cents

RETURNS_WITHIN = timedelta(days=365)


@dataclass(slots=True)
class DateFacts:
    """What happened on a date that has started. On a canceled one, nothing did."""

    product: str  # the event's public ID
    name: str
    format: str
    starts_at: datetime
    day: date  # at the shop
    is_canceled: bool = False
    seats: int = 0
    taken: int = 0  # seats that were confirmed when it started: those that were sold, and
    by_hand: int = 0  # that staff booked for guests
    free: int = 0  # that an order has for no money
    sold_later: int = 0
    days: Sequence[int] = ()  # from the sale of each of them to the start, rounded down
    came: int | None = None  # None: its door was not opened, or is not closed
    did_not_come: int | None = None  # of the seats that were taken
    waited_in_vain: int = 0  # seats of entries of the waiting list that ended without any
    visitors: Set[int] = frozenset()  # users
    returning: Set[int] = frozenset()
    received: Decimal | None = None  # None: it was free

    @property
    def sold(self) -> int:
        return self.taken - self.by_hand - self.free


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some dates. None: there is nothing to calculate them from."""

    dates: int
    canceled: int
    seats: int
    taken: int
    sold: int  # for money
    by_hand: int
    free: int
    measured: int  # dates whose door was closed
    came: int | None
    did_not_come: int | None
    waited_in_vain: int
    returning: int
    days_ahead: float | None
    received: Decimal | None  # None: all of them were free
    paid_seats: int  # those that were sold, even after the start
    received_per_seat: Decimal | None  # of these


def mark_returning(dates: Iterable[DateFacts], last: dict[int, datetime]) -> None:
    """Find those visitors of each date who had visited another one, at most a year before.

    `last` says by user when the last date started that they visited before these.
    """
    by_start = sorted(dates, key=attrgetter("starts_at"))
    for starts_at, group in groupby(by_start, key=attrgetter("starts_at")):
        together = list(group)
        for each in together:
            each.returning = {
                user for user in each.visitors if user in last and starts_at - last[user] <= RETURNS_WITHIN
            }
        for each in together:
            last.update(dict.fromkeys(each.visitors, starts_at))


def calculate_figures(dates: Iterable[DateFacts]) -> Figures:
    every = list(dates)
    held = [each for each in every if not each.is_canceled]
    measured = [each for each in held if each.came is not None]
    days = [number for each in held for number in each.days]
    paid = [(each.received, each.sold + each.sold_later) for each in held if each.received is not None]
    paid_seats = sum(sold for _, sold in paid)
    received = to_cents(sum((amount for amount, _ in paid), Decimal(0)))
    return Figures(
        dates=len(held),
        canceled=len(every) - len(held),
        seats=sum(each.seats for each in held),
        taken=sum(each.taken for each in held),
        sold=sum(each.sold for each in held),
        by_hand=sum(each.by_hand for each in held),
        free=sum(each.free for each in held),
        measured=len(measured),
        came=sum(each.came or 0 for each in measured) if measured else None,
        did_not_come=sum(each.did_not_come or 0 for each in measured) if measured else None,
        waited_in_vain=sum(each.waited_in_vain for each in held),
        returning=len(set[int]().union(*(each.returning for each in held))),
        days_ahead=float(median(days)) if days else None,
        received=received if paid else None,
        paid_seats=paid_seats,
        received_per_seat=to_cents(received / paid_seats) if paid_seats else None,
    )
