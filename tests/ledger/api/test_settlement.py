"""A month compared with PayPal's transaction report, line by line."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from payments.journal import post_what_is_missing
from payments.models import Payment, Refund, SettlementExplanation
from payments.reports.paypal_comparison import compare as compare_nightly
from tests.conftest import signed_in
from tests.ledger.ledger_calls import add_entry, buy, close, compare, explain, get_code, move_money
from tests.payments.refund_calls import post_refund
from tests.support.paid_orders import post_again

TODAY = timezone.localdate


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check: these tests create differences on purpose."""


def list_states(settlement):
    return [(line["state"], line["paypalId"]) for line in settlement["lines"]]


def test_a_payment_and_its_refund_match_by_their_ids(paypal, as_visitor, as_admin, month):
    order = buy(paypal, as_visitor)
    post_refund(as_admin, order, amount="5.00")
    payment, refund = Payment.objects.get(), Refund.objects.get()

    lines = {line["paypalId"]: line for line in compare(as_admin, month)["lines"]}

    paid = {"gross": 23, "fee": 1.29, "net": 21.71}
    back = {"gross": -5, "fee": 0, "net": -5}
    day = str(TODAY())
    assert lines == {
        payment.capture_id: {
            "state": "matched", "paypalId": payment.capture_id, "code": "T0006", "date": day, "ours": paid,
            "theirs": paid, "order": order["_id"],
        },
        refund.paypal_refund_id: {
            "state": "matched", "paypalId": refund.paypal_refund_id, "code": "T1107", "date": day, "ours": back,
            "theirs": back, "order": order["_id"],
        },
    }  # fmt: skip


def test_what_only_one_side_has_comes_first(paypal, as_visitor, as_admin, month):
    buy(paypal, as_visitor)
    matched = Payment.objects.get().capture_id
    buy(paypal, as_visitor)
    Payment.objects.exclude(capture_id=matched).update(capture_id="OURS")
    (theirs,) = {capture["id"] for capture in paypal.captures()} - {matched}

    expected = [("only_paypal", theirs), ("only_shop", "OURS"), ("matched", matched)]
    assert list_states(compare(as_admin, month)) == expected


def test_a_gift_made_at_paypal_is_unknown_until_it_is_explained(paypal, as_admin, month):
    gift = move_money(paypal, "donations", "25.00")
    (line,) = compare(as_admin, month)["lines"]
    assert (line["state"], line["code"], line["ours"], line["theirs"]) == (
        "only_paypal",
        "T0013",
        None,
        {"gross": 25, "fee": 1.36, "net": 23.64},
    )

    entry = add_entry(as_admin, month, kind="other", amount=23.64, text="A gift at PayPal").json()["_id"]
    answer = explain(as_admin, month, gift, entry=entry)

    assert (answer.status_code, answer.json()["entry"]) == (200, entry)
    (line,) = compare(as_admin, month)["lines"]
    assert (line["state"], line["explanation"]) == ("explained", "A gift that was made at PayPal.")
    assert line["entry"] == entry


def test_a_chargeback_that_the_shop_recorded_matches(paypal, as_visitor, as_admin, month):
    buy(paypal, as_visitor)
    payment = Payment.objects.get()
    made = paypal.control(f"captures/{payment.capture_id}/chargeback")
    assert ("only_paypal", made["id"]) in list_states(compare(as_admin, month))

    Refund.objects.create(
        order=payment.order,
        payment=payment,
        amount="23.00",
        status="completed",
        kind="reversal",
        paypal_refund_id=made["id"],
        request_key="k",
        completed_at=timezone.now(),
        fee_back=Decimal(0),
    )
    assert ("matched", made["id"]) in list_states(compare(as_admin, month))


def test_a_line_is_explained_again_if_the_first_explanation_was_wrong(paypal, as_admin, month):
    gift = move_money(paypal, "donations", "25.00")

    explain(as_admin, month, gift, text="?")
    explain(as_admin, month, gift, text="From the raffle.")

    assert SettlementExplanation.objects.get().text == "From the raffle."
    (line,) = compare(as_admin, month)["lines"]
    assert (line["explanation"], "entry" in line) == ("From the raffle.", False)


def post_next_month(next_month, **columns):
    """Move the clock to the next month, and post the payment there, while PayPal has it in this month."""
    post_again(Payment.objects.all(), captured_at=next_month(), **columns)


def learn_of(paypal_id, **columns):
    """Store a payment of which the shop knew nothing."""
    posted = {"amount": "25.00", "fee": "1.30", "captured_at": timezone.now()} | columns
    Payment.objects.create(capture_id=paypal_id, status="completed", **posted)
    post_what_is_missing()


def test_an_explanation_of_a_closed_month_is_not_replaced_in_an_open_one(paypal, admin, month, next_month):
    gift = move_money(paypal, "donations", "25.00")
    next_month()
    staff = signed_in(admin)
    explain(staff, month, gift, text="From the raffle.")
    assert close(staff, month).status_code == 200
    learn_of(gift)  # and of another fee

    answer = explain(staff, month.next, gift, text="Never mind.")

    assert get_code(answer) == (409, "month_closed")
    assert answer.json()["message"].startswith(f"{month.name} is closed.")
    (line,) = compare(staff, month.next)["lines"]
    assert (line["state"], line["explanation"]) == ("explained", "From the raffle.")


def test_only_lines_of_the_month_are_explained(paypal, as_visitor, admin, month, next_month):
    buy(paypal, as_visitor)
    Payment.objects.update(capture_id="OURS")
    gift = move_money(paypal, "donations", "25.00")
    next_month()
    staff = signed_in(admin)

    for other, paypal_id in ((month, f"{gift}X"), (month.next, gift)):
        answer = explain(staff, other, paypal_id)
        assert get_code(answer) == (404, "not_found")
        assert answer.json()["message"] == (
            f"Neither PayPal's report of {other.name} nor the shop has this line. Compare the month again, and explain "
            "a line that it shows."
        )
    assert not SettlementExplanation.objects.exists()
    assert explain(staff, month, "OURS").status_code == 200


def test_an_entry_of_a_closed_month_explains_nothing(paypal, as_visitor, as_admin, admin, month, next_month):
    """The closed journal has it in another account."""
    buy(paypal, as_visitor)
    entry = add_entry(as_admin, month, kind="other").json()["_id"]
    post_next_month(next_month)
    staff = signed_in(admin)
    assert close(staff, month).status_code == 200

    answer = explain(staff, month.next, Payment.objects.get().capture_id, entry=entry)

    assert answer.status_code == 400
    message = f"{month.name} is closed. Enter the amount in an open month, and choose that line."
    assert answer.json()["errors"] == {"entry": [message]}


def test_an_entry_that_explains_a_line_still_does_after_its_month_was_closed(
    paypal, as_admin, admin, month, next_month
):
    gift = move_money(paypal, "donations", "25.00")
    entry = add_entry(as_admin, month).json()["_id"]
    next_month()
    staff = signed_in(admin)
    explain(staff, month, gift, entry=entry)
    assert close(staff, month).status_code == 200
    learn_of(gift)
    SettlementExplanation.objects.update(closed_month=None)  # the line is of the next month only
    later = add_entry(staff, month.next, date=str(month.next.first_day)).json()["_id"]

    answer = explain(staff, month.next, gift, entry=later)

    assert answer.status_code == 400
    assert "Choose “Ice” again" in answer.json()["errors"]["entry"][0]
    assert explain(staff, month.next, gift, entry=entry, text="From the raffle.").status_code == 200


def test_explained_lines_are_left_out_of_the_daily_comparison(paypal, as_visitor, as_admin, month):
    gift = move_money(paypal, "donations", "25.00")
    buy(paypal, as_visitor)
    Payment.objects.update(capture_id="OURS")
    (theirs,) = {capture["id"] for capture in paypal.captures()}
    now = timezone.now()
    period = {"start": now - timedelta(days=1), "end": now + timedelta(minutes=5)}
    assert len(compare_nightly(**period).differences) == 3

    for paypal_id in (gift, theirs, "OURS"):
        explain(as_admin, month, paypal_id)

    assert compare_nightly(**period).differences == []


def test_without_transaction_search_there_is_nothing_to_compare_with(paypal, as_admin, month):
    paypal.fault("transactions", "unprocessable", issue="NOT_AUTHORIZED", times=10)

    answer = as_admin.get(f"/api/ledger/{month}/settlement")

    assert get_code(answer) == (409, "no_record")
    assert "Transaction search" in answer.json()["message"]
