"""Upgrading a shop of commit 30c20a6: no violations, and old damage is listed."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection

from orders.services.payments.find_payees import NOT_LOOKED_UP
from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url, rows_of

Run = Callable[..., subprocess.CompletedProcess[str]]
DOUBLE_REFUND, FOREIGN_PAYMENT, LOST_PAYMENT, ATTACHED_PAYMENT = ("d" * 23 + number for number in "1234")


@pytest.fixture
def database(tmp_path: Path, db: None) -> Iterator[str]:
    """The URL of an empty database."""
    name = f"old_{uuid4().hex[:12]}"
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / name}"
        return
    on_the_server(f"CREATE DATABASE {name}")
    url = postgresql_url(name)
    yield url
    drop(url)


@pytest.fixture
def run(database: str) -> Run:
    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": database}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return command


def upgrade(run: Run, *more: str) -> None:
    for command in (
        ["-m", "tests.orders.upgrades.old_database", "make", *more],
        ["manage.py", "migrate", "--verbosity", "0"],
    ):
        done = run(*command)
        assert done.returncode == 0, done.stderr


def list_attention(run: Run) -> list[dict[str, str]]:
    listed = run("-m", "tests.orders.upgrades.old_database", "list")
    assert listed.returncode == 0, listed.stderr
    found: list[dict[str, str]] = json.loads(listed.stdout)
    return found


def test_an_upgraded_shop_has_no_violations_and_old_damage_is_listed(run: Run, database: str) -> None:
    upgrade(run)

    violations = run("manage.py", "check_books")
    assert violations.returncode == 0, violations.stderr
    assert get_statuses(database, "orders_order") == {
        "held", "expired", "cancelled", "capturing", "review", "paid", "partly_refunded", "refunded", "refund_due",
    }  # fmt: skip
    assert get_statuses(database, "orders_payment") == {
        "creating", "open", "capturing", "pending", "completed", "refused", "denied",
    }  # fmt: skip
    assert get_statuses(database, "orders_refund") == {"requested", "pending", "completed", "failed"}
    items = list_attention(run)
    alerts = {item["order"]: item["message"] for item in items if item["kind"] == "alert"}
    assert set(alerts) == {DOUBLE_REFUND, FOREIGN_PAYMENT, ATTACHED_PAYMENT}
    assert "10.00 USD" in alerts[DOUBLE_REFUND]
    assert "may have refunded it twice" in alerts[DOUBLE_REFUND]
    assert "another PayPal account" in alerts[FOREIGN_PAYMENT]
    assert "OTHERMERCHANT" in alerts[FOREIGN_PAYMENT]
    assert alerts[ATTACHED_PAYMENT].startswith(NOT_LOOKED_UP)
    assert Counter(item["kind"] for item in items) == {
        "alert": 3, "unmatched": 4, "review": 2, "refund_due": 3, "refund_failed": 2,
    }  # fmt: skip

    for target in (["orders", "0011"], []):  # repeating it lists nothing twice
        assert run("manage.py", "migrate", *target, "--verbosity", "0").returncode == 0
    assert list_attention(run) == items


def get_statuses(database: str, table: str) -> set[str]:
    return {status for (status,) in rows_of(database, f"SELECT DISTINCT status FROM {table}")}


def test_a_paid_order_whose_only_payment_was_refunded_is_listed_and_reported(run: Run, database: str) -> None:
    upgrade(run, "broken")

    violations = run("manage.py", "check_books")
    assert violations.returncode == 1
    ((number,),) = rows_of(database, f"SELECT number FROM orders_order WHERE public_id = '{LOST_PAYMENT}'")
    assert [line for line in violations.stderr.splitlines() if number in line]
    (message,) = [item["message"] for item in list_attention(run) if item["order"] == LOST_PAYMENT]
    assert "refunded by mistake" in message
