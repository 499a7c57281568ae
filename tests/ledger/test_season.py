"""A season of two closed months and an open one: everything that shows its money agrees to the cent.

That is what was raised, the public ledger, the journals, and PayPal's record.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from accounts.models import User
from giving.gifts import Gift, GiftAmounts, sum_amounts
from giving.models import Goal
from giving.proceeds import convert_gifts
from giving.selectors.gifts import read_gifts
from giving.selectors.raised import get_raised_in_season
from giving.splits import RefundSplit, Split
from ledger.calendar import LedgerMonth
from ledger.lines import Movement, derive_lines, get_balance
from orders.models import Order, Payment
from payments.postings import Part
from payments.reports.consistency_checks import list_violations
from tests.changes.change_calls import get_options, post_change
from tests.conftest import signed_in
from tests.door.till_calls import Phone, open_night
from tests.ledger.accounting_programs import import_into_gnucash, import_into_quickbooks
from tests.ledger.ledger_calls import add_entry, close, compare, explain, get_month, move_money, read_journal
from tests.ledger.movement_checks import find_ledger_violations
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, UserFactory, VoucherFactory, in_days

pytestmark = pytest.mark.django_db


ZERO = Decimal(0)
POLICIES = ({"event__refund_policy": "full"}, {"event__refund_policy": "minus_fee", "event__refund_fee_per_seat": 2})


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check: the test calls it, with the clock as it is then."""


class Season:
    """Buyers, staff and PayPal, who do random things."""

    def __init__(self, paypal: Any, admin: User, seed: int) -> None:
        self.paypal, self.admin, self.random = paypal, admin, Random(seed)
        self.buyers = [UserFactory() for _ in range(4)]
        prices = ("7.35", "12.00", "19.99", "0.99")
        self.dates = [
            OccurrenceFactory(
                event__price=price,
                starts_at=in_days(200),
                ends_at=in_days(200, hours=3),
                **POLICIES[number % 2],
            )
            for number, price in enumerate(prices)
        ]
        self.orders: list[tuple[dict[str, Any], User]] = []
        VoucherFactory(code="TENOFF")

    def play_month(self) -> None:
        for _ in range(6):
            self.buy()
        for act in (self.refund_seat, self.refund_amount, self.leave_seat, self.give_seat_up, self.sell_for_cash):
            act()
        move_money(self.paypal, "withdrawals", "20.00")
        move_money(self.paypal, "donations", "25.00")

    def buy(self) -> None:
        buyer = self.random.choice(self.buyers)
        dates = self.random.sample(self.dates, self.random.choice((0, 1, 1, 2, 3)))
        gift = self.random.choice(("1.00", "5.00", "100.01") if not dates else ("0", "0.23", "5.00"))
        code = self.random.choice(("", "tenoff")) if dates else ""
        count = self.random.randint(1, 3)
        order = create_order(signed_in(buyer), *dates, seats=count, giftPrice=gift, voucher=code)
        if order["totalPrice"]:
            self.orders.append((pay_with_paypal(self.paypal, signed_in(buyer), order), buyer))

    def choose_order(self, *, with_seats: bool = False) -> tuple[dict[str, Any], User]:
        """Return an order of any month, as it is now."""
        while True:
            order, buyer = self.random.choice(self.orders)
            order = signed_in(buyer).get(f"/api/orders/{order['_id']}").json()
            bookings = [each for item in order["orderItems"] for each in item["bookings"]]
            if any(each["status"] == "confirmed" for each in bookings) if with_seats else order["status"] == "paid":
                return order, buyer

    def find_booking(self, order: dict[str, Any]) -> str:
        bookings = [each for item in order["orderItems"] for each in item["bookings"]]
        return next(str(each["_id"]) for each in bookings if each["status"] == "confirmed")

    def refund_seat(self) -> None:
        order, _ = self.choose_order(with_seats=True)
        answer = post_refund(signed_in(self.admin), order, seats={self.find_booking(order): 1})
        assert answer.status_code == 200, answer.content

    def refund_amount(self) -> None:
        order, _ = self.choose_order()
        assert post_refund(signed_in(self.admin), order, amount="0.55").status_code == 200

    def leave_seat(self) -> None:
        """A buyer returns a seat and leaves its value to the club."""
        order, buyer = self.choose_order(with_seats=True)
        option = next(each for each in get_options(signed_in(buyer), order) if each["gift"]["allowed"])
        amount = option["gift"]["amounts"][0]
        answer = post_change(signed_in(buyer), order, "gift", seats=1, booking=option["_id"], amount=amount)
        assert answer.status_code == 201, answer.content

    def give_seat_up(self) -> None:
        """Staff refund all that is left."""
        order, _ = self.choose_order()
        assert post_refund(signed_in(self.admin), order).status_code == 200

    def sell_for_cash(self) -> None:
        staff = signed_in(self.admin)
        till = Phone(staff, open_night(staff, self.random.choice(self.dates)))
        till.open_drawer()
        answer = till.sell()
        assert answer.status_code == 201, answer.content

    def close_month(self, month: LedgerMonth) -> None:
        staff = signed_in(self.admin)
        assert add_entry(staff, month, kind="paid_out", amount="100.00", text="To the food bank").status_code == 201
        for line in compare(staff, month)["lines"]:
            if line["state"] not in ("matched", "explained"):
                kind, amount = ("transfer", 20) if line["theirs"]["gross"] < 0 else ("other", line["theirs"]["net"])
                entry = add_entry(staff, month, kind=kind, amount=amount, text="At PayPal").json()
                assert explain(staff, month, line["paypalId"], entry=entry["_id"]).status_code == 200
        answer = close(staff, month)
        assert answer.status_code == 200, answer.content


def sum_lines(months: list[dict[str, Any]], **signs: int) -> Decimal:
    lines = [line for month in months for line in month["lines"]]
    return sum((signs.get(line["kind"], 0) * Decimal(str(line["amount"])) for line in lines), ZERO)


def sum_account(journals: list[str], name: str, *, text: str = "") -> Decimal:
    """Return the debits of an account less its credits, of entries that begin with this text."""
    found = [entry for journal in journals for entry in import_into_quickbooks(journal).values()]
    return sum((entry.splits.get(name, ZERO) for entry in found if entry.text.startswith(text)), ZERO)


def list_net_amounts(paypal: Any) -> Iterator[Decimal]:
    """Yield what PayPal captured after fees, and what refunds cost."""
    state = paypal.state()
    for capture in state["captures"]:
        yield Decimal(capture["seller_receivable_breakdown"]["net_amount"]["value"])
    for refund in state["refunds"]:
        yield -Decimal(refund["seller_payable_breakdown"]["net_amount"]["value"])


@pytest.mark.parametrize("seed", range(2))
def test_raised_the_ledger_the_journals_and_paypal_agree_to_the_cent(
    paypal, as_anonymous, as_admin, admin, month, set_clock, seed
):
    season = Season(paypal, admin, seed)
    last = month.next.next
    days = {"startsOn": str(month.first_day), "endsOn": str(month.first_day + timedelta(days=360))}
    goal = as_admin.post("/api/giving/goals", {"title": "A season"} | days, format="json").json()

    season.play_month()
    set_clock(month.next)
    season.close_month(month)
    season.play_month()
    set_clock(last)
    season.close_month(month.next)
    season.play_month()

    months = [get_month(as_anonymous, each) for each in (month, month.next, last)]
    journals = [read_journal(signed_in(admin), each) for each in (month, month.next, last)]
    hidden = convert_gifts(sum_amounts(read_gifts().every) - sum_amounts(read_gifts().public))
    raised = get_raised_in_season(Goal.objects.get(public_id=goal["_id"])).raised + hidden.raised
    at_paypal = sum(list_net_amounts(paypal), ZERO)
    cash = sum(Payment.objects.in_cash().values_list("amount", flat=True), ZERO)
    tax = -sum_account(journals, "Liabilities:Sales-Tax")  # the ledger shows what is left once gifts are public
    moved = "Order ", "Refund of order "
    assert Order.objects.count() > 15
    assert [each["closedAt"] is None for each in months] == [False, False, True]
    assert raised == at_paypal + cash - tax
    assert raised - hidden.raised == sum_lines(months, tickets=1, gifts=1, return_fees=1, refunds=-1, fees=-1)
    assert at_paypal == sum(sum_account(journals, "Assets:PayPal", text=text) for text in moved)
    assert cash == sum_account(journals, "Assets:Cash", text="Order ")
    incomes = ("Income:Tickets", "Income:Gifts", "Income:Return-Fees", "Expenses:PayPal-Fees")
    assert raised == -sum(sum_account(journals, name) for name in incomes)
    assert [import_into_gnucash(journal) for journal in journals] == [import_into_quickbooks(each) for each in journals]
    assert find_ledger_violations() == list_violations() == []


# --- Lines ------------------------------------------------------------------------------------------------------------


D = Decimal
SEAT = Split(D("9.90"), D("1.49"))
CASE_A = Split(D("19.80"), D("2.97"), D("0.00"), D("0.23"))
PLAIN = Split(D("12.00"), D("1.80"))
NONE = Split()
DAY, MOMENT = date(2026, 11, 6), datetime(2026, 11, 6, tzinfo=UTC)


def pay(sold: Split = CASE_A, fee: str = "1.29") -> Movement:
    return Movement(DAY, "paypal", "Order", sold.total, D(fee), sold)


def refund(split: RefundSplit) -> Movement:
    return Movement(DAY, "paypal", "Refund", -split.amount, refund=split)


def return_seat(fee: str = "0.00") -> Movement:
    return refund(RefundSplit([(Part(1, 1, SEAT.total - D(fee), D(fee)), SEAT)]))


def give_seat(fee: str = "0.00") -> Movement:
    return refund(RefundSplit([(Part(1, 1, D("0.00"), D(fee), gift=SEAT.total - D(fee)), SEAT)]))


def show(*movements: Movement, **gifts: Sequence[Gift]) -> dict[str, str]:
    return {line.kind: f"{line.amount:.2f}" for line in derive_lines(movements, **gifts)}


def give(gift: str, fee: str = "0.00", seats: Split = NONE, return_fee: str = "0.00") -> Gift:
    return Gift(1, 1, 1, DAY, MOMENT, DAY, GiftAmounts(D(gift), D(fee), seats, D(return_fee)))


def test_the_lines_leave_out_gifts_that_are_not_public_and_the_fee_of_their_payment():
    assert show(pay(), pay(PLAIN, "0.97"), given=[give("0.23", "1.29")]) == {
        "tickets": "31.80",
        "fees": "0.97",
        "sales_tax": "4.77",
    }


def test_a_seat_that_became_a_gift_is_a_ticket_until_that_is_public():
    gift = give(f"{SEAT.total - 3}", seats=SEAT, return_fee="3.00")

    assert show(pay(PLAIN), give_seat(fee="3.00"), given=[gift]) == show(pay(PLAIN))


def test_the_lines_have_gifts_of_earlier_months_that_are_public_now():
    public = give("37.00", "2.00", seats=SEAT)

    assert show(pay(PLAIN, "0.97"), public=[public]) == {
        "tickets": "2.10",
        "gifts": "37.00",
        "fees": "2.97",
        "sales_tax": "0.31",
    }


def test_a_fee_for_a_seat_that_became_a_gift_is_no_part_of_the_gift():
    shown = show(pay(), give_seat(fee="3.00"))

    assert shown == {"tickets": "9.90", "gifts": "8.62", "return_fees": "3.00", "fees": "1.29", "sales_tax": "1.48"}


def test_a_fee_of_the_refund_policy_has_a_line_of_its_own():
    shown = show(return_seat(fee="3.00"))

    assert shown == {"return_fees": "3.00", "refunds": "9.90", "sales_tax": "-1.49"}


def test_the_balance_leaves_out_sales_tax_and_transfers():
    amounts = [
        ("tickets", "100.00"),
        ("gifts", "20.00"),
        ("shipping", "10.00"),
        ("return_fees", "3.00"),
        ("other", "-1.00"),
        ("refunds", "12.00"),
        ("fees", "4.00"),
        ("cost", "30.00"),
        ("paid_out", "50.00"),
        ("sales_tax", "15.00"),
        ("transfer", "80.00"),
    ]

    assert get_balance((kind, D(amount)) for kind, amount in amounts) == D("36.00")
