"""What the shop says about money, beside the same sums of the journal's rows in plain SQL."""

import random
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from giving.models import Goal
from ledger.calendar import LedgerMonth
from tests.changes.change_calls import post_change
from tests.giving.api.raised_calls import get_raised
from tests.ledger.ledger_calls import add_entry, buy, get_ledger, get_month, move_money
from tests.orders.gifts import give_alone
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_paid_order

RECEIVED = ("tickets", "shipping", "gifts", "kept_gifts", "return_fees", "other", "paypal_fees")
MONEY = ("paypal", "bank", "cash")


def add_up(*accounts: str, where: str = "1 = 1") -> float:
    """Return what these accounts gained: credits less debits."""
    names = ", ".join(f"'{name}'" for name in accounts)
    signs = f"CASE WHEN credit IN ({names}) THEN 1 ELSE 0 END - CASE WHEN debit IN ({names}) THEN 1 ELSE 0 END"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT SUM(amount * ({signs})) FROM payments_transfer WHERE {where}")
        return round(float(cursor.fetchone()[0] or 0), 2)


@pytest.fixture
def season(paypal, as_admin, as_visitor, month):
    """Sales, refunds, gifts and entries in two months, at random."""
    chance = random.Random(7)
    goal = Goal.objects.create(
        title="Autumn", starts_on=month.first_day - timedelta(days=40), ends_on=month.last_day + timedelta(days=60)
    )
    dates = [OccurrenceFactory(event__price=price, event__refund_policy="minus_fee") for price in ("10.00", "7.77")]
    dates += [OccurrenceFactory(event__price="4.00", starts_at=in_days(60), ends_at=in_days(60, hours=3))]
    for date in dates:
        order = create_paid_order(paypal, as_visitor, date, seats=chance.randint(2, 4), gift="1.50")
        post_refund(as_admin, order, amount=f"{chance.randint(100, 400) / 100:.2f}")
    order = buy(paypal, as_visitor)
    post_change(as_visitor, order, "gift", seats=1, amount=11.5)
    give_alone("25.00")
    move_money(paypal, "donations", "9.00")
    before = LedgerMonth.of(month.first_day - timedelta(days=1))
    for kind in ("cost", "paid_out", "transfer", "tax_paid", "other"):
        for each in (before, month):
            add_entry(as_admin, each, kind=kind, amount=chance.randint(-900, 2_000) / 100 or 1)
    add_entry(as_admin, month, kind="other", amount=40, **{"from": "gifts", "to": "bank"})
    add_entry(as_admin, month, kind="other", amount=2, **{"from": "bank", "to": "owed"})
    return goal


def test_each_public_number_is_its_sum_of_transfers(as_anonymous, as_admin, season, month):
    before = LedgerMonth.of(month.first_day - timedelta(days=1))
    shown = get_ledger(as_admin)

    received, costs, paid_out = add_up(*RECEIVED), -add_up("costs"), -add_up("paid_out")
    assert (shown["received"], shown["costs"], shown["paidOut"]) == (received, costs, paid_out)
    assert shown["forCharity"] == round(received - costs, 2) == get_raised(as_anonymous, season="current")["raised"]
    assert shown["stillToPayOut"] == round(received - costs - paid_out, 2)
    assert shown["salesTaxHeld"] == add_up("tax")
    assert shown["where"] == {name: -add_up(name) for name in MONEY} | {"owed": add_up("owed")}
    where = Decimal(str(sum(shown["where"][name] for name in MONEY))).quantize(Decimal("0.01"))
    assert float(where) == round(shown["stillToPayOut"] + shown["salesTaxHeld"] + shown["where"]["owed"], 2)
    assert "where" not in get_ledger(as_anonymous)

    carried = 0.0
    for each in (before, month):
        found = get_month(as_anonymous, each)
        days = f"day BETWEEN '{each.first_day}' AND '{each.last_day}'"
        left = round(add_up(*RECEIVED, "costs", "paid_out", where=days), 2)
        assert found["received"] == add_up(*RECEIVED, where=days)
        assert (found["carriedIn"], found["balance"]) == (carried, left)
        assert round(sum(line["effect"] for line in found["lines"]), 2) == left
        carried = found["carriedForward"]
        assert carried == round(found["carriedIn"] + left, 2)
        assert found["salesTaxHeld"] == add_up("tax", where=f"day <= '{each.last_day}'")
    assert carried == shown["stillToPayOut"]


def test_what_is_for_dates_to_come_can_be_refunded_until_their_deadlines(paypal, as_visitor, as_anonymous):
    fields = {"event__price": "10.00", "event__refund_policy": "minus_fee", "event__refund_fee_per_seat": "3.00"}
    soon = OccurrenceFactory(**fields, event__refund_until_hours=24, starts_at=timezone.now() + timedelta(hours=6))
    later = OccurrenceFactory(**fields, event__refund_until_hours=24)
    firm = OccurrenceFactory(event__price="10.00", event__refund_policy="none")
    orders = [create_paid_order(paypal, as_visitor, date) for date in (soon, later, firm)]
    give_alone("25.00")

    shown = get_ledger(as_anonymous)
    assert (shown["toCome"], shown["refundable"]) == (round(3 * (20 - 1.29), 2), 14)

    assert post_change(as_visitor, orders[1], "refund", seats=1, amount=8.5).status_code == 201
    assert get_ledger(as_anonymous)["refundable"] == 7


def test_a_cost_may_name_its_date_and_nothing_else_does(as_admin, month):
    date = OccurrenceFactory()
    of_date = {"product": date.event.public_id, "startTime": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"}

    assert add_entry(as_admin, month, **of_date).status_code == 201
    assert date.ledger_entries.count() == 1
    refused = [add_entry(as_admin, month, **sent) for sent in (of_date | {"kind": "other"}, {"product": "none"})]
    refused.append(add_entry(as_admin, month, **of_date | {"startTime": "2001-01-01"}))
    assert [[answer.status_code, *answer.json()["errors"]] for answer in refused] == [
        [400, "product"],
        [400, "product"],
        [400, "startTime"],
    ]
