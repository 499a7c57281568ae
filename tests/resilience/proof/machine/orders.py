"""The model of an order: for each seat who holds it and whether its guest is inside, and where the money is.

Pure Python, in cents. Knows the promises of the sale, and none of the shop's code.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.resilience.proof.machine.money import Money, share, share_all

BUYER, HOUSE = "buyer", "house account"
UNPAID = ("held", "expired", "cancelled")
WAITING = ("capturing", "review", "refund_due")
STANDING = ("requested", "pending", "completed")  # of refunds that neither failed nor were undone


@dataclass(slots=True)
class Seat:
    """A seat that was sold. `refund` returns it, and has returned it if it is `gone`."""

    holder: str = BUYER  # or the ID of a friend's link
    is_inside: bool = False
    refund: int | None = None
    gone: bool = False


@dataclass(slots=True)
class Line:
    """What was sold, with the promises of the sale: the price of all seats, their tax, and the refund policy."""

    pk: int
    booking: int
    public_id: str  # of the booking
    date: int
    seats: list[Seat]
    price: int
    tax: int
    policy: tuple[str, int, int]  # the kind, hours before the start, and the fee for each seat
    deadlines: list[datetime] = field(default_factory=list)  # of dates that the buyer moved away from

    @property
    def live(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.gone]

    @property
    def open(self) -> list[Seat]:
        """Those that nothing returns."""
        return [seat for seat in self.seats if seat.refund is None and not seat.gone]

    @property
    def free(self) -> list[Seat]:
        """Those that the buyer can give up: neither a friend's nor inside."""
        return [seat for seat in self.open if seat.holder == BUYER and not seat.is_inside]

    def get_price(self, count: int) -> int:
        return share(self.price, count, len(self.seats))

    def get_tax(self, count: int) -> int:
        return share(self.tax, count, len(self.seats))

    def count_returned(self) -> int:
        return sum(seat.refund is not None for seat in self.seats)

    def get_deadline(self, starts_at: datetime) -> datetime | None:
        kind, hours, _ = self.policy
        return None if kind == "none" else min([starts_at - timedelta(hours=hours), *self.deadlines])

    def choose(self, count: int) -> list[Seat]:
        """Return seats to return: the buyer's free ones first, guests inside last."""
        return sorted(self.open, key=lambda seat: (seat.is_inside, seat.holder != BUYER))[:count]


@dataclass(slots=True)
class Part:
    line: int
    seats: int
    amount: int
    fee: int = 0
    gift: int = 0


@dataclass(slots=True)
class Refund:
    """Money that goes back, or seats that are returned for none. `amount` includes `gift`, the order's gift."""

    pk: int
    amount: int
    gift: int = 0
    parts: list[Part] = field(default_factory=list)
    kind: str = ""  # seats, amount, return, paypal (on its website), reversal, due (of a whole payment), release
    status: str = "requested"


@dataclass(slots=True)
class Order:
    pk: int
    public_id: str
    buyer: int
    lines: dict[int, Line]
    items: int
    tax: int
    gift: int
    tax_rate: int = 0
    status: str = "held"
    paid: int | None = None
    account: str = "paypal"
    sold: Money = field(default_factory=Money)
    where: Money = field(default_factory=Money)
    completed: list[Refund] = field(default_factory=list)
    refunds: dict[int, Refund] = field(default_factory=dict)

    # --- Money -------------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        return self.items + self.tax + self.gift

    def capture(self, amount: int, account: str) -> Money:
        """Take money. If it is another amount than the total, prices and tax are scaled to it.

        If only a gift was to be paid, beside free seats or without any, all of it is the gift.
        """
        self.paid, self.account = amount, account
        if amount != self.total:
            self.gift = min(self.gift, amount) if self.items else amount
            self.items, self.tax = share_all(amount - self.gift, [self.items, self.tax])
            prices = share_all(self.items, [line.price for line in self.lines.values()])
            taxes = share_all(self.tax, [line.price for line in self.lines.values()])
            for line, price, tax in zip(self.lines.values(), prices, taxes, strict=True):
                line.price, line.tax = price, tax
        self.sold = self.where = Money(self.items, self.tax, self.gift)
        return self.where

    def sum_refunds(self, *statuses: str) -> int:
        return sum(each.amount for each in self.refunds.values() if each.status in statuses)

    @property
    def left(self) -> int:
        """What can still be refunded."""
        return (self.paid or 0) - self.sum_refunds(*STANDING)

    @property
    def reversed(self) -> int:
        """What PayPal or a bank took back and did not return."""
        return sum(each.amount for each in self.refunds.values() if each.kind == "reversal" and each.status in STANDING)

    @property
    def gift_left(self) -> int:
        refunded = sum(each.gift for each in self.refunds.values() if each.status in STANDING)
        return max(min(self.gift - refunded, self.left), 0)

    def get_values(self, chosen: Mapping[int, int]) -> dict[int, int]:
        """Return what seats are worth, by line. The order's last seats are worth all that is left but the gift."""
        if self.paid is None:
            return dict.fromkeys(chosen, 0)
        returned = {pk: line.count_returned() for pk, line in self.lines.items()}
        left = self.left - self.gift_left - self.get_retained()
        values: dict[int, int] = {}
        for pk, count in chosen.items():
            line, was = self.lines[pk], returned[pk]
            values[pk] = line.get_price(was + count) - line.get_price(was)
            values[pk] += line.get_tax(was + count) - line.get_tax(was)
        if chosen and all(returned[pk] + chosen.get(pk, 0) == len(line.seats) for pk, line in self.lines.items()):
            last = list(chosen)[-1]
            values[last] = left - sum(values.values()) + values[last]
        for pk in values:
            values[pk] = max(min(values[pk], left), 0)
            left -= values[pk]
        return values

    def get_retained(self) -> int:
        """Return what the club keeps for good: gifts, fees, and seats that were given back for nothing."""
        kept, returned = 0, dict.fromkeys(self.lines, 0)
        for refund in self.refunds.values():
            for part in refund.parts if refund.status in STANDING else []:
                line, was = self.lines[part.line], returned[part.line]
                returned[part.line] = was + part.seats
                if refund.kind == "return":
                    kept += line.get_price(was + part.seats) - line.get_price(was)
                    kept += line.get_tax(was + part.seats) - line.get_tax(was)
                kept += part.fee + part.gift
        return kept

    # --- Refunds -----------------------------------------------------------------------------------------------------

    def choose_at_paypal(self, amount: int) -> dict[int, int]:
        """Return the seats by line that a refund on PayPal's website ends: those that cost something, or none.

        It ends them if it returns all that is left, or all that was left before reversals.
        """
        is_whole = 0 < self.left <= amount or 0 < self.left + self.reversed <= amount
        return {pk: len(line.open) for pk, line in self.lines.items() if is_whole and line.price and line.open}

    def request(self, refund: Refund) -> None:
        self.refunds[refund.pk] = refund
        for part in refund.parts:
            for seat in self.lines[part.line].choose(part.seats):
                seat.refund = refund.pk

    def fail(self, refund: Refund) -> None:
        refund.status = "failed"
        for line in self.lines.values():
            for seat in line.seats:
                if seat.refund == refund.pk and not seat.gone:
                    seat.refund = None

    def complete(self, refund: Refund) -> Money:
        """End the seats whose money went back, and no others. Return where the money is, beside where it was."""
        refund.status = "completed"
        before = self.where
        for line in self.lines.values():
            for seat in line.seats:
                seat.gone = seat.gone or seat.refund == refund.pk
        self.completed.append(refund)
        self.where = self.take(refund)
        return self.where - before

    def take(self, refund: Refund) -> Money:
        """Return what is left of the money: it goes back from where it is."""
        left = self.where
        for part in refund.parts:
            value = part.amount + part.fee + part.gift
            line = self.lines[part.line]
            tax = min(share(line.tax, value, line.price + line.tax) if line.price else 0, left.tax)
            left += Money(tax - value, -tax, part.gift, part.fee)
        short = min(max(-left.tickets - left.tax, 0), max(left.fees, 0))  # refunded before this one was completed
        left += Money(tickets=short, fees=-short)
        rest = refund.amount - refund.gift - sum(part.amount for part in refund.parts)
        left += Money(gifts=-refund.gift)
        seats = min(rest, max(left.tickets + left.tax, 0))
        tax = share(seats, max(left.tax, 0), max(left.tickets + left.tax, 0))
        left += Money(tax - seats, -tax)
        fees = min(rest - seats, max(left.fees, 0))
        gifts = min(rest - seats - fees, max(left.gifts, 0))
        twice = rest - seats - fees - gifts  # more than was paid, which staff are alerted to
        left += Money(tickets=-twice, gifts=-gifts, fees=-fees)
        if left.total == 0:
            return Money()
        if left.tickets + left.tax == 0:
            left = Money(0, 0, left.gifts, left.fees)
        return left

    def undo(self, refund: Refund) -> Money:
        """Take a reversal back: a new movement, to where the money would be without it."""
        refund.status, before = "undone", self.where
        self.where = self.sold
        for each in self.completed:
            if each.status == "completed":
                self.where = self.take(each)
        return self.where - before

    def end(self) -> None:
        """End all seats of an order whose money was returned before it was sold."""
        for line in self.lines.values():
            for seat in line.seats:
                seat.gone = True

    def reopen(self) -> None:
        """Undo `end`: the money is back, and staff decide about it."""
        for line in self.lines.values():
            for seat in line.seats:
                seat.gone = seat.refund is not None

    # --- What everybody sees -----------------------------------------------------------------------------------------

    @property
    def is_sold(self) -> bool:
        return self.status not in (*UNPAID, *WAITING)

    @property
    def net(self) -> int:
        return (self.paid or 0) - self.sum_refunds("completed")

    def get_settled_status(self) -> str:
        """Return the status of an order that was paid and is neither in review nor due for a refund."""
        seats = [seat for line in self.lines.values() for seat in line.seats]
        is_live = any(not seat.gone for seat in seats)
        is_whole = self.net == (self.paid or 0) and not any(seat.gone for seat in seats)
        if is_whole:
            return "paid"
        return "refunded" if not is_live and self.net <= 0 else "partly_refunded"
