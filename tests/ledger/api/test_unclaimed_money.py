"""Another program's payment to the shop's account: its refunds are rows, and the books have them as PayPal does."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import Sum

from payments.models import Payment, Refund, Transfer
from payments.reports.consistency_checks import list_violations
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import read_unknown_fees, reconcile_payments
from payments.services.review_payment import request_unmatched_refund
from tests.conftest import signed_in
from tests.ledger.ledger_calls import close, compare, explain, get_amounts, get_month
from tests.orders.api_calls import create_order, create_paypal_order, get_order, list_attention, pay
from tests.payments.reports.test_paypal_comparison import check_with_paypal
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.races import run_during

SHOP = {"merchant_id": "SIMMERCHANT01"}


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check: the tests call it, with the clock as it is then."""


def take(paypal: Any, amount: str = "23.00", **names: str) -> Payment:
    """Let another program capture money, and PayPal's webhooks say so. Of $23.00, PayPal keeps $1.29."""
    made = paypal.control("orders", amount=amount, payee=SHOP, **names)
    paypal.approve(made["id"])
    paypal.control(f"orders/{made['id']}/capture")
    paypal.deliver_webhooks()
    return Payment.objects.unclaimed().get()


def return_part(paypal: Any, amount: str, how: str = "refund", **more: object) -> str:
    """Return money on PayPal's website, or let a bank take it. Return PayPal's ID."""
    return str(paypal.change_capture(how, amount={"currency_code": "USD", "value": amount}, **more)["id"])


def run_upkeep(paypal: Any = None) -> None:
    cache.clear()
    reconcile_payments()
    import_transactions()
    read_unknown_fees()


def receive_webhooks(paypal: Any) -> None:
    paypal.deliver_webhooks()


def refund(client: Any, payment: Payment) -> Any:
    url = f"/api/payments/unmatched/{payment.capture_id}/refund"
    return client.post(url, {"reason": "Nobody's."}, format="json")


def list_left(client: Any) -> list[float]:
    return [row["amount"] for row in list_attention(client, "unmatched")]


def sum_up(account: str) -> Decimal:
    came, went = (
        Transfer.objects.filter(**{side: account}).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
        for side in ("debit", "credit")
    )
    return came - went


def assert_books_are_right(paypal: Any, client: Any, *months: Any) -> None:
    assert list_violations() == []
    assert (check_with_paypal()[0], sum_up("bank")) == (0, 0)
    for month in months:
        assert {line["state"] for line in compare(client, month)["lines"]} <= {"matched"}


@pytest.mark.parametrize(
    "finders",
    [[receive_webhooks], [run_upkeep], [run_upkeep, receive_webhooks, run_upkeep]],
    ids=["webhook", "upkeep", "both"],
)
def test_refunds_on_paypals_website_are_rows_and_staff_refund_what_is_left(
    paypal, as_admin, month, finders: list[Callable[[Any], None]]
):
    paypal.control("rules", gives_fees_back=True)
    payment = take(paypal)
    made = [return_part(paypal, amount) for amount in ("5.00", "8.00")]
    assert list_left(as_admin) == [23.0]

    for find in finders:
        find(paypal)

    rows = Refund.objects.values_list("paypal_refund_id", "kind", "amount", "fee_back")
    assert list(rows) == [(made[0], "at_paypal", 5, Decimal("0.17")), (made[1], "at_paypal", 8, Decimal("0.28"))]
    assert (list_left(as_admin), sum_up("owed"), sum_up("paypal_fees")) == ([10.0], -10, Decimal("0.84"))
    assert refund(as_admin, payment).json()["refundedAt"]
    assert (list_left(as_admin), paypal.refunds()[0]["amount"]["value"], sum_up("owed")) == ([], "10.00", 0)
    assert refund(as_admin, payment).status_code == 200
    assert Refund.objects.count() == 3
    assert_books_are_right(paypal, as_admin, month)


def test_a_refund_on_paypals_website_that_the_shop_does_not_know_is_no_obstacle(paypal, as_admin, month):
    payment = take(paypal)
    return_part(paypal, "5.00")

    answer = refund(as_admin, payment)

    assert (answer.status_code, answer.json()["refundedAt"] is None) == (200, False)
    assert [made["amount"]["value"] for made in paypal.refunds()] == ["18.00", "5.00"]
    assert_books_are_right(paypal, as_admin, month)


def test_a_refund_whose_answer_was_lost_is_recorded_once_beside_one_on_paypals_website(paypal, as_admin, month):
    payment = take(paypal)
    return_part(paypal, "5.00")
    paypal.fault("refund", "timeout_after", times=2)
    assert refund(as_admin, payment).json()["refundedAt"] is None

    for find in (receive_webhooks, run_upkeep, receive_webhooks):
        find(paypal)

    assert sorted(Refund.objects.values_list("kind", "amount")) == [("at_paypal", 5), ("requested", 18)]
    assert list_attention(as_admin) == []
    assert_books_are_right(paypal, as_admin, month)


@pytest.mark.django_db(transaction=True)
def test_two_of_staff_at_once_refund_it_once(paypal, admin):
    payment = take(paypal)
    client = signed_in(admin)
    ask = partial(request_unmatched_refund, payment_id=payment.pk, reason="Nobody's.", by=admin)

    answer = run_during(ask, partial(refund, client, payment))

    assert (answer.status_code, answer.json()["left"]) == (200, 0)
    assert list(Refund.objects.values_list("status", "amount")) == [("completed", 23)]
    assert ([made["amount"]["value"] for made in paypal.refunds()], sum_up("owed")) == (["23.00"], 0)


def test_a_refund_that_the_shop_learns_of_after_its_month_was_closed_is_of_the_next(paypal, staff, month, set_clock):
    set_clock(month, day=20)  # upkeep asks about refunds of the last 31 days
    payment = take(paypal)
    made = return_part(paypal, "5.00")
    set_clock(month.next)
    assert explain(staff(), month, made, text="The shop has not heard of it.").status_code == 200
    assert close(staff(), month).status_code == 200
    closed = get_month(staff(), month)

    run_upkeep()

    assert (get_month(staff(), month), sum_up("owed")) == (closed, -18)
    assert refund(staff(), payment).json()["left"] == 0
    assert sum_up("owed") == 0
    assert_books_are_right(paypal, staff(), month.next)


@pytest.mark.parametrize("amount", ["23.00", "7.00"])
@pytest.mark.parametrize("listed", ["refunds", "no"])
def test_a_chargeback_that_is_won_is_listed_again(paypal, as_admin, month, amount, listed):
    take(paypal)
    taken = return_part(paypal, amount, "chargeback", listed=listed)
    paypal.deliver_webhooks()
    run_upkeep()
    assert list_left(as_admin) == [23 - float(amount)] * (amount != "23.00")
    assert (Refund.objects.get().kind, sum_up("owed")) == ("reversal", Decimal(amount) - 23)

    paypal.control(f"refunds/{taken}/undo")
    run_upkeep()

    assert (list_left(as_admin), sum_up("owed")) == ([23.0], -23)
    assert [row["kind"] for row in list_attention(as_admin)] == ["unmatched"]
    assert_books_are_right(paypal, as_admin, month)


def test_a_lost_dispute_about_it_is_a_reversal(paypal, as_admin, month):
    take(paypal)
    case = paypal.change_capture("dispute", hold=True)["dispute_id"]
    paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_BUYER_FAVOUR")
    paypal.deliver_webhooks()
    run_upkeep()

    assert [(row.kind, row.amount) for row in Refund.objects.all()] == [("reversal", 23)]
    assert (list_left(as_admin), sum_up("owed")) == ([], 0)
    assert_books_are_right(paypal, as_admin, month)


@pytest.mark.parametrize("is_closed", [False, True], ids=["open", "closed"])
def test_an_order_that_claims_it_has_its_refunds(paypal, staff, buyer, month, set_clock, is_closed):
    paypal.control("rules", gives_fees_back=True)
    date = OccurrenceFactory(event__price="10.00", starts_at=in_days(90), ends_at=in_days(90, hours=3))
    order = create_order(buyer(), date)
    create_paypal_order(buyer(), order)
    payment = take(paypal, custom_id=order["_id"])
    taken = return_part(paypal, "7.00", "reverse", listed="no")
    return_part(paypal, "11.50")
    run_upkeep()
    paypal.control(f"refunds/{taken}/undo")
    run_upkeep()
    if is_closed:
        set_clock(month.next)
        assert close(staff(), month).status_code == 200

    assert pay(buyer(), order, payment.paypal_order_id).status_code == 200

    shown = get_order(buyer(), order)
    assert (shown["status"], shown["refundedPrice"]) == ("partly_refunded", 11.5)
    later = month.next if is_closed else month
    assert get_amounts(staff(), later) == {"tickets": 20, "refunds": 10, "sales_tax": 1.5} | (
        {} if is_closed else {"fees": 0.89}
    )
    assert (sum_up("owed"), sum_up("paypal_fees")) == (0, Decimal("0.89"))
    assert list_attention(staff(), "unmatched") == []
    assert_books_are_right(paypal, staff(), *{month, later})
