"""Upgrading from before orders had numbers, and a rolling deploy with the previous release."""

import re

import pytest

from tests.orders.upgrades.old_rows import ORDER_ROW, USER, empty_database, insert, migrate
from tests.support.servers.prepared_database import rows_of

ORDERS = 1203  # more than two batches


@pytest.fixture
def old_shop(tmp_path, db):
    with empty_database(tmp_path) as url:
        migrate(url, ["accounts", "0005"], ["orders", "0013"])
        rows_of(url, insert("accounts_user", USER | {"id": 7, "public_id": "c" * 24, "email": "ana@example.com"}))
        rows_of(url, insert_orders(*range(ORDERS)))
        yield url


def insert_orders(*ids):
    """Insert like the previous release, which doesn't name the new column."""
    return insert("orders_order", *(ORDER_ROW | {"public_id": f"{number:024x}", "user_id": 7} for number in ids))


def test_every_order_gets_a_number_of_its_own_and_the_previous_release_can_still_insert(old_shop):
    migrate(old_shop, [])

    numbers = [number for (number,) in rows_of(old_shop, "SELECT number FROM orders_order")]
    assert len(set(numbers)) == ORDERS
    assert [number for number in numbers if not re.fullmatch("C-[0-9A-HJKMNP-TV-Z]{5}", number)] == []
    rows_of(old_shop, insert_orders(ORDERS, ORDERS + 1))
    assert rows_of(old_shop, "SELECT count(*) FROM orders_order WHERE number IS NULL") == [(2,)]

    migrate(old_shop, ["orders", "0014"], [])  # repeating it keeps the numbers and adds those that are missing
    after = [number for (number,) in rows_of(old_shop, "SELECT number FROM orders_order ORDER BY id")]
    assert set(numbers) < set(after)
    assert len(set(after)) == ORDERS + 2
