"""Databases of earlier releases, filled by SQL and migrated in separate processes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.db import connection

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url

ON_SQLITE = connection.vendor == "sqlite"
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


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """Create a database, and yield its URL."""
    name = f"old_{uuid4().hex[:12]}"
    if not ON_SQLITE:
        on_the_server(f"CREATE DATABASE {name}")
    url = f"sqlite:///{folder / name}" if ON_SQLITE else postgresql_url(name)
    try:
        yield url
    finally:
        drop(url)


def insert(table: str, *rows: dict[str, object]) -> str:
    """Return one INSERT of rows with the same columns."""
    values = ", ".join(f"({', '.join(to_sql(value) for value in row.values())})" for row in rows)
    names = ", ".join(f'"{name}"' for name in rows[0])
    return f"INSERT INTO {table} ({names}) VALUES {values}"  # the test's own values


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
