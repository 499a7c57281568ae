"""The model of the shop: its orders, the guests inside, and the months of its books. Pure Python, in cents."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from tests.resilience.proof.machine.money import TAX_RATES, Money, Movement
from tests.resilience.proof.machine.orders import BUYER, Line, Order, Refund, Seat

Refusals = set[str]
"""The codes with which a request may be refused. Without any, it has to be accepted."""


@dataclass(slots=True)
class Ask:
    """What a request wants returned: seats by line, everything, an amount, the gift, or the seats for nothing."""

    order: int
    seats: dict[int, int] = field(default_factory=dict)
    kind: str = "refund"  # gift, return, amount, order's gift, everything
    amount: int = 0
    has_fee: bool = False  # by the policy of the sale


@dataclass(slots=True)
class Admission:
    """Guests who came in with a pass that had so many seats at that time."""

    h: str
    booking: int
    date: int
    seats: int
    admits: int
    evening: int = 0  # which of the date's, after it moved
    undone: bool = False
    verdict: str | None = None


@dataclass(slots=True)
class Shop:
    tax_rate: int = TAX_RATES[0]
    orders: dict[int, Order] = field(default_factory=dict)
    movements: list[Movement] = field(default_factory=list)
    log: dict[tuple[str, int], Admission] = field(default_factory=dict)
    ask: Ask | None = None
    canceled_at_once: set[int] = field(default_factory=set)
    """Dates that staff canceled immediately: the seats are refunded without asking their buyers."""

    @property
    def lines(self) -> dict[int, Line]:
        return {pk: line for order in self.orders.values() for pk, line in order.lines.items()}

    def find_line(self, booking: int) -> Line | None:
        return next((line for line in self.lines.values() if line.booking == booking), None)

    # --- Seats -------------------------------------------------------------------------------------------------------

    def judge_return(
        self,
        order: Order,
        line: Line,
        count: int,
        *,
        kind: str,
        deadline: datetime | None,
        now: datetime,
        is_ahead: bool,
        is_chosen: bool,
    ) -> Refusals:
        """Judge a refund, a gift or a return by the buyer. `is_chosen`: staff changed the date, whatever the policy."""
        found: Refusals = set() if is_ahead or is_chosen else {"date_unavailable"}
        if count > len(line.free) and not is_chosen:
            is_inside = any(seat.is_inside for seat in line.open)
            has_friends = any(seat.holder != BUYER for seat in line.open)
            found |= {"already_in"} if is_inside else set()
            found |= {"seats_claimed"} if has_friends else set()
            found |= {"being_returned"} if count > len(line.open) or not (is_inside or has_friends) else set()
        if kind != "return" and not is_chosen and (deadline is None or deadline <= now):
            found.add("policy")
        if kind != "return" and order.account == "cash":
            found.add("refund_in_cash")
        return found

    def judge_claim(self, line: Line) -> Refusals:
        """A friend's seat is one of the buyer's, and nobody inside gives theirs away."""
        return set() if line.free else {"already_in"}

    def judge_give_back(self, line: Line, link: str) -> Refusals:
        seat = find_seat(line, link)
        return {"already_in"} if seat and seat.is_inside else set()

    def judge_move(self, line: Line) -> Refusals:
        return {"already_in"} if any(seat.is_inside for seat in line.live) else set()

    def claim(self, line: Line, link: str) -> None:
        seats = line.free or [seat for seat in line.open if seat.holder == BUYER]
        if seats:
            seats[0].holder = link

    def give_back(self, line: Line, link: str) -> None:
        if seat := find_seat(line, link):
            seat.holder = BUYER

    # --- The door ----------------------------------------------------------------------------------------------------

    def let_in(self, key: tuple[str, int], line: Line, admission: Admission, holder: str) -> str | None:
        """Return the verdict, by the seats that the pass has at this time."""
        self.log[key] = admission
        admission.evening = self.evenings[admission.date]
        admission.verdict = self.judge_entries(admission)[key]
        self.seat_guests(line)
        return admission.verdict

    def judge_entries(self, admission: Admission) -> dict[tuple[str, int], str | None]:
        """Judge the entries of a pass on a date, from its first one on."""
        inside, verdicts = 0, {}
        for key, each in self.log.items():
            evening = (each.h, each.date, each.evening)
            if evening != (admission.h, admission.date, admission.evening) or each.undone:
                continue
            free = each.admits - inside
            verdicts[key] = "double" if free <= 0 else "over" if each.seats > free else None
            inside += max(min(each.seats, free), 0)
        return verdicts

    def count_inside(self, booking: int, date: int) -> dict[str, int]:
        """Return how many guests of a booking came in with which pass on a date."""
        inside: dict[str, int] = defaultdict(int)
        for each in self.log.values():
            if (each.booking, each.date, each.evening) == (booking, date, self.evenings[date]) and not each.undone:
                inside[each.h] += max(min(each.seats, each.admits - inside[each.h]), 0)
        return inside

    def undo(self, key: tuple[str, int], line: Line | None) -> None:
        self.log[key].undone = True
        for other, verdict in self.judge_entries(self.log[key]).items():
            self.log[other].verdict = verdict
        if line:
            self.seat_guests(line)

    def begin_evening(self, date: int) -> None:
        """The date moved to another evening. Entries of the former one stay in the log."""
        self.evenings[date] += 1
        for line in self.lines.values():
            if line.date == date:
                self.seat_guests(line)

    evenings: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """How often each date moved to another evening."""

    def has_entered(self, line: Line) -> bool:
        """Return whether guests came in on an earlier date of a booking that staff have moved since."""
        return any(each.booking == line.booking and not each.undone for each in self.log.values())

    def seat_guests(self, line: Line) -> None:
        """Mark the seats whose guests are inside: those of friends by their own passes, the others by the buyer's.

        Who comes in while seats are being returned has one of the others.
        """
        for seat in line.seats:
            seat.is_inside = False
        for h, count in self.count_inside(line.booking, line.date).items():
            holder = self.holders.get(h, BUYER)
            seats = [each for each in line.live if each.holder == holder and not each.is_inside]
            for seat in sorted(seats, key=lambda each: each.refund is not None)[:count]:
                seat.is_inside = True

    holders: dict[str, str] = field(default_factory=dict)
    """Who has a pass: the link of a friend, by hash."""

    # --- Money -------------------------------------------------------------------------------------------------------

    def capture(self, order: Order, amount: int, *, account: str, month: str, fee: int = 0) -> None:
        self.movements.append(Movement(order.pk, month, account, amount, order.capture(amount, account), fee))

    def complete(self, order: Order, refund: Refund, *, account: str, month: str, fee: int = 0) -> None:
        money = order.complete(refund)
        self.movements.append(Movement(order.pk, month, account, -refund.amount, money, fee))

    def undo_reversal(self, order: Order, refund: Refund, *, month: str, fee: int) -> None:
        self.movements.append(Movement(order.pk, month, "paypal", refund.amount, order.undo(refund), fee))

    def sum_month(self, month: str) -> tuple[Money, dict[str, int], int, int]:
        """Return what a month's movements are for, the accounts they moved, PayPal's fees, and how many there are."""
        found = [each for each in self.movements if each.month == month]
        accounts: dict[str, int] = defaultdict(int)
        for each in found:
            accounts[each.account] += each.amount - each.fee
        money = sum((each.money for each in found), Money())
        return money, accounts, sum(each.fee for each in found), len(found)

    def sum_tax(self, rate: int) -> tuple[int, int]:
        """Return the tax of what was sold at a rate, and how many movements there are."""
        orders = {pk for pk, order in self.orders.items() if order.tax_rate == rate}
        found = [each.money.tax for each in self.movements if each.month and each.order in orders]
        return sum(found), len(found)


def find_seat(line: Line, holder: str) -> Seat | None:
    return next((seat for seat in line.seats if seat.holder == holder), None)
