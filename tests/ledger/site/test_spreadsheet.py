"""/ledger/2026-11.csv."""

import csv
import io

import pytest

from tests.ledger.ledger_calls import add_entry

pytestmark = pytest.mark.django_db


def read(client, month):
    answer = client.get(f"/ledger/{month}.csv")
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return answer, list(csv.DictReader(io.StringIO(text)))


def test_everybody_reads_a_month_as_a_spreadsheet(as_admin, as_anonymous, month):
    entry = add_entry(as_admin, month, text="=1+1").json()

    answer, (line, balance) = read(as_anonymous, month)

    assert answer["Content-Disposition"] == f'attachment; filename="ledger-{month}-draft.csv"'
    assert line == {
        "ID": entry["_id"], "Date": str(month.first_day), "Kind": "cost", "Amount": "9.50", "Text": "'=1+1",
        "From": "staff", "Corrects": "",
    }  # fmt: skip
    assert (balance["Kind"], balance["Amount"]) == ("balance", "-9.50")


@pytest.mark.parametrize("month", ["2026-13", "9999-01", "1999-01", "٢٠٢٥-11"])
def test_other_months_are_not_found(as_anonymous, month):
    assert as_anonymous.get(f"/ledger/{month}.csv").status_code == 404
