"""What money is for, as rows of the journal. The cases are those of the design."""

from collections.abc import Sequence
from decimal import Decimal

from hypothesis import example, given
from hypothesis import strategies as st

from charityshop.money import get_tax, spread
from orders.pricing import ZERO, Paid, Totals, build_sold_lines, get_refund_values, scale_totals
from payments.accounts import SOLD, SPLIT, Account
from payments.postings import OrderBooks, Part, Return, Row, Sale

CENTS = st.decimals(min_value=0, max_value=10_000, places=2)
D = Decimal
PAYPAL = Account.PAYPAL


def build_sale(
    amount: str, *, lines: Sequence[tuple[str, int]], tax: str, shipping: str = "0", gift: str = "0", fee: str = "0"
) -> Sale:
    """Build what this amount paid for; each line has a price and a number of seats, and an ID from 1."""
    items = sum((D(price) for price, _ in lines), ZERO)
    totals = scale_totals(Totals(items=items, tax=D(tax), shipping=D(shipping), gift=D(gift)), D(amount))
    priced = {pk: (D(price), seats, D("0.15")) for pk, (price, seats) in enumerate(lines, 1)}
    return Sale(totals, build_sold_lines(priced, totals), PAYPAL, D(fee))


def refund(amount: str, *parts: Part) -> Return:
    return Return(D(amount), PAYPAL, D("0"), parts)


def list_rows(rows: Sequence[Row]) -> list[str]:
    return [f"{row.debit} ← {row.credit} {row.amount} ({row.line})" for row in rows]


@given(CENTS, st.lists(CENTS, min_size=1, max_size=8))
def test_spreading_loses_no_cent(amount, weights):
    shares = spread(amount, weights)

    assert sum(shares) == amount
    assert all(share == round(share, 2) for share in shares)


# Two seats with a member's and a code's discount, rounded up.
CASE_A = build_sale("23.00", lines=[("19.80", 2)], tax="2.97", gift="0.23", fee="1.29")


def test_a_payment_is_for_tickets_tax_and_a_gift_which_shares_the_fee():
    assert list_rows(OrderBooks(CASE_A).post_payment()) == [
        "paypal ← tickets 19.80 (1)",
        "paypal ← tax 2.97 (1)",
        "paypal ← gifts 0.23 (1)",
        "paypal_fees ← paypal 1.28 (1)",
        "paypal_fees ← paypal 0.01 (1)",
    ]


def test_what_the_return_of_a_part_moves_to_another_line_is_in_rows_of_both():
    """A row has one line. The database refuses one that debits and credits the same account."""
    sale = build_sale("29.16", lines=[("2.32", 1), ("16.69", 3)], tax="2.85", shipping="5", gift="2.30")
    between = [refund("0", Part(1, 1, ZERO, donated=D("2.67"))), refund("19.19", Part(2, 3, D("19.19")))]
    books = post_all(sale, [refund("4.80"), *between])

    rows = books.post_return(between, D("4.80"), PAYPAL)

    assert all(row.debit != row.credit for row in rows)
    assert list_left(books) == list_left(post_all(sale, between))


cents = st.integers(0, 20_000).map(lambda number: D(number) / 100)
steps = st.lists(
    st.tuples(
        st.sampled_from(["refund", "part", "fee", "gift", "everything", "amount", "reversal", "return"]),
        st.integers(0, 2),
        st.integers(1, 4),
        cents,
    ),
    max_size=6,
)


@given(
    prices=st.lists(st.tuples(cents, st.integers(1, 4), st.sampled_from([D("0.15"), D("0.0825"), ZERO])), max_size=3),
    shipping=cents,
    gift=cents,
    other=st.integers(-300, 300).map(lambda number: D(number) / 100),
    steps=steps,
)
@example(  # a part of what the second date's seat cost, then the first date's seat, which is all that is left
    prices=[(D(10), 1, D("0.15")), (D(10), 1, D("0.15"))],
    shipping=ZERO,
    gift=ZERO,
    other=ZERO,
    steps=[("part", 1, 1, D(5)), ("gift", 0, 1, ZERO)],
)
def test_the_rows_add_up_to_the_money_and_no_line_of_anything_but_debts_falls_below_zero(
    prices, shipping, gift, other, steps
):
    items, tax = sum((price for price, _, _ in prices), ZERO), get_tax((price, rate) for price, _, rate in prices)
    totals = Totals(items=items, tax=tax, shipping=shipping, gift=gift)
    paid = max(totals.total + other, D("0.01"))
    totals = scale_totals(totals, paid)
    sale = Sale(totals, build_sold_lines(dict(enumerate(prices, 1)), totals), PAYPAL)
    books = OrderBooks(sale)
    books.post_payment()
    standing: list[tuple[str, Return]] = []
    for kind, number, seats, amount in steps:
        if kind == "return":
            reversals = [each for each in standing if each[0] == "reversal"]
            if reversals:
                standing.remove(back := reversals[number % len(reversals)])
                rows = books.post_return([made for _, made in standing], back[1].amount, PAYPAL)
                assert all(row.debit != row.credit for row in rows)
                assert list_left(books) == list_left(post_all(sale, [made for _, made in standing]))
        elif made := choose(kind, number, seats, amount, paid, totals, sale.lines, [each for _, each in standing]):
            standing.append((kind, made))
            books.post_refund(made)
        assert books.count(*SPLIT) == -books.count(PAYPAL) == paid - sum((made.amount for _, made in standing), ZERO)
        assert all(left >= 0 for (account, _), left in books.left.items() if account in SOLD)


def post_all(sale: Sale, refunds: Sequence[Return]) -> OrderBooks:
    books = OrderBooks(sale)
    books.post_payment()
    for made in refunds:
        books.post_refund(made)
    return books


def list_left(books: OrderBooks) -> dict[tuple[str, int | None], Decimal]:
    return {place: left for place, left in books.left.items() if left and place[0] in SPLIT}


def choose(kind, number, seats, amount, paid, totals, lines, standing) -> Return | None:
    """Choose a refund that the shop or PayPal would make now. Reversals may take what was refunded already."""
    returned = {pk: sum(each.seats for back in standing for each in back.parts if each.line == pk) for pk in lines}
    refunded = sum((back.amount for back in standing), ZERO)
    kept = sum((each.fee + each.donated for back in standing for each in back.parts), ZERO)
    left = max(paid - refunded, ZERO)
    gift = max(min(totals.gift - sum((back.of_gift for back in standing), ZERO), left), ZERO)
    if kind in ("amount", "reversal"):
        amount = min(amount, paid if kind == "reversal" else left)
        return Return(amount, PAYPAL, max(min(amount - (left - gift), gift, amount), ZERO)) if amount else None
    is_open = {pk: line.seats - returned[pk] for pk, line in lines.items() if line.seats > returned[pk]}
    if not is_open:
        return None
    pk = list(is_open)[number % len(is_open)]
    chosen = is_open if kind == "everything" else {pk: min(seats, is_open[pk])}
    worth = Paid(paid, refunded, kept, gift=gift)
    parts = []
    for line, value in get_refund_values(chosen, returned=returned, lines=lines, paid=worth).items():
        fee = min(D(2), value) if kind == "fee" else ZERO
        given = value - fee if kind == "gift" else ZERO
        back = min(amount, value) if kind == "part" else value - fee - given
        parts.append(Part(line, chosen[line], back, fee, given))
    if kind == "everything":
        return Return(left, PAYPAL, gift, parts)
    amount = sum((each.amount for each in parts), ZERO)
    return Return(amount, PAYPAL, ZERO, parts) if amount <= left else None
