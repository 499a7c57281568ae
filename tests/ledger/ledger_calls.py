"""Calls of the ledger's API."""

from typing import Any

from rest_framework.test import APIClient

from ledger.calendar import LedgerMonth
from tests.support.answers import json_of
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order


def get_month(client: APIClient, month: LedgerMonth) -> dict[str, Any]:
    return json_of(client.get(f"/api/ledger/{month}"))


def get_ledger(client: APIClient) -> dict[str, Any]:
    """Return what all months add up to."""
    return json_of(client.get("/api/ledger"))["sums"]


def get_year(client: APIClient, month: LedgerMonth) -> dict[str, Any]:
    """Return this month's year, as the accountant reads it."""
    return json_of(client.get(f"/api/ledger/years/{month.first_day:%Y}"))


def read_year(client: APIClient, month: LedgerMonth) -> str:
    return str(client.get(f"/api/ledger/years/{month.first_day:%Y}.csv").getvalue().decode("utf-8-sig"))


def get_amounts(client: APIClient, month: LedgerMonth) -> dict[str, float]:
    """Return the amounts of the lines from the shop by kind."""
    return {line["kind"]: line["amount"] for line in get_month(client, month)["lines"] if line["derived"]}


def add_entry(client: APIClient, month: LedgerMonth, *, key: str = "", **changes: Any) -> Any:
    body = {"kind": "cost", "date": str(month.first_day), "amount": 9.5, "text": "Ice"} | changes
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/ledger/{month}/entries", body, format="json", headers=headers)


def compare(client: APIClient, month: LedgerMonth) -> dict[str, Any]:
    return json_of(client.get(f"/api/ledger/{month}/settlement"))


def explain(client: APIClient, month: LedgerMonth, paypal_id: str, **changes: Any) -> Any:
    body = {"text": "A gift that was made at PayPal."} | changes
    return client.post(f"/api/ledger/{month}/settlement/{paypal_id}/explain", body, format="json")


def close(client: APIClient, month: LedgerMonth, digest: str | None = None) -> Any:
    """Close the month with the digest of its settlement, or with this one."""
    body = {"digest": compare(client, month)["digest"] if digest is None else digest}
    return client.post(f"/api/ledger/{month}/close", body, format="json")


def get_code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def read_journal(client: APIClient, month: LedgerMonth) -> str:
    answer = client.get(f"/api/ledger/{month}/journal.csv")
    assert answer.status_code == 200, answer.content
    assert "Content-Length" in answer, "accounting programs take no line that says how many there are"
    return answer.getvalue().decode()


# --- Money -----------------------------------------------------------------------------------------------------------


def buy(paypal: Any, client: APIClient, *, seats: int = 2, **fields: Any) -> dict[str, Any]:
    """Pay for seats at $10 by PayPal: two cost 23.00 with 3.00 of tax, and PayPal's fee is 1.29."""
    date = OccurrenceFactory(**{"event__price": "10.00", "event__refund_policy": "full"} | fields)
    return create_paid_order(paypal, client, date, seats=seats)


def move_money(paypal: Any, kind: str, amount: str) -> str:
    """Move money at PayPal without an order. Return PayPal's ID."""
    body = {"amount": {"currency_code": "USD", "value": amount}}
    return str(paypal.control(kind, **body)["id"])
