"""What the shop says about money, beside the same sums of the journal's rows in plain SQL."""

import csv
import random
from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from charityshop.models import ShopSettings
from events.models import Occurrence, Place
from giving.models import Goal
from ledger.calendar import LedgerMonth
from tests.changes.change_calls import post_change
from tests.giving.api.raised_calls import get_raised
from tests.ledger.accounting_programs import sum_accounts
from tests.ledger.ledger_calls import (
    add_entry,
    buy,
    get_ledger,
    get_month,
    get_year,
    move_money,
    read_journal,
    read_year,
)
from tests.orders.api_calls import create_order, list_attention, pay_with_paypal
from tests.orders.discounted import create_member
from tests.orders.event_dates import create_date
from tests.orders.gifts import give_alone
from tests.payments.refund_calls import post_refund
from tests.recaps.recap_calls import read_text, sell, thank
from tests.support.factories import OccurrenceFactory, VoucherFactory, in_days
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
def season(paypal, as_admin, as_visitor, month, settings):
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
    for rate in ("0", "0.0825"):
        settings.TAX_RATE = Decimal(rate)
        buy(paypal, as_visitor, event__place__name="Fermata", event__place__address="", event__price="9.99")
    settings.TAX_RATE = Decimal("0.15")
    order = buy(paypal, as_visitor)
    post_change(as_visitor, order, "gift", seats=1, amount=11.5)
    create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="9.00", starts_at=in_days(-2)))
    give_alone("25.00")
    move_money(paypal, "donations", "9.00")
    before = LedgerMonth.of(month.first_day - timedelta(days=1))
    for kind in ("cost", "paid_out", "transfer", "tax_paid", "other"):
        for each in (before, month):
            add_entry(as_admin, each, kind=kind, amount=chance.randint(-900, 2_000) / 100 or 1)
    add_entry(as_admin, month, kind="other", amount=40, **{"from": "gifts", "to": "bank"})
    add_entry(as_admin, month, kind="other", amount=2, **{"from": "bank", "to": "owed"})
    add_entry(as_admin, before, kind="other", amount=1240, **{"from": "opening", "to": "bank"})
    add_entry(as_admin, before, kind="other", amount=17.5, **{"from": "tax", "to": "opening"})
    return goal


def test_each_public_number_is_its_sum_of_transfers(as_anonymous, as_admin, season, month):
    before = LedgerMonth.of(month.first_day - timedelta(days=1))
    shown = get_ledger(as_admin)

    received, costs, paid_out = add_up(*RECEIVED), -add_up("costs"), -add_up("paid_out")
    assert (shown["received"], shown["costs"], shown["paidOut"]) == (received, costs, paid_out)
    assert shown["forCharity"] == round(received - costs, 2) == get_raised(as_anonymous, season="current")["raised"]
    assert shown["stillToPayOut"] == round(received - costs - paid_out, 2)
    assert shown["salesTaxHeld"] == add_up("tax")
    assert shown["where"] == {name: -add_up(name) for name in MONEY} | {
        "owed": add_up("owed"),
        "carriedOver": add_up("opening"),
    }
    where = Decimal(str(sum(shown["where"][name] for name in MONEY))).quantize(Decimal("0.01"))
    assert float(where) == round(
        shown["stillToPayOut"] + shown["salesTaxHeld"] + shown["where"]["owed"] + shown["where"]["carriedOver"], 2
    )
    on_dates = (
        "SELECT orders_orderline.id FROM orders_orderline JOIN bookings_booking ON booking_id = bookings_booking.id"
    )
    on_dates += " JOIN events_occurrence date ON occurrence_id = date.id WHERE date.starts_at {} CURRENT_TIMESTAMP"
    took_place, to_come = (add_up(*RECEIVED, where=f"line_id IN ({on_dates.format(sign)})") for sign in "<>")
    assert (shown["tookPlace"], shown["toCome"]) == (took_place, to_come)
    of_orders = add_up(*RECEIVED, where="line_id IS NULL AND order_id IS NOT NULL")
    assert shown["giftsAlone"] == round(of_orders + add_up("gifts", where="entry_id IS NOT NULL"), 2)
    assert round(took_place + to_come + shown["giftsAlone"] + shown["other"], 2) == received
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


def test_what_was_carried_over_is_in_its_account_but_neither_received_nor_for_the_charity(
    as_admin, as_anonymous, month
):
    sides = {"from": "opening", "to": "bank"}

    line = add_entry(as_admin, month, kind="other", amount=1240, text="Carried over from before", **sides).json()
    add_entry(as_admin, month, kind="other", amount=40, text="Tax of last year", **{"from": "tax", "to": "opening"})

    assert (line["amount"], line["effect"]) == (1240, 0)
    sums = get_ledger(as_admin)
    assert {sums[name] for name in ("received", "costs", "forCharity", "stillToPayOut", "tookPlace", "other")} == {0}
    assert sums["where"] == {"paypal": 0, "bank": 1240, "cash": 0, "owed": 0, "carriedOver": 1200}
    assert sums["salesTaxHeld"] == 40
    shown = get_month(as_anonymous, month)
    assert (shown["received"], shown["carriedForward"]) == (0, 0)
    assert ("Carried over from before", 1240) in [(each["text"], each["amount"]) for each in shown["lines"]]
    assert sum_accounts(read_journal(as_admin, month)) == {
        "Assets:Bank": 1240,
        "Equity:Opening-Balances": -1200,
        "Liabilities:Sales-Tax": -40,
    }


def test_pages_and_files_have_the_sums_of_the_api(as_anonymous, as_admin, season, month):
    for_charity = add_up(*RECEIVED, "costs")
    cache.clear()
    home = as_anonymous.get("/").content.decode()
    assert f"${int(for_charity):,} for " in home

    for each in (LedgerMonth.of(month.first_day - timedelta(days=1)), month):
        rows = csv.DictReader(as_anonymous.get(f"/ledger/{each}.csv").getvalue().decode("utf-8-sig").splitlines())
        found = {row["Kind"]: float(row["Amount"]) for row in rows if not row["ID"]}
        days = f"day BETWEEN '{each.first_day}' AND '{each.last_day}'"
        assert found["received"] == add_up(*RECEIVED, where=days)
        assert found["costs"] == -add_up("costs", where=days)
        assert found["carried_forward"] == add_up(*RECEIVED, "costs", "paid_out", where=f"day <= '{each.last_day}'")

    date = Occurrence.objects.get(starts_at__lt=timezone.now())
    received = add_up(*RECEIVED, where=of_date(date))
    asked = {"season": season.public_id}
    file = as_admin.get("/api/figures/export", asked).getvalue().decode("utf-8-sig").splitlines()
    assert {row["Received"] for row in csv.DictReader(file)} == {f"{received:.2f}"}
    assert as_admin.get("/api/figures", asked).json()["total"]["raised"] == received


def of_date(date):
    lines = "SELECT orders_orderline.id FROM orders_orderline JOIN bookings_booking ON booking_id = bookings_booking.id"
    return f"line_id IN ({lines} WHERE occurrence_id = {date.pk})"


def test_the_thank_you_email_has_the_sum_of_the_dates_rows(paypal, as_admin):
    ShopSettings.objects.create(pk=ShopSettings.ONLY, postal_address="1907 Foundry Avenue, Port Alder, WA 98221")
    date = create_date()
    orders = sell(paypal, date, "ana", "ben", "cara", gift=1.11)
    assert post_refund(as_admin, orders[0], amount="3.33").status_code == 200

    emails = thank()

    received = add_up(*RECEIVED, where=of_date(date))
    assert len(emails) == 3
    assert f"brought in ${received:.2f} after PayPal's fees" in " ".join(read_text(emails[0]).split())


def test_a_year_is_the_journal_of_its_months(as_admin, season, month):
    before = LedgerMonth.of(month.first_day - timedelta(days=1))
    months = [each for each in (before, month) if each.first_day.year == month.first_day.year]
    days = f"day BETWEEN '{month.first_day.year}-01-01' AND '{month.first_day.year}-12-31'"
    Place.objects.filter(name="Fermata").update(name="The Fermata")

    shown = get_year(as_admin, month)
    rows = list(csv.DictReader(read_year(as_admin, month).splitlines()))

    signs = {
        account["name"]: -1 if account["group"] in ("income", "owed", "before") else 1 for account in shown["accounts"]
    }
    for each in months:
        column = shown["months"].index(str(each))
        added = {account["name"]: account["months"][column] for account in shown["accounts"]}
        debits = sum_accounts(read_journal(as_admin, each))
        assert added == {name: round(sign * debits.get(name, 0), 2) + 0 for name, sign in signs.items()}
        of_accounts = {row["Name"]: float(row[str(each)]) for row in rows if row["Name"] in signs}
        assert of_accounts == added
    totals = {account["name"]: account["total"] for account in shown["accounts"]}
    assert totals["Income:Tickets"] == add_up("tickets", where=days)
    assert totals["Assets:Bank"] == -add_up("bank", where=days)
    after = {account["name"]: account["after"] for account in shown["accounts"]}
    assert after["Liabilities:Sales-Tax"] == add_up("tax", where="day <= '2999-01-01'")

    of_lines = f"line_id IN (SELECT id FROM orders_orderline WHERE tax_rate {{}}) AND {days}"
    rates = {each["rate"]: (each["totalSales"], each["totalTax"]) for each in shown["rates"]}
    assert rates == {
        rate: (add_up("tickets", where=of_lines.format(is_rate)), add_up("tax", where=of_lines.format(is_rate)))
        for rate, is_rate in ((0.15, "> 0.1"), (0.0825, "BETWEEN 0.01 AND 0.1"), (0, "< 0.01"))
    }
    assert [row["Name"] for row in rows if row["Part"] == "sales tax by rate"] == ["15 %", "8.25 %", "0 %"]
    assert sum(sales for sales, _ in rates.values()) == pytest.approx(totals["Income:Tickets"])

    at = f"line_id IN (SELECT id FROM orders_orderline WHERE event_location = 'Fermata') AND {days}"
    places = {each["place"]: each["received"] for each in shown["places"]}
    assert places["The Fermata"] == add_up(*RECEIVED, where=at)  # its name by now
    assert places[None] == add_up(*RECEIVED, where=f"line_id IS NULL AND {days}")
    assert round(sum(places.values()), 2) == shown["received"] == add_up(*RECEIVED, where=days)


def test_a_year_says_what_codes_and_member_prices_took_off_seats_that_are_kept(
    paypal, as_admin, as_visitor, visitor, month
):
    VoucherFactory(code="SPRING", kind="percent", value=10)
    create_member(visitor)
    date = OccurrenceFactory(event__price="12.00", event__member_price="10.00", event__refund_policy="full")
    sold = create_order(as_visitor, date, seats=3, voucher="SPRING")
    create_order(as_visitor, date, seats=1, voucher="SPRING")  # never paid
    pay_with_paypal(paypal, as_visitor, sold)
    taken_off = {each["label"]: each["amount"] for each in sold["discounts"]}

    assert list_discounts(as_admin, month) == list(taken_off.values())

    assert post_change(as_visitor, sold, "refund", seats=1, amount=11.73).status_code == 201
    of_members, of_code = list_discounts(as_admin, month)
    assert [of_members, of_code] == [round(amount * 2 / 3, 2) for amount in taken_off.values()]
    assert [each["takenOff"] for each in as_admin.get("/api/vouchers").json()["vouchers"]] == [of_code]


def list_discounts(client, month):
    return [each["amount"] for each in get_year(client, month)["discounts"]]


def test_a_year_takes_a_constant_number_of_queries(as_admin, as_visitor, paypal, month):
    def count_queries() -> int:
        create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="5.00"))
        with CaptureQueriesContext(connection) as captured:
            get_year(as_admin, month)
        return len(captured)

    counts = [count_queries() for _ in range(3)]

    assert counts[0] == counts[2] <= 12


def test_the_ledger_has_no_years_to_come(as_admin, month):
    assert as_admin.get(f"/api/ledger/years/{month.first_day.year + 1}").status_code == 404
    assert as_admin.get("/api/ledger/years/1999").status_code == 404
    assert get_year(as_admin, LedgerMonth(month.first_day.replace(year=month.first_day.year - 1)))["received"] == 0


def test_staff_read_when_gifts_pay_for_a_seasons_costs(paypal, as_admin, as_visitor, month):
    Goal.objects.create(title="Autumn", starts_on=month.first_day, ends_on=month.last_day)
    buy(paypal, as_visitor)
    give_alone("25.00")
    add_entry(as_admin, month, amount=18)
    assert list_attention(as_admin) == []

    add_entry(as_admin, month, amount=2)

    (item,) = list_attention(as_admin)
    assert (item["kind"], item["amount"]) == ("gifts_pay_costs", 1.29)
    assert "Autumn cost $20.00, and its tickets brought $18.71" in item["message"]


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


def test_what_is_left_for_dates_to_come_is_never_more_than_what_is_left(
    paypal, as_admin, as_visitor, as_anonymous, month
):
    create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="10.00"))  # brings 18.71
    give_alone("2.00")  # brings 0.64

    def read() -> tuple[float, float, float]:
        shown = get_ledger(as_anonymous)
        assert shown["toCome"] == 18.71 == round(shown["toComeLeft"] + shown["toComeSpent"], 2)
        return shown["stillToPayOut"], shown["toComeLeft"], shown["toComeSpent"]

    assert read() == (19.35, 18.71, 0)
    add_entry(as_admin, month, kind="paid_out", amount=4.35)
    assert read() == (15, 15, 3.71)
    add_entry(as_admin, month, kind="cost", amount=12)
    assert read() == (3, 3, 15.71)
    add_entry(as_admin, month, kind="paid_out", amount=7)
    assert read() == (-4, 0, 18.71)


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
