"""The databases of earlier releases are migrated, and the shop still shows what they contained.

Each release adds its own dumps (`tests.upgrades.make_dump`), which never change afterwards.
"""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url

DUMPS = sorted(Path(__file__).with_name("dumps").glob(f"*.{connection.vendor}.sql"))
SHOWN = """
import json
import django
django.setup()
from accounts.models import User
from door.models import Night
from ledger.models import Month
from orders.models import Order
from tests.conftest import signed_in

order, month, staff = Order.objects.get(), Month.objects.get(), signed_in(User.objects.get(is_staff=True))
bought = signed_in(order.user).get(f"/api/orders/{order.public_id}").json()
booked = staff.get(f"/api/ledger/{month.first_day:%Y-%m}").json()
night = staff.get(f"/api/door/nights/{Night.objects.get().public_id}").json()
print(json.dumps({
    "order": {name: bought[name] for name in ("status", "totalPrice", "refundedPrice")},
    "seats": bought["orderItems"][0]["bookings"][0]["reservationSeats"]["qty"],
    "refunds": [each["amount"] for each in bought["refunds"]],
    "is closed": booked["closedAt"] is not None,
    "lines": {line["kind"]: line["amount"] for line in booked["lines"]},
    "inside": night["in"],
}))
"""


def run(url: str, *command: str) -> str:
    """Run Python with the shop's settings and this database, and return what it prints."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    command = (sys.executable, *command)
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(params=DUMPS, ids=lambda file: file.name)
def old_shop(request: pytest.FixtureRequest, tmp_path: Path, db: None) -> Iterator[str]:
    """The URL of a database that an earlier release left."""
    name = f"old_{uuid4().hex[:12]}"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(tmp_path / name)) as database:
            database.executescript(request.param.read_text())
        yield f"sqlite:///{tmp_path / name}"
        return
    on_the_server(f"CREATE DATABASE {name}")
    try:
        with psycopg.connect(postgresql_url(name), autocommit=True) as database:
            database.execute(request.param.read_text())
        yield postgresql_url(name)
    finally:
        drop(postgresql_url(name))


def test_an_earlier_release_is_migrated_with_all_that_it_sold_and_booked(old_shop: str) -> None:
    run(old_shop, "manage.py", "migrate", "--verbosity", "0")

    assert "No violations." in run(old_shop, "manage.py", "check_books")
    assert json.loads(run(old_shop, "-c", SHOWN)) == {
        "order": {"status": "partly_refunded", "totalPrice": 23.0, "refundedPrice": 10.0},
        "seats": 2,
        "refunds": [10.0],
        "is closed": True,
        "lines": {"tickets": 20.0, "refunds": 8.7, "fees": 1.29, "sales_tax": 1.7, "cost": 9.5},
        "inside": 2,
    }


def test_every_change_of_a_model_has_a_migration(old_shop: str) -> None:
    run(old_shop, "manage.py", "makemigrations", "--check", "--dry-run")
