"""An open door, and entries that transactional tests can delete."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from door.models import Entry, EntryText
from tests.door.phones import Door, create_date

triggers = import_module("door.migrations.0002_append_only_log")


@pytest.fixture
def door(as_admin: Any) -> Door:
    return Door(as_admin, create_date(event__price="12.00"))


@pytest.fixture
def real_transactions(transactional_db: None) -> Iterator[None]:
    """Delete the entries at the end, which the database refuses otherwise."""
    yield
    with connection.schema_editor() as editor:
        triggers.drop_triggers(None, editor)
    EntryText.objects.all().delete()
    Entry.objects.all().delete()
    with connection.schema_editor() as editor:
        triggers.make_triggers(None, editor)
