"""Change behind the shop's back what the database refuses to change."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from charityshop.db.triggers import create_triggers, drop_triggers


@contextmanager
def disabled_triggers() -> Iterator[None]:
    drop_triggers(connection)
    yield
    create_triggers(connection)
