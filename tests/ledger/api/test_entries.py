"""What staff enter: costs, payouts, transfers, other amounts, receipts and corrections."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.models import Entry
from tests.conftest import signed_in
from tests.ledger.ledger_calls import add_entry, close, get_code, get_month
from tests.security.access.world import make_image

pytestmark = pytest.mark.django_db


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
        "_id": Entry.objects.get().public_id,
        "date": str(month.first_day),
        "kind": "cost",
        "amount": 9.5,
        "text": "Ice",
        "derived": False,
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
    assert b"transfer" not in b"".join(as_admin.get(f"/ledger/{month}.csv").streaming_content)


def test_a_receipt_is_an_uploaded_image(as_admin, as_anonymous, month):
    path = upload(as_admin)

    assert add_entry(as_admin, month, receipt=path).json()["receipt"] == path
    assert get_month(as_anonymous, month)["lines"][0]["receipt"] == path
    image = as_anonymous.get(path)
    assert (image.status_code, image["Content-Type"]) == (200, "image/jpeg")
    assert b"".join(image.streaming_content)


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
    assert not Entry.objects.exists()


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
