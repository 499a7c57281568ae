"""Closing a month, and everything that refuses it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from charityshop import audit
from charityshop.models import ShopSettings
from events.datetimes import get_day_bounds
from events.formatting import format_day
from events.models import Occurrence
from orders.models import Order
from payments.models import ClosedMonth, Payment, Refund
from payments.services.import_transactions import import_transactions
from payments.services.settle_payment import settle_paypal_order
from tests.ledger.ledger_calls import (
    add_entry,
    buy,
    close,
    compare,
    explain,
    get_amounts,
    get_code,
    get_month,
    move_money,
)
from tests.orders.api_calls import approve_payment, create_order, format_start
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import post_again, set_fee


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check, which moving the clock confuses."""


def test_a_closed_month_has_the_lines_of_the_open_one(
    paypal, as_visitor, as_anonymous, staff, admin, month, next_month
):
    buy(paypal, as_visitor)
    add_entry(staff(), month)
    before = get_month(as_anonymous, month)
    next_month()

    answer = close(staff(), month)

    assert answer.status_code == 200, answer.content
    shown = answer.json()
    assert shown == get_month(as_anonymous, month)
    assert shown["closedAt"] is not None
    assert shown["lines"] == before["lines"]
    assert shown["balance"] == before["balance"] == 9.21
    assert ClosedMonth.objects.get_last_day() == month.last_day
    (entry,) = audit.entries_about(ClosedMonth.objects.get())
    assert (entry.additional_data["did"], entry.actor_email) == ("month closed", admin.email)


def test_a_line_of_a_closed_month_is_corrected_in_the_next_one(
    paypal, as_visitor, as_anonymous, staff, month, next_month
):
    buy(paypal, as_visitor)
    next_month()
    tickets = next(line for line in close(staff(), month).json()["lines"] if line["kind"] == "tickets")

    answer = add_entry(
        staff(), month.next, kind="other", amount=-1, corrects=tickets["_id"], date=str(month.next.first_day)
    )

    assert answer.status_code == 201, answer.content
    assert get_month(as_anonymous, month.next)["lines"] == [answer.json()]


def test_a_month_is_open_for_24_hours_after_its_end(paypal, staff, month, move_clock):
    move_clock(hours=23.9)
    answer = close(staff(), month)
    assert get_code(answer) == (409, "too_early")
    day = month.next.first_day + timedelta(days=1)
    assert answer.json()["message"] == f"{month.name} can be closed from {day:%a, %b} 2."

    move_clock(hours=24.1)
    assert close(staff(), month).status_code == 200


def test_entries_of_an_earlier_month_have_to_be_closed_first(paypal, staff, month, move_clock):
    add_entry(staff(), month)
    move_clock(days=35)

    assert get_code(close(staff(), month.next)) == (409, "earlier_open")


def test_a_month_without_anything_is_listed_and_closed_between_two_others(
    paypal, as_anonymous, staff, month, move_clock
):
    add_entry(staff(), month)
    move_clock(days=70)
    assert close(staff(), month).status_code == 200

    assert get_code(close(staff(), month.next.next)) == (409, "earlier_open")
    listed = [each["month"] for each in as_anonymous.get("/api/ledger").json()["months"]]
    assert str(month.next) in listed
    assert close(staff(), month.next).status_code == 200
    assert get_code(add_entry(staff(), month)) == (409, "month_closed")


@pytest.mark.parametrize("unsettled", [{"posted_on": None}, {"status": "pending"}])
def test_an_unsettled_payment_keeps_the_month_open(paypal, as_visitor, staff, month, next_month, unsettled):
    buy(paypal, as_visitor)
    Payment.objects.update(**unsettled)
    next_month()

    answer = close(staff(), month)

    assert get_code(answer) == (409, "in_doubt")
    assert answer.json()["message"].startswith("1 payment or refund is not settled at PayPal yet.")


def test_money_in_another_currency_that_staff_returned_by_hand_keeps_no_month_open(
    paypal, as_visitor, staff, month, next_month
):
    buy(paypal, as_visitor)
    payment = Payment.objects.get()
    post_again(Payment.objects.all(), currency="EUR")
    Refund.objects.create(
        order=payment.order, kind="by_hand", status="completed", amount=5, request_key="k", completed_at=timezone.now()
    )
    next_month()
    for line in compare(staff(), month)["lines"]:
        explain(staff(), month, line["paypalId"])

    assert close(staff(), month).status_code == 200


def test_seats_that_were_sold_again_before_their_refund_became_a_reversal_keep_no_month_open(
    paypal, as_visitor, staff, month, next_month
):
    buy(paypal, as_visitor)
    paypal.change_capture("reverse", listed="refunds", announced=False)
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)  # before PayPal says what it is
    date = Booking.objects.get(status="refunded").occurrence
    BookingFactory(occurrence=date, seats=date.event.maximum_event_capacity)
    import_transactions()
    next_month()

    answer = close(staff(), month)

    assert answer.status_code == 200, answer.content


def test_every_difference_needs_an_explanation(paypal, staff, month, next_month):
    gift = move_money(paypal, "donations", "25.00")
    move_money(paypal, "withdrawals", "20.00")
    next_month()
    answer = close(staff(), month)
    assert get_code(answer) == (409, "unexplained")
    assert answer.json()["message"] == "2 lines differ from PayPal's report. Explain each one first."

    for line in compare(staff(), month)["lines"]:
        assert explain(staff(), month, line["paypalId"]).status_code == 200
    assert close(staff(), month).status_code == 200
    assert get_code(explain(staff(), month, gift)) == (409, "month_closed")


@pytest.mark.parametrize("change", ["entry", "explanation", "other", "transfer", "payment", "digest"])
def test_what_changed_since_it_was_compared_is_shown_again_first(paypal, as_visitor, staff, month, next_month, change):
    buy(paypal, as_visitor)
    gift = move_money(paypal, "donations", "25.00")
    entries = {kind: add_entry(staff(), month, kind=kind).json()["_id"] for kind in ("other", "transfer")}
    next_month()
    explain(staff(), month, gift)
    digest = compare(staff(), month)["digest"]

    if change == "entry":
        add_entry(staff(), month)
    elif change in entries:  # an "other" entry moves from the cash drawer to PayPal, a transfer stays where it is
        explain(staff(), month, gift, entry=entries[change])
    elif change == "explanation":
        explain(staff(), month, gift, text="From the raffle.")
    elif change == "payment":
        Order.objects.update(items_price="21.00", tax_price="2.00")
        post_again(Payment.objects.all())
    answer = close(staff(), month, "0" * 64 if change == "digest" else digest)

    assert get_code(answer) == (409, "changed")
    assert not ClosedMonth.objects.exists()


def test_refusals_come_in_their_order(paypal, as_visitor, staff, month, move_clock):
    """The earliest of all the reasons that apply is named."""
    buy(paypal, as_visitor)
    move_money(paypal, "donations", "25.00")
    post_again(Payment.objects.all(), captured_at=get_day_bounds(month.first_day)[0] - timedelta(hours=9))
    Payment.objects.update(posted_on=None)
    move_clock(hours=1)
    assert get_code(close(staff(), month, "wrong")) == (409, "too_early")
    move_clock(hours=30)
    assert get_code(close(staff(), month, "wrong")) == (409, "earlier_open")
    post_again(Payment.objects.all(), captured_at=get_day_bounds(month.last_day)[0], fee=None)
    assert get_code(close(staff(), month, "wrong")) == (409, "in_doubt")
    set_fee(Payment.objects.all(), "1.29")
    assert get_code(close(staff(), month, "wrong")) == (409, "unexplained")
    for line in compare(staff(), month)["lines"]:
        explain(staff(), month, line["paypalId"])
    assert get_code(close(staff(), month, "wrong")) == (409, "changed")


def test_a_month_is_not_closed_without_paypals_record(paypal, staff, month, next_month):
    next_month()
    digest = compare(staff(), month)["digest"]
    paypal.fault("transactions", "unprocessable", issue="NOT_AUTHORIZED", times=10)

    assert get_code(close(staff(), month, digest)) == (409, "no_record")
    assert not ClosedMonth.objects.exists()


def test_a_payment_that_the_shop_learns_of_late_is_posted_today(
    paypal, as_visitor, as_anonymous, staff, month, next_month
):
    """PayPal captured it before its month was closed, and every webhook was lost."""
    order = create_order(as_visitor, OccurrenceFactory(event__price="10.00", starts_at=in_days(90)))
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.control(f"orders/{paypal_order_id}/capture")
    (capture,) = paypal.captures()
    next_month()
    explain(staff(), month, capture["id"], text="The shop does not know it yet.")
    assert close(staff(), month).status_code == 200

    settle_paypal_order(paypal_order_id=paypal_order_id)

    assert Payment.objects.get().posted_on == timezone.localdate()
    assert get_amounts(as_anonymous, month) == {}
    assert get_amounts(as_anonymous, month.next) == {"tickets": 20, "fees": 1.29, "sales_tax": 3}
    (line,) = compare(staff(), month.next)["lines"]
    assert (line["paypalId"], line["state"] in ("explained", "matched")) == (capture["id"], True)


def test_the_charity_gets_the_sums_of_a_closed_month_by_date_and_once(paypal, as_visitor, staff, month, next_month):
    ShopSettings.objects.create(pk=ShopSettings.ONLY, charity="Food Bank", charity_email="gifts@example.org")
    buy(paypal, as_visitor, event__name="Lantern Night")
    date = Occurrence.objects.get()
    add_entry(staff(), month, amount=2.5, product=date.event.public_id, startTime=format_start(date))
    add_entry(staff(), month, amount=1)
    add_entry(staff(), month, kind="paid_out", amount=5)
    next_month()
    digest = compare(staff(), month)["digest"]

    for _ in "closed", "sent again":
        assert close(staff(), month, digest).status_code == 200

    (message,) = delivered("month_closed")
    assert message.to == ["gifts@example.org"]
    assert message.subject.startswith(f"{month.name} is closed")
    for text in (str(message.body), html_of(message)):
        text = " ".join(text.replace("<br>", " ").split())
        named = f"Lantern Night, {format_day(date.starts_at)}"
        of_date = "Received $18.71 · costs $2.50 · for Food Bank $16.21 · paid out $0.00"
        of_none = "Received $0.00 · costs $1.00 · for Food Bank −$1.00 · paid out $5.00"
        of_month = "Received $18.71 · costs $3.50 · for Food Bank $15.21 · paid out $5.00"
        for part in (named, of_date, of_none, of_month, f"{month.name}: $10.21", f"/ledger/{month}"):
            assert part in text, text


def test_a_month_is_closed_without_an_email_if_the_shop_has_no_address_of_the_charity(paypal, staff, month, next_month):
    add_entry(staff(), month)
    next_month()

    assert close(staff(), month).status_code == 200
    assert delivered("month_closed") == []
