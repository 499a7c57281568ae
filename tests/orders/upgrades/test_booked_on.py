"""Upgrading from before payments and refunds were booked on a day, and a rolling deploy with the previous release."""

import pytest

from tests.orders.upgrades.old_rows import NOW, ORDER_ROW, USER, empty_database, insert, migrate
from tests.support.servers.prepared_database import rows_of

LATE = "2026-12-01 03:00:00+00:00"  # in the evening of November 30, in the shop's time zone
PAYMENT = {
    "order_id": 1, "amount": 5, "currency": "USD", "from_browser": False, "is_extra": False, "last_problem": "",
    "payee": "", "created_at": NOW,
}  # fmt: skip
REFUND = {
    "order_id": 1, "amount": 2, "reason": "Ill.", "sends_key": True, "is_reversal": False, "note": "",
    "last_problem": "", "created_at": NOW,
}  # fmt: skip


def build_payment(pk: int, status: str, **fields: object) -> dict[str, object]:
    known = {"id": pk, "status": status, "create_key": f"key {pk}", "capture_id": f"C{pk}", "captured_at": None}
    return PAYMENT | known | fields


def build_refund(pk: int, status: str, **fields: object) -> dict[str, object]:
    return REFUND | {"id": pk, "status": status, "request_key": f"key {pk}", "completed_at": None} | fields


@pytest.fixture
def old_shop(tmp_path, db):
    with empty_database(tmp_path) as url:
        migrate(url, ["accounts"], ["orders", "0022"])
        rows_of(url, insert("accounts_user", USER | {"id": 7, "public_id": "c" * 24, "email": "ana@example.com"}))
        rows_of(url, insert("orders_order", ORDER_ROW | {"id": 1, "public_id": "a" * 24, "user_id": 7}))
        payments = [build_payment(1, "completed", captured_at=LATE), build_payment(2, "denied")]
        rows_of(url, insert("orders_payment", *payments))
        refunds = [build_refund(1, "completed", completed_at=LATE), build_refund(2, "completed")]
        rows_of(url, insert("orders_refund", *refunds, build_refund(3, "requested")))
        cash = {"id": 1, "order_id": 1, "amount": 5, "given": 5, "created_at": LATE}
        rows_of(url, insert("orders_cashpayment", cash))
        yield url


def list_days(url: str, table: str) -> list[str | None]:
    return [day and str(day) for (day,) in rows_of(url, f"SELECT booked_on FROM {table} ORDER BY id")]


def test_earlier_money_is_booked_on_the_day_it_moved_and_its_fee_is_unknown(old_shop):
    migrate(old_shop, [])

    assert list_days(old_shop, "orders_payment") == ["2026-11-30", None]
    assert list_days(old_shop, "orders_refund") == ["2026-11-30", "2026-11-01", None]
    assert list_days(old_shop, "orders_cashpayment") == ["2026-11-30"]
    assert rows_of(old_shop, "SELECT DISTINCT fee FROM orders_payment") == [(None,)]

    rows_of(old_shop, insert("orders_payment", build_payment(3, "completed", is_extra=True)))  # the previous release
    assert list_days(old_shop, "orders_payment")[-1] is None
