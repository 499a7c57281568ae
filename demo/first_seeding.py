"""Fill the demo's database once, wholly: what was interrupted is thrown away, and the next start begins again.

Orders are paid at the PayPal simulator, so one transaction can't hold all of the demo. Instead, a file says while the
demo is filled for the first time, and in which database. Nobody has visited a shop that was not complete, so nothing of
theirs is lost.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User

MARK = settings.STATE_DIR / "first-seeding"
SIMULATOR_STATE = settings.STATE_DIR / "paypal"


def was_interrupted() -> bool:
    return MARK.is_file() and MARK.read_text() == describe_database()


def describe_database() -> str:
    """Return which database it is. Another one that the next start uses is never emptied."""
    return "\n".join(str(settings.DATABASES["default"].get(name, "")) for name in ("ENGINE", "HOST", "PORT", "NAME"))


def is_of_another_version() -> bool:
    """Return whether a table has other columns than its model: its only migration is rewritten with it."""
    migrated = {app for app, _ in MigrationRecorder(connection).applied_migrations()}
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        for model in (model._meta for model in apps.get_models()):
            if model.app_label in migrated and model.managed and not model.proxy:
                if model.db_table not in tables:
                    return True
                table = connection.ops.quote_name(model.db_table)
                cursor.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608 - a table of ours
                found = {column[0] for column in cursor.description}
                if found != {field.column for field in model.local_concrete_fields}:
                    return True
    return False


def start_over() -> None:
    """Empty the database and the simulator, before the simulator is started. Tables of other programs stay."""
    if settings.SQLITE:  # whose tables have triggers that refuse to delete; the file is the shop's alone
        connection.ensure_connection()
        with closing(sqlite3.connect(":memory:")) as nothing:
            nothing.backup(connection.connection)
        connection.close()
    else:
        call_command("flush", interactive=False, verbosity=0)
    shutil.rmtree(SIMULATOR_STATE, ignore_errors=True)


@contextmanager
def in_first_seeding() -> Iterator[None]:
    """Note that a new shop is being filled, until it is. Shops with users are only completed.

    Until then SQLite need not wait for the disk at each commit: after a power cut, the next start begins again.
    """
    if not User.objects.exists():
        MARK.parent.mkdir(parents=True, exist_ok=True)
        MARK.write_text(describe_database())
        run_on_sqlite("PRAGMA synchronous=OFF")
    yield
    run_on_sqlite("PRAGMA synchronous=FULL", "PRAGMA wal_checkpoint(TRUNCATE)")
    MARK.unlink(missing_ok=True)


def run_on_sqlite(*statements: str) -> None:
    if settings.SQLITE:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
