"""The public ledger: what everybody sees of a month, as JSON and as a spreadsheet."""

import csv
import io
from datetime import datetime, time, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from ledger.calendar import LedgerMonth
from payments.models import LedgerEntry, Payment, Refund
from payments.services.settle_payment import settle_paypal_order
from tests.changes.change_calls import post_change
from tests.conftest import signed_in
from tests.ledger.ledger_calls import add_entry, buy, close, explain, get_amounts, get_code, get_month
from tests.orders.api_calls import create_order, create_paypal_order, pay_test_order
from tests.orders.gifts import give_alone, return_gift
from tests.security.access.world import make_image
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_test_order, set_fee


def test_a_payment_is_tickets_a_fee_and_tax_set_aside(paypal, as_visitor, as_anonymous, month):
    buy(paypal, as_visitor)

    shown = get_month(as_anonymous, month)
    assert {line["kind"]: line["amount"] for line in shown["lines"]} == {"tickets": 20, "fees": 1.29, "sales_tax": 3}
    assert shown["balance"] == 18.71
    assert {line["date"] for line in shown["lines"]} == {str(timezone.localdate())}


def test_gifts_have_a_line_however_few_gave(paypal, as_visitor, as_admin, as_anonymous, month):
    order = buy(paypal, as_visitor)
    post_change(as_visitor, order, "gift", seats=1, amount=11.5)
    given = give_alone("37.00", fee="1.00")

    for client in (as_anonymous, as_admin):
        assert get_amounts(client, month) == {"tickets": 10, "gifts": 48.5, "fees": 2.29, "sales_tax": 1.5}
    in_csv = [(row["Kind"], row["Amount"], row["Text"]) for row in read(as_anonymous, month)[1]]
    assert in_csv[:2] == [("tickets", "10.00", "Tickets, without sales tax"), ("gifts", "48.50", "Gifts")]

    return_gift(given)
    assert get_amounts(as_anonymous, month)["gifts"] == 11.5


def test_a_fee_kept_from_a_refund_has_a_line(paypal, as_visitor, as_anonymous, month):
    order = buy(paypal, as_visitor, event__refund_policy="minus_fee", event__refund_fee_per_seat="3.00")
    assert post_change(as_visitor, order, "refund", seats=1, amount=8.5).status_code == 201

    expected = {"tickets": 20, "return_fees": 3, "refunds": 10, "fees": 1.29, "sales_tax": 1.5}
    assert get_amounts(as_anonymous, month) == expected
    assert get_month(as_anonymous, month)["balance"] == 11.71


def test_test_orders_are_left_out(as_visitor, as_anonymous, month):
    create_test_order(as_visitor, OccurrenceFactory())

    assert get_amounts(as_anonymous, month) == {}


def test_a_payment_counts_once_its_fee_is_known(paypal, as_visitor, as_anonymous, month):
    buy(paypal, as_visitor)
    set_fee(Payment.objects.all(), None)
    assert get_amounts(as_anonymous, month) == {}

    set_fee(Payment.objects.all(), "0.99")
    assert get_amounts(as_anonymous, month)["fees"] == 0.99


def test_money_that_paypal_takes_for_a_test_order_is_returned_but_for_its_fee(paypal, as_visitor, as_anonymous, month):
    order = create_order(as_visitor, OccurrenceFactory(event__price="10.00"))
    paypal_order = create_paypal_order(as_visitor, order)
    pay_test_order(as_visitor, order)
    paypal.approve(paypal_order)
    paypal.control(f"orders/{paypal_order}/capture")

    settle_paypal_order(paypal_order_id=paypal_order)

    assert Refund.objects.get().status == "completed"
    assert get_amounts(as_anonymous, month) == {"fees": 1.29}


@pytest.mark.usefixtures("paypal")
def test_the_ledger_begins_with_the_first_closed_month(as_anonymous, admin, month, move_clock):
    before = LedgerMonth.of(month.first_day - timedelta(days=1))
    move_clock(days=35)
    staff = signed_in(admin)
    assert get_month(as_anonymous, before)["closedAt"] is None  # it may still be the first one
    assert close(staff, month).status_code == 200

    listed = [each["month"] for each in as_anonymous.get("/api/ledger").json()["months"]]

    assert listed[-2:] == [str(month.next), str(month)]
    paths = ("", "/settlement", "/journal.csv")
    answers = [staff.get(f"/api/ledger/{before}{path}") for path in paths]
    answers += [close(staff, before, "x"), add_entry(staff, before), explain(staff, before, "W1")]
    assert [get_code(answer) for answer in answers] == [(404, "not_found")] * 6
    assert {answer.json()["message"] for answer in answers} == {"There is no such month."}
    assert as_anonymous.get(f"/ledger/{before}.csv").status_code == 404
    assert as_anonymous.get(f"/ledger/{month}.csv").status_code == 200


def read(client, month):
    answer = client.get(f"/ledger/{month}.csv")
    assert answer.status_code == 200
    text = answer.getvalue().decode("utf-8-sig")
    return answer, list(csv.DictReader(io.StringIO(text)))


def test_everybody_reads_a_month_as_a_spreadsheet(as_admin, as_anonymous, month):
    entry = add_entry(as_admin, month, text="=1+1").json()

    answer, (line, *sums) = read(as_anonymous, month)

    assert answer["Content-Disposition"] == f'attachment; filename="ledger-{month}-draft.csv"'
    assert line == {
        "ID": entry["_id"],
        "Date": str(month.first_day),
        "Kind": "cost",
        "Amount": "9.50",
        "Text": "'=1+1",
        "From": "staff",
        "Entered by": "Sam",
        "Corrects": "",
    }
    found = {row["Kind"]: row["Amount"] for row in sums}
    assert found == dict.fromkeys(
        ("carried_in", "received", "paid_out", "sales_tax_held", "sales_tax_paid"), "0.00"
    ) | {
        "costs": "9.50",
        "left": "-9.50",
        "carried_forward": "-9.50",
    }


def upload(client) -> str:
    answer = client.post("/api/upload", {"image": SimpleUploadedFile("receipt.png", make_image(), "image/png")})
    assert answer.status_code == 201, answer.content
    return str(answer.json()["image"])


def test_a_cost_is_shown_as_entered_by_staff_and_lowers_the_balance(as_admin, as_anonymous, month):
    answer = add_entry(as_admin, month)

    assert answer.status_code == 201
    line = answer.json()
    assert get_month(as_anonymous, month)["lines"] == [line]
    assert line == {
        "_id": LedgerEntry.objects.get().public_id,
        "date": str(month.first_day),
        "kind": "cost",
        "amount": 9.5,
        "effect": -9.5,
        "text": "Ice",
        "derived": False,
        "by": "Sam",
    }
    assert get_month(as_anonymous, month)["balance"] == -9.5


def test_payouts_lower_the_balance_transfers_do_not_and_other_amounts_have_a_sign(as_admin, as_anonymous, month):
    for kind, amount in (("paid_out", 50), ("transfer", 80), ("other", 7), ("other", -2)):
        assert add_entry(as_admin, month, kind=kind, amount=amount).status_code == 201

    assert get_month(as_anonymous, month)["balance"] == -45


def test_only_staff_see_transfers_which_say_what_was_in_the_paypal_account(as_admin, as_visitor, as_anonymous, month):
    cost = add_entry(as_admin, month).json()
    transfer = add_entry(as_admin, month, kind="transfer", amount=80).json()

    for client in (as_anonymous, as_visitor):
        assert get_month(client, month)["lines"] == client.get("/api/ledger").json()["months"][0]["lines"] == [cost]
    assert get_month(as_admin, month)["lines"] == [cost, transfer]
    assert as_admin.get("/api/ledger").json()["months"][0]["lines"] == [cost, transfer]
    assert b"transfer" not in as_admin.get(f"/ledger/{month}.csv").getvalue()


def test_a_receipt_is_an_uploaded_image(as_admin, as_anonymous, month):
    path = upload(as_admin)

    assert add_entry(as_admin, month, receipt=path).json()["receipt"] == path
    assert get_month(as_anonymous, month)["lines"][0]["receipt"] == path
    image = as_anonymous.get(path)
    assert (image.status_code, image["Content-Type"]) == (200, "image/jpeg")
    assert image.getvalue()


@pytest.mark.parametrize("path", ["/media/events/none.jpg", "https://example.com/a.jpg", "/media/../shop.sqlite3"])
def test_a_receipt_has_to_be_uploaded_first(as_admin, month, path):
    answer = add_entry(as_admin, month, receipt=path)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"receipt": ["Upload the picture first."]}


def test_only_a_line_of_the_ledger_can_be_corrected(as_admin, month):
    answer = add_entry(as_admin, month, corrects=f"{month}-tickets")

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"corrects": ["Choose a line of the ledger to correct."]}


@pytest.mark.parametrize(
    "changes",
    [
        {"amount": 0},
        {"amount": "NaN"},
        {"amount": "Infinity"},
        {"amount": "12,50"},
        {"amount": "1,200"},
        {"amount": 1.005},
        {"amount": 1e9},
        {"amount": None},
        {"text": ""},
        {"text": "\x07"},
        {"text": "x" * 201},
        {"kind": "tickets"},
        {"kind": "fees"},
        {"date": "2001-01-01"},
        {"date": "tomorrow"},
    ],
)
def test_invalid_entries_are_refused(as_admin, month, changes):
    answer = add_entry(as_admin, month, **changes)

    assert answer.status_code == 400, answer.content
    assert list(answer.json()["errors"]) == list(changes)
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize("at", ["23:30", "00:30"])
def test_an_entry_is_of_no_later_day_than_today_at_the_club(admin, month, monkeypatch, at):
    """In the evening, UTC has the next day already."""
    today = month.first_day + timedelta(days=9)
    now = timezone.make_aware(datetime.combine(today, time.fromisoformat(at)))
    monkeypatch.setattr(timezone, "now", lambda: now)
    client = signed_in(admin)

    refused = add_entry(client, month, date=str(today + timedelta(days=1)))

    assert (refused.status_code, refused.json()["errors"]) == (400, {"date": ["Choose today or an earlier day."]})
    assert not LedgerEntry.objects.exists()
    assert add_entry(client, month, date=str(today)).status_code == 201


def test_two_people_do_not_correct_one_line_twice(as_admin, month):
    line = add_entry(as_admin, month).json()["_id"]
    correct = {"amount": -9.5, "text": "Wrong", "corrects": line}
    rosa = signed_in(UserFactory(first_name="Rosa", is_staff=True))
    first = add_entry(rosa, month, **correct, seen={"corrections": []}).json()["_id"]

    refused = add_entry(as_admin, month, **correct, seen={"corrections": []})

    assert get_code(refused) == (409, "changed")
    assert refused.json()["message"] == "Rosa corrected this line already: “Wrong”."
    assert refused.json()["current"] == {"corrections": [first]}
    assert add_entry(as_admin, month, **correct, seen={"corrections": [first]}).status_code == 201


def test_an_entry_whose_answer_was_lost_is_entered_once(as_admin, as_anonymous, month):
    first, again = (add_entry(as_admin, month, key="k1") for _ in range(2))

    assert (again.status_code, again.json()) == (201, first.json())
    assert get_month(as_anonymous, month)["lines"] == [first.json()]
    assert get_code(add_entry(as_admin, month, key="k1", amount=3)) == (409, "key_reused")
    assert add_entry(as_admin, month, key="k2").json()["_id"] != first.json()["_id"]


@pytest.mark.usefixtures("paypal")
def test_a_closed_month_takes_no_entries(admin, month, next_month):
    now = next_month()
    client = signed_in(admin)
    assert close(client, month).status_code == 200

    answer = add_entry(client, month)

    assert get_code(answer) == (409, "month_closed")
    assert get_code(add_entry(client, month, date=str(month.next.first_day))) == (409, "month_closed")
    later = f"{now:%B}" if now.year == month.first_day.year else f"{now:%B %Y}"
    assert answer.json()["message"] == f"{month.name} is closed. Enter a correction in {later}."
