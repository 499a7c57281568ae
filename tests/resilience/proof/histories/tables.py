"""Read and restore the rows of the shop's tables."""

from collections.abc import Iterable
from typing import Any

from django.db import connection, transaction

# Written by migrations and, in the case of the stamp, by the database's triggers.
NOT_OURS = {"django_content_type", "auth_permission", "django_migrations", "events_programmestamp"}
Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]
"""By table, its columns and rows."""


def read_rows(tables: Iterable[str]) -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
            found[table] = ([column[0] for column in cursor.description], cursor.fetchall())
    return found


def read_every_row() -> Rows:
    return read_rows(list_tables())


def list_tables() -> list[str]:
    return sorted(set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - NOT_OURS)


def restore_rows(tables: Rows) -> None:
    """Replace the rows of these tables. Foreign keys are checked at commit, so the order of tables doesn't matter.

    New rows do not reuse IDs of deleted ones, because the sequences of IDs are not reset.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")
        for table, (columns, rows) in tables.items():
            if rows:
                names, places = ", ".join(f'"{name}"' for name in columns), ", ".join(["%s"] * len(columns))
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)


def empty_every_table() -> None:
    restore_rows({table: ([], []) for table in list_tables()})
