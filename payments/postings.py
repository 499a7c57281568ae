"""What the money of an order is for, as rows of the journal: debit account, credit account, amount, line.

Imports nothing from Django. `payments/journal.py` reads what happened and stores the rows.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import share_amount, spread, to_cents
from orders.pricing import ZERO, SoldLine, Totals
from payments.accounts import KEPT, SEATS, SPLIT, Account

LineId = int | None  # None: the order has no lines
Place = tuple[str, LineId]  # an account, and the order line that the amount is for
Share = tuple[str, LineId, Decimal]  # of a place


@dataclass(frozen=True, slots=True)
class Row:
    debit: str
    credit: str
    amount: Decimal  # above zero
    line: LineId = None

    @property
    def opposite(self) -> "Row":
        return Row(self.credit, self.debit, self.amount, self.line)


@dataclass(frozen=True, slots=True)
class Sale:
    """A payment that counts toward its order, and what it paid for. The totals add up to its amount."""

    totals: Totals
    lines: Mapping[int, SoldLine]
    money: str  # the account that has it
    fee: Decimal = ZERO  # PayPal's

    @property
    def first_line(self) -> LineId:
        return next(iter(self.lines), None)


@dataclass(frozen=True, slots=True)
class Part:
    """Seats of a line that a refund returns, and what becomes of their value."""

    line: int
    seats: int
    amount: Decimal  # to the buyer
    fee: Decimal = ZERO  # kept by the refund policy
    donated: Decimal = ZERO  # left to the club

    @property
    def value(self) -> Decimal:
        return self.amount + self.fee + self.donated


@dataclass(frozen=True, slots=True)
class Return:
    """A refund or reversal that is completed."""

    amount: Decimal
    money: str  # the account that it comes from
    of_gift: Decimal = ZERO  # how much of the amount is the order's gift
    parts: Sequence[Part] = ()


class OrderBooks:
    """Splits the payment of an order, and then its refunds, each against what the earlier rows left.

    So what an order's refunds return adds up to what was paid. Only `owed` may fall below zero: more was returned than
    was left, as while a reversal's money is lost for which seats were returned.
    """

    def __init__(self, sale: Sale, rows: Iterable[Row] = (), returned: Mapping[int, int] | None = None) -> None:
        """Go on after these rows, when so many seats of each line were returned."""
        self.sale = sale
        self.left: dict[Place, Decimal] = defaultdict(Decimal)
        self.returned = defaultdict(int, returned or {})
        self.add(rows)

    def add(self, rows: Iterable[Row]) -> list[Row]:
        added = list(rows)
        for row in added:
            self.left[row.debit, row.line] -= row.amount
            self.left[row.credit, row.line] += row.amount
        return added

    def count(self, *accounts: str) -> Decimal:
        """Return what is left in these accounts."""
        return sum((left for (account, _), left in self.left.items() if account in accounts), ZERO)

    def post_payment(self) -> list[Row]:
        sale, first = self.sale, self.sale.first_line
        places: list[Share] = [(Account.TICKETS, pk, line.price) for pk, line in sale.lines.items()]
        places += [(Account.TAX, pk, line.tax) for pk, line in sale.lines.items()]
        places += [(Account.SHIPPING, first, sale.totals.shipping), (Account.GIFTS, first, sale.totals.gift)]
        rows = [Row(sale.money, account, amount, line) for account, line, amount in places if amount]
        return self.add(rows + list(self.list_fee_rows(sale.fee)))

    def list_fee_rows(self, fee: Decimal) -> Iterator[Row]:
        """Yield PayPal's fee by line, in proportion to their prices and the gift. A negative fee was given back."""
        lines = [*self.sale.lines, self.sale.first_line]  # the gift is with the first line
        weights = [*(line.price for line in self.sale.lines.values()), self.sale.totals.gift]
        for line, share in zip(lines, spread(fee, weights), strict=True):
            if share > 0:
                yield Row(Account.PAYPAL_FEES, Account.PAYPAL, share, line)
            elif share < 0:
                yield Row(Account.PAYPAL, Account.PAYPAL_FEES, -share, line)

    def post_refund(self, refund: Return) -> list[Row]:
        """Post a refund: the order's gift, then its parts, then the rest of the amount, which is for no seats."""
        rows = self.post_gift(refund.of_gift, refund.money)
        for part in refund.parts:
            rows += self.post_part(part, refund.money)
        rest = refund.amount - refund.of_gift - sum((part.amount for part in refund.parts), ZERO)
        return rows + self.post_rest(rest, refund.money)

    def post_gift(self, amount: Decimal, money: str) -> list[Row]:
        gift = min(amount, self.count(Account.GIFTS))
        debits = [*self.take(Account.GIFTS, gift), (Account.OWED, self.sale.first_line, amount - gift)]
        return self.add(pair(debits, [(money, None, amount)]))

    def post_part(self, part: Part, money: str) -> list[Row]:
        """Post returned seats. The club keeps no more of them than is left: first no fee, then no gift."""
        seats = self.split_seats(part)
        missing = part.value - sum(seats.values(), ZERO)
        fee = max(part.fee - missing, ZERO)
        gift = max(part.donated - max(missing - part.fee, ZERO), ZERO)
        owed = part.amount + fee + gift - sum(seats.values(), ZERO)
        debits = [place for account, amount in seats.items() for place in self.take(account, amount, part.line)]
        debits.append((Account.OWED, part.line, owed))
        kept = [(Account.RETURN_FEES, part.line, fee), (Account.KEPT_GIFTS, part.line, gift)]
        return self.add(pair(debits, [(money, None, part.amount), *kept]))

    def split_seats(self, part: Part) -> dict[str, Decimal]:
        """Split the value of seats by the line's price and tax, or as all that is left for seats.

        The value of the last seats may include shipping.
        """
        line, before, value = self.sale.lines[part.line], self.returned[part.line], part.value
        after = self.returned[part.line] = min(before + part.seats, line.seats)
        left: dict[str, Decimal] = {account: self.count(account) for account in SEATS}
        if value >= sum(left.values(), ZERO):
            return left
        price = min(line.get_price(after) - line.get_price(before), left[Account.TICKETS])
        tax = min(line.get_tax(after) - line.get_tax(before), left[Account.TAX])
        rest = value - price - tax
        if rest < 0:  # the seats returned less than they cost
            tax = min(to_cents(value * tax / (price + tax)), value)
            return {Account.TICKETS: value - tax, Account.TAX: tax}
        shipping = min(rest, left[Account.SHIPPING])
        tax += min(rest - shipping, left[Account.TAX] - tax)  # what rounding left
        tickets = min(value - shipping - tax, left[Account.TICKETS])
        tax += min(value - shipping - tax - tickets, left[Account.TAX] - tax)
        return {Account.TICKETS: tickets, Account.TAX: tax, Account.SHIPPING: value - tickets - tax}

    def post_rest(self, amount: Decimal, money: str) -> list[Row]:
        """Post an amount that is for no seats: of seats, then of what was kept, then of the gift, then owed."""
        left = amount - (for_seats := min(amount, self.count(*SEATS)))
        debits = [place for account, share in self.split_rest(for_seats).items() for place in self.take(account, share)]
        for account in (*KEPT, Account.GIFTS):
            share = min(left, self.count(account))
            debits += self.take(account, share)
            left -= share
        debits.append((Account.OWED, self.sale.first_line, left))
        return self.add(pair(debits, [(money, None, amount)]))

    def split_rest(self, amount: Decimal) -> dict[str, Decimal]:
        """Split an amount of what is left for seats: tickets with their tax, as they are left, then shipping."""
        tickets_left, tax_left, shipping_left = (self.count(account) for account in SEATS)
        if amount >= tickets_left + tax_left + shipping_left:
            return {Account.TICKETS: tickets_left, Account.TAX: tax_left, Account.SHIPPING: shipping_left}
        for_tickets = min(amount, tickets_left + tax_left)
        tickets, tax = share_amount(for_tickets, [tickets_left, tax_left])
        return {Account.TICKETS: tickets, Account.TAX: tax, Account.SHIPPING: amount - for_tickets}

    def post_return(self, refunds: Sequence[Return], amount: Decimal, money: str) -> list[Row]:
        """Post the return of a reversal's money, after which only these refunds stand, in the order of their rows.

        Refunds that came after the reversal were split as if its money was lost, so this is the difference.
        """
        without = OrderBooks(self.sale)
        without.post_payment()
        for refund in refunds:
            without.post_refund(refund)
        self.returned = without.returned
        places = sorted({*without.left, *self.left}, key=lambda place: (place[0], place[1] or 0))
        changes = [(account, line, without.left[account, line] - self.left[account, line]) for account, line in places]
        split = [each for each in changes if each[0] in SPLIT]
        debits = [(account, line, -change) for account, line, change in split if change < 0]
        return self.add(pair([(money, None, amount), *debits], [each for each in split if each[2] > 0], through=money))

    def take(self, account: str, amount: Decimal, first: LineId = None) -> list[Share]:
        """Return from which lines to take an amount: from this one first, then from all by what is left of them."""
        left = {line: max(rest, ZERO) for (name, line), rest in self.left.items() if name == account}
        own = min(left.pop(first, ZERO), amount) if first else ZERO
        taken = [(account, first, own)]
        if amount > own:
            shares = spread(amount - own, list(left.values()))
            taken += [(account, line, share) for line, share in zip(left, shares, strict=True)]
        return taken


def pair(debits: Iterable[Share], credits: Iterable[Share], *, through: str = "") -> Iterator[Row]:
    """Yield rows that debit and credit these amounts, which have the same sum: within a line first.

    A row has one line: what is taken from another line stays with it, or goes `through` an account of money.
    """
    debits, credits = list(debits), list(credits)
    to_debit, to_credit = [amount for _, _, amount in debits], [amount for _, _, amount in credits]
    for is_within_line in (True, False):
        for i, (debit, debit_line, _) in enumerate(debits):
            for j, (credit, credit_line, _) in enumerate(credits):
                amount = min(to_debit[i], to_credit[j])
                if amount and (debit_line == credit_line or not is_within_line):
                    to_debit[i] -= amount
                    to_credit[j] -= amount
                    if through and debit_line and credit_line and debit_line != credit_line:
                        yield Row(debit, through, amount, debit_line)
                        yield Row(through, credit, amount, credit_line)
                    else:
                        yield Row(debit, credit, amount, debit_line or credit_line)
