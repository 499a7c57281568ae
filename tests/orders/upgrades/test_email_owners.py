"""Upgrading from before emails had owners: only emails about an order get an owner."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url, rows_of

ON_SQLITE = connection.vendor == "sqlite"
ORDER, OTHER = "a" * 24, "b" * 24
BEFORE = [["charityshop", "0006"], ["orders", "0010"], ["accounts", "0005"], ["auditlog"]]
MIGRATE = """
import django, json, sys
from django.core.management import call_command
django.setup()
for target in json.loads(sys.argv[1]):
    call_command("migrate", *target, verbosity=0)
"""


def migrate(url: str, *targets: list[str]) -> None:
    """Migrate in a separate process, to the targets one after another."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    ran = [sys.executable, "-c", MIGRATE, json.dumps(targets)]
    done = subprocess.run(ran, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def old_shop(tmp_path: Path, db: None) -> Iterator[str]:
    name = f"old_{uuid4().hex[:12]}"
    if not ON_SQLITE:
        on_the_server(f"CREATE DATABASE {name}")
    url = f"sqlite:///{tmp_path / name}" if ON_SQLITE else postgresql_url(name)
    try:
        migrate(url, *BEFORE)
        fill(url)
        yield url
    finally:
        drop(url)


def fill(url: str) -> None:
    rows_of(url, insert("accounts_user", USER | {"id": 7, "public_id": "c" * 24, "email": "ana@example.com"}))
    rows_of(url, insert("orders_order", ORDER_ROW | {"public_id": ORDER, "user_id": 7}))
    mails = [("order_paid", ORDER), ("order_paid", OTHER), ("order_refunded", "")]
    for number, (kind, about) in enumerate(mails):
        row = MAIL | {"public_id": str(number), "kind": kind, "about": about}
        rows_of(url, insert("charityshop_outgoingmail", row))
    for model, named in (("outgoingmail", "order_paid to ana@example.com (given up)"), ("user", "a to b@c.de (x)")):
        ((kind_id,),) = rows_of(url, f"SELECT id FROM django_content_type WHERE model = '{model}'")
        rows_of(url, insert("auditlog_logentry", ENTRY | {"content_type_id": kind_id, "object_repr": named}))


def insert(table: str, row: dict[str, object]) -> str:
    values = ", ".join(to_sql(value) for value in row.values())
    names = ", ".join(f'"{name}"' for name in row)
    return f"INSERT INTO {table} ({names}) VALUES ({values})"  # the test's own values


def to_sql(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return ("1" if value else "0") if ON_SQLITE else str(value).lower()
    return str(value) if isinstance(value, int) else f"'{value}'"


NOW = "2026-11-01 12:00:00+00:00"
USER = {
    "password": "!", "is_superuser": False, "first_name": "Ana", "last_name": "", "is_staff": False, "is_active": True,
    "requires_password_reset": False, "session_generation": 0, "date_joined": NOW,
}  # fmt: skip
ORDER_ROW = {
    "status": "cancelled", "is_test": True, "items_price": 0, "tax_price": 0, "shipping_price": 0, "total_price": 0,
    "shipping_address": "{}", "billing_address": "{}", "payment_method": "Paypal", "created_at": NOW,
    "hold_extended": False, "lines_digest": "", "revivals": 0,
}  # fmt: skip
MAIL = {
    "to": "ana@example.com", "subject": "Hello", "text": "Hello", "html": "", "attachments": "[]", "is_secret": False,
    "created_at": NOW, "attempts": 1, "give_up_at": NOW, "sent_at": NOW, "last_problem": "",
}  # fmt: skip
ENTRY = {"object_pk": "1", "action": 1, "changes": "{}", "timestamp": NOW, "additional_data": "{}", "changes_text": ""}


def test_only_emails_about_an_order_get_an_owner_and_addresses_are_removed_from_audit_entries(old_shop):
    migrate(old_shop, [])

    owners = rows_of(old_shop, "SELECT kind, about, owner_id FROM charityshop_outgoingmail ORDER BY public_id")
    assert owners == [("order_paid", ORDER, 7), ("order_paid", OTHER, None), ("order_refunded", "", None)]
    entries = rows_of(old_shop, "SELECT object_repr FROM auditlog_logentry ORDER BY id")
    assert entries == [("order_paid (given up)",), ("a to b@c.de (x)",)]
