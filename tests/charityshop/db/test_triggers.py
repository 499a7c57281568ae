"""The database keeps its triggers when a table gets a new column, for which SQLite rebuilds the table."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import connection, models
from django.db.migrations import Migration

from charityshop.db.triggers import TRIGGERS, drop_triggers, list_missing_triggers

TABLES = sorted({trigger.table for trigger in TRIGGERS})

pytestmark = pytest.mark.django_db(transaction=True)


def start_migrating() -> None:
    plan = [(Migration("0002_remark", "ledger"), False)]
    emit_pre_migrate_signal(verbosity=0, interactive=False, db="default", plan=plan)


def end_migrating() -> None:
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")


@pytest.fixture(params=TABLES)
def new_column(request: pytest.FixtureRequest) -> Iterator[None]:
    """Add a text column with a default, as a migration does, and remove it at the end."""
    model = next(model for model in apps.get_models() if model._meta.db_table == request.param)
    column = models.TextField(default="none")
    column.set_attributes_from_name("remark")
    column.model = model
    start_migrating()
    with connection.schema_editor() as editor:
        editor.add_field(model, column)
    yield
    start_migrating()
    with connection.schema_editor() as editor:
        editor.remove_field(model, column)
    end_migrating()


def test_a_new_column_leaves_every_trigger(new_column: None) -> None:
    end_migrating()

    assert list_missing_triggers(connection) == []


def test_the_consistency_check_names_missing_triggers(capsys: pytest.CaptureFixture[str]) -> None:
    drop_triggers(connection)  # like a migration that fails
    with pytest.raises(CommandError):
        call_command("check_books")
    end_migrating()

    assert "The database lacks the trigger door_doorentry_no_update" in capsys.readouterr().err
