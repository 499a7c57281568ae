"""5,000 generated carts with several tax rates: what was paid at each rate is what refunds return, in any order."""

from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from random import Random

from charityshop.money import get_taxes
from orders.pricing import (
    ZERO,
    Benefits,
    Code,
    Line,
    Paid,
    build_sold_lines,
    get_refund_values,
    price_cart,
    scale_totals,
)
from payments.accounts import Account
from payments.postings import OrderBooks, Part, Return, Sale
from tests.orders.test_generated_carts import generate_carts

MIXED_CARTS = 5_000
Rates = Mapping[int, Decimal]  # by line


def sell_mixed_carts() -> Iterator[tuple[Sale, Rates, dict[Decimal, Decimal]]]:
    """Yield sales with the rate of each line and the tax at each rate: with discounts, gifts and accepted amounts."""
    chance, sold = Random(65), 0
    for items, rates, rules in generate_carts():
        lines = [
            Line(item.price, seats, rate)
            for item, rate in zip(items, rates, strict=True)
            for seats in item.bookings or (1,)
        ]
        if len({line.tax_rate for line in lines}) < 2 or sold == MIXED_CARTS:
            continue
        sold += 1
        code = chance.choice([None, None, Code("percent", Decimal(33), set(range(len(lines))))])
        gift = chance.choice([ZERO, Decimal("4.99")])
        cart = price_cart(lines, Benefits(code=code), gift, rules)
        rest = chance.choice([ZERO, ZERO, ZERO, Decimal("0.07"), Decimal("-0.07")])  # PayPal took another amount
        totals = scale_totals(cart.totals, max(cart.totals.total + rest, ZERO))
        priced = {
            at: (each.price, line.seats, line.tax_rate)
            for at, (line, each) in enumerate(zip(lines, cart.lines, strict=True), 1)
        }
        sale = Sale(totals, build_sold_lines(priced, totals), Account.PAYPAL)
        taxes = get_taxes((each.price, each.tax_rate) for each in cart.lines)
        assert sum(taxes.values()) == cart.totals.tax
        yield sale, {at: rate for at, (_, _, rate) in priced.items()}, taxes
    assert sold == MIXED_CARTS


def sum_by_rate(amounts: Mapping[int, Decimal], rates: Rates) -> dict[Decimal, Decimal]:
    return {
        rate: sum((amounts[at] for at in rates if rates[at] == rate), ZERO) for rate in dict.fromkeys(rates.values())
    }


def get_tax_left(books: OrderBooks, rates: Rates) -> dict[Decimal, Decimal]:
    return sum_by_rate({at: books.left[Account.TAX, at] for at in rates}, rates)


def return_everything(sale: Sale, chance: Random) -> Iterator[tuple[Counter[int], Return, bool]]:
    """Yield refunds of a random number of seats of a random date each, until none is left. The last one is marked."""
    returned: Counter[int] = Counter()
    back = ZERO
    while open_lines := [at for at, line in sale.lines.items() if line.seats > returned[at]]:
        at = chance.choice(open_lines)
        count = chance.randint(1, sale.lines[at].seats - returned[at])
        paid = Paid(sale.totals.total, back, gift=sale.totals.gift)
        values = get_refund_values({at: count}, returned=returned, lines=sale.lines, paid=paid)
        back += values[at]
        returned[at] += count
        is_last = all(line.seats == returned[pk] for pk, line in sale.lines.items())
        yield returned, Return(values[at], sale.money, parts=[Part(at, count, values[at])]), is_last


def get_tax_of_kept(sale: Sale, returned: Counter[int]) -> dict[int, Decimal]:
    return {at: line.tax - line.get_tax(returned[at]) for at, line in sale.lines.items()}


def test_what_is_paid_and_refunded_at_each_rate_is_what_its_lines_say():
    chance = Random(3)
    for sale, rates, taxes in sell_mixed_carts():
        of_lines = {at: line.tax for at, line in sale.lines.items()}
        assert sum(of_lines.values()) == sale.totals.tax
        if sale.totals.tax == sum(taxes.values()):
            assert sum_by_rate(of_lines, rates) == taxes, "rounded once at each rate"
        books = OrderBooks(sale)
        books.post_payment()
        assert get_tax_left(books, rates) == sum_by_rate(of_lines, rates)

        for returned, refund, is_last in return_everything(sale, chance):
            books.post_refund(refund)
            if not is_last:
                assert get_tax_left(books, rates) == sum_by_rate(get_tax_of_kept(sale, returned), rates)

        assert set(get_tax_left(books, rates).values()) == {ZERO}
        assert books.count(Account.TICKETS, Account.SHIPPING, Account.OWED) == 0
        assert books.count(Account.GIFTS) == sale.totals.gift == -books.count(Account.PAYPAL)
