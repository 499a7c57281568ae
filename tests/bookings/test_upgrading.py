"""After an upgrade, all triggers change the stamp that the cache of the previous release reads."""

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
STAMPED = ("events_event", "events_occurrence", "charityshop_shopsettings")
OPERATIONS = ("INSERT", "UPDATE", "DELETE")
WANTED = {f"{table}_{operation}_stamps" for table in STAMPED for operation in OPERATIONS if ON_SQLITE} or {
    f"{table}_stamps" for table in STAMPED
}
ADDED = {"door_entry_no_update", "door_entry_no_delete"} if ON_SQLITE else {"door_entry_append_only"}
ADDED |= {"door_drawer_frozen", "door_move_frozen", "ledger_month_update_frozen", "ledger_month_delete_frozen"}
ADDED |= {f"ledger_entry_{operation.lower()}_frozen" for operation in OPERATIONS}
if ON_SQLITE:
    ADDED |= {f"ledger_{table}_{event}_no_replacing" for table in ("month", "entry") for event in ("insert", "update")}
TRIGGERS = (
    "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if ON_SQLITE
    else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
)


def migrate(url: str, *to: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", *to]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def triggers(url: str) -> set[str]:
    return {name for (name,) in rows_of(url, TRIGGERS)}


@pytest.fixture
def old_shop(tmp_path: Path, db: None) -> Iterator[str]:
    """The URL of a database before the migrations that recreated the tables with triggers."""
    name = f"old_{uuid4().hex[:12]}"
    if not ON_SQLITE:
        on_the_server(f"CREATE DATABASE {name}")
    url = f"sqlite:///{tmp_path / name}" if ON_SQLITE else postgresql_url(name)
    try:
        migrate(url, "charityshop", "0003")
        migrate(url, "events", "0004")
        rows_of(url, "INSERT INTO events_programmestamp (id, stamp) VALUES (1, 'old')")
        yield url
    finally:
        drop(url)


def test_an_upgrade_preserves_every_trigger(old_shop):
    assert triggers(old_shop) == WANTED

    migrate(old_shop)

    assert triggers(old_shop) == WANTED | ADDED


@pytest.mark.skipif(not ON_SQLITE, reason="PostgreSQL alters tables where they stand")
def test_an_upgrade_restores_missing_triggers_and_invalidates_the_old_cache(old_shop):
    for name in sorted(WANTED)[:3]:
        rows_of(old_shop, f"DROP TRIGGER {name}")

    migrate(old_shop)

    assert triggers(old_shop) == WANTED | ADDED
    assert rows_of(old_shop, "SELECT stamp FROM events_programmestamp") != [("old",)]
