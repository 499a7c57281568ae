"""Chargebacks whose money the bank returns: what is booked stays, and the return is a separate line."""

import pytest
from django.core.cache import cache
from django.db import connection

from charityshop.db.triggers import create_triggers, drop_triggers
from outbox.models import Outgoing
from payments.models import Payment, Refund, Transfer, WebhookEvent
from payments.reports.consistency_checks import list_violations
from payments.selectors.revenue import list_months
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import read_unknown_fees, reconcile_payments
from payments.services.settle_payment import settle_paypal_order
from payments.services.webhooks import process_notification, process_stored_notifications
from payments.triggers import JOURNAL_TRIGGERS
from tests.changes.change_calls import list_seats
from tests.ledger.accounting_programs import sum_accounts
from tests.ledger.ledger_calls import buy, close, compare, explain, get_amounts, get_month, read_journal
from tests.ledger.movement_checks import find_other_revenue
from tests.orders.api_calls import create_order, get_order, list_attention, list_booking_ids, pay_with_paypal
from tests.payments.refund_calls import post_refund, post_refund_preview
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_paid_order


@pytest.fixture(autouse=True)
def check_consistency():
    """Override the check: the tests call it, with the clock as it is then."""


def run_upkeep():
    cache.clear()  # so that PayPal's record is read again
    process_stored_notifications()
    reconcile_payments()
    import_transactions()
    read_unknown_fees()
    assert list_violations() == []
    assert list(find_other_revenue()) == []


def charge_back(paypal, **more):
    """Return PayPal's ID of the chargeback."""
    made = paypal.change_capture("chargeback", listed="no", **more)
    run_upkeep()
    return made["id"]


def return_money(paypal, chargeback):
    paypal.control(f"refunds/{chargeback}/undo")
    run_upkeep()


def list_lines(client, month):
    lines = compare(client, month)["lines"]
    return sorted((line["code"], line["state"], (line["ours"] or line["theirs"])["gross"]) for line in lines)


def test_debts_are_no_revenue_but_what_a_return_moves_to_them_is_as_in_the_ledger(paypal, buyer, month):
    buy(paypal, buyer())
    payment = Payment.objects.get()
    columns = {"status": "completed", "amount": 5, "request_key": "k", "posted_on": payment.posted_on, "fee_back": 0}
    refund = payment.refunds.create(order=payment.order, kind="at_paypal", **columns)
    for number, (debit, credit, amount) in enumerate((("owed", "paypal", 5), ("tickets", "owed", 2)), 1):
        accounts = {"debit": debit, "credit": credit, "amount": amount, "number": number}
        payment.transfers.create(day=payment.posted_on, order=payment.order, refund=refund, **accounts)

    (revenue,) = list_months()

    assert (revenue.total.sold, revenue.total.refunded) == (23, 2)
    assert list(find_other_revenue()) == []


def test_a_chargeback_returned_after_its_month_was_closed_is_booked_in_the_next_one(
    paypal, staff, buyer, month, set_clock
):
    order = buy(paypal, buyer())
    chargeback = charge_back(paypal)
    set_clock(month.next)
    closed = close(staff(), month)
    assert closed.status_code == 200, closed.content
    journal = read_journal(staff(), month)

    return_money(paypal, chargeback)

    shown = get_order(buyer(), order)
    assert (shown["status"], shown["refundedPrice"], shown["refunds"]) == ("paid", 0, [])
    assert get_month(staff(), month) == closed.json()
    assert read_journal(staff(), month) == journal
    assert get_amounts(staff(), month.next) == {"refunds": -20, "sales_tax": 3}
    postings = [line.split(",")[2:] for line in read_journal(staff(), month.next).splitlines()[1:]]
    text = f"Undone reversal of order {order['_id']}"
    assert postings == [
        ["Assets:PayPal", text, "23.00", ""],
        ["Income:Tickets", text, "", "20.00"],
        ["Liabilities:Sales-Tax", text, "", "3.00"],
    ]
    assert list_lines(staff(), month) == [("T0006", "matched", 23), ("T1201", "matched", -23)]
    assert list_lines(staff(), month.next) == [("T1202", "matched", 23)]
    set_clock(month.next.next)
    assert close(staff(), month.next).status_code == 200
    assert list_violations() == []


def test_a_reversal_that_was_returned_waits_quietly_until_the_fee_of_its_payment_is_known(paypal, buyer, staff, month):
    paypal.control("rules", fee_lag=3600)
    pay_with_paypal(paypal, buyer(), create_order(buyer(), OccurrenceFactory(event__price="10.00")))
    return_money(paypal, charge_back(paypal))  # upkeep finds no violations
    assert not Transfer.objects.exists()

    paypal.control("rules", fee_lag=0)
    run_upkeep()

    assert list(Refund.objects.exclude(posted_on=None).values_list("kind", flat=True)) == ["reversal", "returned"]
    assert get_amounts(staff(), month)["tickets"] == 20


def test_money_that_came_back_is_of_the_month_in_which_it_came(paypal, staff, buyer, month, set_clock):
    set_clock(month, day=20)  # upkeep asks about refunds of the last 31 days
    buy(paypal, buyer())
    paypal.control(f"refunds/{charge_back(paypal)}/undo")
    set_clock(month.next)

    run_upkeep()

    assert get_amounts(staff(), month) == {"tickets": 20, "fees": 1.29, "sales_tax": 3}
    assert get_amounts(staff(), month.next) == {}


def test_seats_refunded_after_a_chargeback_was_returned_are_split_like_others(paypal, as_admin, as_visitor, month):
    order = buy(paypal, as_visitor)
    return_money(paypal, charge_back(paypal, amount="7.00"))
    booking = order["orderItems"][0]["bookings"][0]["_id"]

    amounts = [post_refund(as_admin, order, seats={booking: 1}).json()["refundedPrice"] for _ in range(2)]

    assert amounts == [11.5, 23]
    assert get_amounts(as_admin, month) == {"tickets": 20, "refunds": 20, "fees": 1.29}
    assert list_violations() == []


def announce(paypal):
    """Report a reversal like PayPal's old webhooks: by its capture, without an amount."""
    capture = paypal.captures()[0]["id"]
    resource = {"id": capture, "amount": {"currency_code": "USD", "value": "23.00"}, "status": "REVERSED"}
    event = WebhookEvent(event_id="WH-1", event_type="PAYMENT.CAPTURE.REVERSED", body={"resource": resource})
    event.save()
    process_notification(event)
    return capture


def test_a_reversal_announced_with_another_amount_is_undone_and_booked_anew(paypal, staff, buyer, month, set_clock):
    order = buy(paypal, buyer())
    capture = announce(paypal)
    assert explain(staff(), month, capture, text="PayPal's report doesn't have it yet.").status_code == 200
    run_upkeep()
    Refund.objects.update(fee_back=0)  # otherwise the month waits until PayPal's report has the reversal
    set_clock(month.next)
    closed = close(staff(), month)
    assert closed.status_code == 200, closed.content

    charge_back(paypal, amount="11.50", announced=False)

    assert get_order(buyer(), order)["refundedPrice"] == 11.5
    assert get_month(staff(), month) == closed.json()
    assert get_amounts(staff(), month.next) == {"refunds": -10, "sales_tax": 1.5}
    assert list_lines(staff(), month.next) == [("", "explained", 23), ("T1201", "matched", -11.5)]


def test_a_row_of_a_closed_month_that_was_changed_behind_the_shops_back_is_found(
    paypal, staff, buyer, month, set_clock
):
    buy(paypal, buyer())
    set_clock(month.next)
    assert close(staff(), month).status_code == 200
    drop_triggers(connection, JOURNAL_TRIGGERS)
    Transfer.objects.filter(credit="tickets").update(credit="shipping")
    create_triggers(connection)

    (sentence,) = list_violations()
    assert sentence == f"{month.name} is closed, and its journal is not what it was then."


# --- Seats that staff released in between ----------------------------------------------------------------------------


def lose_and_win(paypal, staff, order, later, set_clock, *, accept=True):
    """A bank takes the money, staff release the seats, the shop wins in a later month, and staff accept the money."""
    chargeback = charge_back(paypal)
    (alert,) = [row for row in list_attention(staff()) if row["canReleaseSeats"]]
    staff().post(f"/api/payments/alerts/{alert['alert']}/resolve", {"releaseSeats": True}, format="json")
    set_clock(later)
    return_money(paypal, chargeback)
    decision = {"accept": accept, "reason": "The bank gave it back."}
    return staff().post(f"/api/orders/{order['_id']}/decide", decision, format="json")


def test_money_that_was_won_back_and_accepted_was_paid_when_it_came(paypal, staff, buyer, month, set_clock):
    order = buy(paypal, buyer(), starts_at=in_days(90), ends_at=in_days(90, hours=3))

    accepted = lose_and_win(paypal, staff, order, month.next, set_clock).json()

    assert (accepted["status"], accepted["paidAt"]) == ("paid", order["paidAt"])
    sales = {each.first_day: each.total.sold for each in list_months()}
    assert sales == {month.first_day: 23, month.next.first_day: 0}


@pytest.mark.parametrize("later_seats", [[], [("confirmed", 2)]], ids=["one date", "another date is ahead"])
def test_staff_keep_money_that_is_won_back_after_the_date(paypal, staff, buyer, month, set_clock, later_seats):
    """Banks take weeks. Seats that staff released are not booked again on a date that is over."""
    dates = [OccurrenceFactory(starts_at=in_days(days)) for days in (1, 90)[: 1 + len(later_seats)]]
    order = pay_with_paypal(paypal, buyer(), create_order(buyer(), *dates))
    emails = Outgoing.objects.filter(kind="order_paid").count()

    answer = lose_and_win(paypal, staff, order, month.next, set_clock)

    assert answer.status_code == 200, answer.content
    assert (answer.json()["status"], answer.json()["refundedPrice"]) == ("partly_refunded", 0)
    assert list_seats(get_order(buyer(), order)) == [("cancelled", 2), *later_seats]
    assert Outgoing.objects.filter(kind="order_paid").count() == emails + len(later_seats)
    assert list_violations() == []
    assert close(staff(), month).status_code == 200


def test_seats_that_were_refunded_before_stay_refunded_if_staff_refuse_the_rest(paypal, staff, buyer, month, set_clock):
    dates = [OccurrenceFactory(starts_at=in_days(days)) for days in (90, 97)]
    order = pay_with_paypal(paypal, buyer(), create_order(buyer(), *dates))
    assert post_refund(staff(), order, lines=list_booking_ids(order)[:1]).status_code == 200

    answer = lose_and_win(paypal, staff, order, month.next, set_clock, accept=False)

    assert answer.json()["status"] == "refunded"
    assert list_seats(get_order(buyer(), order)) == [("refunded", 2), ("cancelled", 2)]


# --- Refunds on PayPal's website of money that came back -------------------------------------------------------------


def return_and_refund(paypal, chargeback, *, knows_return, amount=None):
    """Let PayPal return the money, and refund it. The shop learns of the return before or after the refund."""
    paypal.control(f"refunds/{chargeback}/undo")
    if knows_return:
        run_upkeep()
    body = {"amount": {"currency_code": "USD", "value": amount}} if amount else {}
    paypal.change_capture("refund", **body)
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)
    run_upkeep()


@pytest.mark.parametrize("knows_return", [True, False], ids=["return known", "return unknown"])
@pytest.mark.parametrize("is_closed", [False, True], ids=["same month", "closed month"])
def test_money_that_came_back_and_was_refunded_at_paypal_ends_the_seats(
    paypal, staff, buyer, month, set_clock, knows_return, is_closed
):
    order = create_paid_order(paypal, buyer(), OccurrenceFactory(), seats=2, gift=5)
    total, fee = order["totalPrice"], float(Payment.objects.get().fee)
    chargeback = charge_back(paypal)
    if is_closed:
        set_clock(month.next)
        assert close(staff(), month).status_code == 200

    return_and_refund(paypal, chargeback, knows_return=knows_return)

    shown = get_order(buyer(), order)
    assert (shown["status"], shown["refundedPrice"]) == ("refunded", total)
    assert list_seats(get_order(buyer(), order)) == [("refunded", 2)]
    months = [month, month.next] if is_closed else [month]
    assert sum_accounts(*(read_journal(staff(), each) for each in months)) == {
        "Assets:PayPal": -fee,
        "Expenses:PayPal-Fees": fee,
    }


@pytest.mark.parametrize("knows_return", [True, False], ids=["return known", "return unknown"])
def test_a_part_of_money_that_came_back_leaves_the_seats_and_its_share_of_the_tax(
    paypal, as_admin, as_visitor, month, knows_return
):
    order = buy(paypal, as_visitor)

    return_and_refund(paypal, charge_back(paypal), knows_return=knows_return, amount="11.50")

    assert get_order(as_visitor, order)["status"] == "partly_refunded"
    assert list_seats(get_order(as_visitor, order)) == [("confirmed", 2)]
    assert get_amounts(as_admin, month) == {"tickets": 20, "refunds": 10, "fees": 1.29, "sales_tax": 1.5}


@pytest.mark.parametrize("asked", ["everything", "seats", "amount"])
def test_while_the_shop_does_not_know_that_money_came_back_no_refund_returns_less_than_nothing(
    paypal, as_admin, as_visitor, asked
):
    order = buy(paypal, as_visitor)
    paypal.control(f"refunds/{charge_back(paypal)}/undo")
    paypal.change_capture("refund", amount="5.00")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)
    (booking,) = order["orderItems"][0]["bookings"]
    body = {"everything": {}, "seats": {"seats": {booking["_id"]: 1}}, "amount": {"amount": "1.00"}}[asked]
    if asked != "amount":
        preview = post_refund_preview(as_admin, order, **body).json()
        assert (preview["amount"], preview["left"]) == (0, 0)

    answer = post_refund(as_admin, order, **body)

    if asked == "amount":
        assert answer.json()["message"] == "Only $0.00 of this order can still be refunded."
    else:
        assert answer.json()["refundedPrice"] == 28  # of the 23 that were paid: 23 of them came back
    run_upkeep()
    assert get_order(as_visitor, order)["refundedPrice"] == 5
    assert get_order(as_visitor, order)["status"] == "partly_refunded"
