"""Rows that cannot be written, as after disk damage or because of a bug: triggers raise an error."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from django.db import connection

SQLITE = """
CREATE TRIGGER broken_{table} BEFORE UPDATE ON {table} WHEN {condition}
BEGIN SELECT RAISE(ABORT, 'this row is broken'); END
"""
POSTGRESQL = """
CREATE OR REPLACE FUNCTION broken_{table}() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$;
CREATE TRIGGER broken_{table} BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION broken_{table}()
"""


def broken_row(table: str, pk: int) -> AbstractContextManager[None]:
    """Let every update of this row fail until the block ends. Needs a test that commits (transaction=True)."""
    return broken_rows(table, f"old.id = {pk}")


@contextmanager
def broken_rows(table: str, condition: str) -> Iterator[None]:
    """Let every update of the rows that match the condition fail until the block ends."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute((SQLITE if is_sqlite else POSTGRESQL).format(table=table, condition=condition))
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER broken_{table}" + ("" if is_sqlite else f" ON {table}"))
