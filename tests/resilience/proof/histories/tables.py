"""The database's rows as they stand: read whole to see whether anything changed, or kept and put back."""

from collections.abc import Iterable
from typing import Any

from django.db import connection, transaction

# What migrations wrote, and the programme's stamp, which the database's own triggers write.
NOT_OURS = {"django_content_type", "auth_permission", "django_migrations", "events_programmestamp"}
Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]
"""By table: its columns, and all that stands in them."""


def rows_of(tables: Iterable[str]) -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
            found[table] = ([column[0] for column in cursor.description], cursor.fetchall())
    return found


def every_row() -> Rows:
    return rows_of(our_tables())


def our_tables() -> list[str]:
    return sorted(set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - NOT_OURS)


def put_back(kept: Rows) -> None:
    """Every table as it was kept. Foreign keys are looked at when this commits, so the order of tables is no matter.

    Ids go on counting, and the programme has a new stamp: nothing can be mistaken for what stood under the old ones.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        for table in kept:
            cursor.execute(f"DELETE FROM {table}")
        for table, (columns, rows) in kept.items():
            if rows:
                names, places = ", ".join(f'"{name}"' for name in columns), ", ".join(["%s"] * len(columns))
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)


def empty_every_table() -> None:
    put_back({table: ([], []) for table in our_tables()})
