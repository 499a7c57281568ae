"""A payment or refund counts on one day: in the revenue, the ledger, the spreadsheet and the receipt.

PayPal moves the money two minutes before midnight of a month's last day, and the shop learns of it after midnight.
"""

import csv
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from charityshop.models import ShopSettings
from ledger.calendar import LedgerMonth
from orders.models import Order
from payments.models import Payment
from payments.reports.consistency_checks import list_violations
from payments.selectors.revenue import list_months
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import read_unknown_fees, reconcile_payments
from payments.services.settle_payment import settle_paypal_order
from paypal import endpoints
from paypal_simulator import clock
from paypal_simulator.records import reporting
from tests.door.till_calls import TillClient, build_sale, open_door
from tests.ledger.ledger_calls import add_entry, close, compare, explain, get_amounts, move_money
from tests.ledger.movement_checks import find_other_revenue
from tests.orders.api_calls import approve_payment, create_order, pay, pay_with_paypal
from tests.support.factories import OccurrenceFactory, in_days

SetTime = Callable[[datetime], None]


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check: the tests call it, with the clock as it is then."""


@pytest.fixture
def midnight(month: LedgerMonth) -> datetime:
    """When the month ends."""
    return timezone.make_aware(datetime.combine(month.next.first_day, datetime.min.time()))


@pytest.fixture
def set_time(monkeypatch: pytest.MonkeyPatch) -> SetTime:
    """Return a function that sets the clocks of the shop and of PayPal, which go on from there."""
    real_now = timezone.now

    def set_time(when: datetime) -> None:
        ahead = when - real_now()
        for module in (timezone, clock, reporting):
            monkeypatch.setattr(module, "now", lambda: real_now() + ahead)
        cache.clear()

    return set_time


@pytest.fixture
def date():
    return OccurrenceFactory(event__price="10.00", starts_at=in_days(90), ends_at=in_days(90, hours=3))


@pytest.fixture
def before(midnight) -> datetime:
    return midnight - timedelta(minutes=2)


@pytest.fixture
def after(midnight) -> datetime:
    return midnight + timedelta(minutes=2)


def capture_unseen(paypal: Any, client: Any, date: Any, **fields: Any) -> str:
    """Let PayPal capture an order's payment, of which the shop doesn't learn. Return the PayPal order's ID."""
    paypal_order_id = approve_payment(paypal, client, create_order(client, date, **fields))
    endpoints.capture_order(paypal_order_id, key="unseen")
    return paypal_order_id


def list_revenue() -> dict[LedgerMonth, tuple[Decimal, Decimal]]:
    found = {LedgerMonth(each.first_day): each.total for each in list_months()}
    return {month: (total.sold, total.refunded) for month, total in found.items() if total.sold or total.refunded}


def sum_lines(client: Any, month: LedgerMonth) -> float:
    """Return what the public lines of the ledger say that the revenue is."""
    lines = get_amounts(client, month)
    raises = ("tickets", "gifts", "shipping", "return_fees", "sales_tax")
    return round(sum(lines.get(kind, 0) for kind in raises) - lines.get("refunds", 0), 2)


def read_export(staff: Any) -> dict[str, str]:
    answer = staff.get("/api/orders/export")
    (row, _) = csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig")))
    return dict(row)


def assert_all_agree() -> None:
    assert list_violations() == []
    assert list(find_other_revenue()) == []


@pytest.mark.parametrize("is_closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("refunded", [False, True], ids=["a purchase", "a refund"])
def test_money_is_of_the_month_in_which_paypal_moved_it_unless_that_is_closed(
    paypal, staff, buyer, date, month, before, after, set_time, set_clock, refunded, is_closed
):
    """Of a closed month, it is of the one in which the shop learns of it."""
    if refunded:
        pay_with_paypal(paypal, buyer(), create_order(buyer(), date))
        paypal_order_id, capture_id = Payment.objects.values_list("paypal_order_id", "capture_id").get()
    set_time(before)
    if refunded:
        paypal.control(f"captures/{capture_id}/refund")
    else:
        paypal_order_id = capture_unseen(paypal, buyer(), date)
    set_time(after)
    if is_closed:
        set_clock(month.next)
        close_hiding_paypals_record(paypal, staff(), month)

    settle_paypal_order(paypal_order_id=paypal_order_id)

    counted, day = (month.next, timezone.localdate()) if is_closed else (month, month.last_day)
    sold, went = ({month: 23}, {counted: 23}) if refunded else ({counted: 23}, {})
    expected = {each: (sold.get(each, 0), went.get(each, 0)) for each in {*sold, *went}}
    assert list_revenue() == expected
    assert {each: sum_lines(staff(), each) for each in expected} == {each: a - b for each, (a, b) in expected.items()}
    assert read_export(staff())["Refunded at" if refunded else "Paid"].startswith(str(day))
    assert_all_agree()


def test_a_purchase_that_the_shop_learns_of_at_once_has_its_time_in_the_spreadsheet(paypal, staff, buyer, date):
    pay_with_paypal(paypal, buyer(), create_order(buyer(), date))

    paid_at = timezone.localtime(Order.objects.get().paid_at)
    assert read_export(staff())["Paid"] == f"{paid_at:%Y-%m-%d %H:%M}"


def test_a_gift_is_acknowledged_with_the_day_on_which_it_is_booked(paypal, buyer, month, before, after, set_time):
    organization = {"receipts": True, "is_501c3": True, "legal_name": "Cards for a Cause, Inc.", "ein": "12-3456789"}
    ShopSettings.objects.create(pk=ShopSettings.ONLY, **organization)
    set_time(before)
    paypal_order_id = approve_payment(paypal, buyer(), create_order(buyer(), giftPrice="300.00"))
    endpoints.capture_order(paypal_order_id, key="unseen")
    set_time(after)

    settle_paypal_order(paypal_order_id=paypal_order_id)

    note = buyer().get(f"/api/orders/{Order.objects.get().public_id}").json()["giftNote"]
    assert f"{month.last_day:%a, %b} {month.last_day.day}, {month.last_day.year}" in note


def close_hiding_paypals_record(paypal: Any, staff: Any, month: LedgerMonth) -> None:
    """Close the month while PayPal's report lags."""
    paypal.control("rules", report_lag=40 * 24 * 3600)
    answer = close(staff, month)
    if answer.status_code == 409:
        for line in compare(staff, month)["lines"]:
            explain(staff, month, line["paypalId"])
        answer = close(staff, month)
    assert answer.status_code == 200, answer.content


@pytest.mark.parametrize("accept", [True, False])
def test_money_that_staff_decide_on_is_of_the_month_in_which_it_came_and_goes_in_another(
    paypal, staff, buyer, date, month, before, after, set_time, accept
):
    """While staff have not decided, it is in the books already."""
    set_time(before)
    order = create_order(buyer(), date)
    paypal.fault("capture", "wrong_amount", amount="20.00", times=1)
    pay(buyer(), order, approve_payment(paypal, buyer(), order))
    assert list_revenue() == {month: (20, 0)}
    set_time(after)

    staff().post(f"/api/orders/{order['_id']}/decide", {"accept": accept, "reason": "So be it."}, format="json")

    assert list_revenue() == {month: (20, 0)} | ({} if accept else {month.next: (0, 20)})
    assert (sum_lines(staff(), month), sum_lines(staff(), month.next)) == (20.0, 0 if accept else -20.0)
    assert_all_agree()


def test_only_the_fee_of_a_second_payment_counts(paypal, staff, buyer, date, month, before, after, set_time):
    """It is owed to its buyer until it is refunded."""
    paypal.control("rules", unique_invoice_ids=False)
    order = create_order(buyer(), date)
    first = approve_payment(paypal, buyer(), order)
    names = {"custom_id": order["_id"], "invoice_id": order["_id"], "payee": {"merchant_id": "SIMMERCHANT01"}}
    second = paypal.control("orders", amount=f"{order['totalPrice']:.2f}", **names)["id"]
    paypal.approve(second)
    set_time(before)
    pay(buyer(), order, first)
    endpoints.capture_order(second, key="from the other window")
    set_time(after)

    pay(buyer(), order, second)

    assert Payment.objects.filter(is_extra=True).count() == 1
    assert list_revenue() == {month: (23, 0)}
    assert get_amounts(staff(), month) == {"tickets": 20, "fees": 2.58, "sales_tax": 3}
    assert get_amounts(staff(), month.next) == {}
    assert_all_agree()


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_payment_that_its_buyer_claims_later_is_of_the_month_in_which_it_came_unless_that_is_closed(
    paypal, staff, buyer, date, month, before, midnight, set_time, is_closed
):
    """It was on the list of payments without an order until then. PayPal has it in the month in which it came."""
    set_time(before)
    order = create_order(buyer(), date)
    cheap = OccurrenceFactory(event__price="1.00", starts_at=date.starts_at, ends_at=date.ends_at)
    pay_with_paypal(paypal, buyer(), create_order(buyer(), cheap))  # names the payee
    names = {"custom_id": order["_id"], "invoice_id": order["_id"], "payee": {"merchant_id": "SIMMERCHANT01"}}
    theirs = paypal.control("orders", amount=f"{order['totalPrice']:.2f}", **names)["id"]
    paypal.approve(theirs)
    endpoints.capture_order(theirs, key="in the browser")
    settle_paypal_order(paypal_order_id=theirs)
    assert (Payment.objects.waiting().count(), list_revenue()) == (1, {month: (Decimal("2.30"), 0)})
    set_time(midnight + timedelta(hours=30))
    if is_closed:
        assert close(staff(), month).status_code == 200

    assert pay(buyer(), order, theirs).status_code == 200

    assert Payment.objects.waiting().count() == 0
    assert Payment.objects.filter(order__public_id=order["_id"]).values_list("paypal_order_id").get() == (theirs,)
    later = 23 if is_closed else 0
    assert list_revenue().get(month.next, (0, 0)) == (later, 0)
    assert list_revenue()[month] == (Decimal("25.30") - later, 0)
    assert sum_lines(staff(), month.next) == later
    assert compare(staff(), month.next)["lines"] == []
    assert_all_agree()


def learn() -> None:
    cache.clear()
    reconcile_payments()
    import_transactions()
    read_unknown_fees()


@pytest.mark.parametrize(
    ("what", "days"),
    [
        *(("payment", 0), ("pending", 3), ("refund", 0), ("unclaimed", 3)),
        *(("chargeback", 3), ("return", 3), ("withdrawal", 0)),
    ],
)
def test_what_the_shop_posts_in_another_month_than_paypal_is_compared_there_without_an_explanation(
    paypal, staff, buyer, date, month, before, set_time, set_clock, what, days
):
    """PayPal's report lags when the first month is closed, and the shop learns of the money then."""
    set_time(before - timedelta(days=5 if what == "return" else days))
    pay_with_paypal(paypal, buyer(), create_order(buyer(), date))
    if what == "unclaimed":
        other = paypal.control("orders", amount="5.00", payee={"merchant_id": "SIMMERCHANT01"})["id"]
        paypal.approve(other)
        endpoints.capture_order(other, key="another program")
        settle_paypal_order(paypal_order_id=other)
    if what == "return":
        taken = paypal.change_capture("chargeback", listed="no")
        learn()
        set_time(before - timedelta(days=days))
        paypal.control(f"refunds/{taken['id']}/undo")
        made = paypal.state()["movements"][0]["id"]
    elif what == "withdrawal":
        made = move_money(paypal, "withdrawals", "9.00")
    elif what == "pending":
        paypal.fault("capture", "pending", times=1)
        order = create_order(buyer(), date)
        pay(buyer(), order, approve_payment(paypal, buyer(), order))
        made = paypal.captures()[0]["id"]
    elif what == "payment":
        capture_unseen(paypal, buyer(), date)
        made = paypal.captures()[0]["id"]
    else:
        made = paypal.change_capture("chargeback" if what == "chargeback" else "refund")["id"]
    set_clock(month.next)
    if what == "pending":
        paypal.change_capture("complete")
        learn()
    paypal.control("rules", report_lag=(4 * 24 + 30) * 3600)
    closed = close(staff(), month)
    assert closed.status_code == 200, closed.content
    paypal.control("rules", report_lag=0)

    learn()

    of_closed, of_open = compare(staff(), month)["lines"], compare(staff(), month.next)["lines"]
    assert {line["state"] for line in of_closed} == {"matched"}
    assert [line["paypalId"] for line in of_open] == [made]
    if what == "withdrawal":
        proposal = of_open[0]["proposal"]
        entry = add_entry(staff(), month.next, **proposal).json()["_id"]
        assert explain(staff(), month.next, made, entry=entry).status_code == 200
    else:
        assert of_open[0]["state"] == "matched"
    set_clock(month.next.next)
    assert close(staff(), month.next).status_code == 200
    assert_all_agree()


def test_cash_of_a_phone_that_reports_after_closing_is_of_the_month_in_which_the_shop_learned_of_it(
    paypal, staff, month, midnight, set_time
):
    set_time(midnight - timedelta(hours=2))
    tonight = OccurrenceFactory(event__price="12.00", starts_at=in_days(0), ends_at=in_days(3))
    till = TillClient(staff(), open_door(staff(), tonight))
    till.open_drawer()
    set_time(midnight + timedelta(hours=30))
    assert close(staff(), month).status_code == 200

    till.report(build_sale(total=12.0, allotment=False) | {"at": (midnight - timedelta(hours=1)).isoformat()})

    assert list_revenue() == {month.next: (12, 0)}
    assert sum_lines(staff(), month.next) == 12.0
    assert read_export(staff())["Paid"].startswith(f"{month.next}-")
    assert_all_agree()
