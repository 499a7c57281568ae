"""Rows of several models in one statement, where the database can: PostgreSQL takes them all, SQLite a model at a time.

Later rows may refer to earlier ones that have no key yet, as an order's lines do to the order.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

from charityshop.driver import rows_of
from charityshop.prepared import AT_ONCE, Column, columns_written, insert, insert_into, is_written

Shape = tuple[type[models.Model], int, tuple[str, ...]]
"""A model, how many rows of it, and which of their columns name a row that has no key yet."""


def insert_together(*groups: Sequence[models.Model]) -> None:
    """INSERT each group's rows, which are of one model; each row gets its primary key. No signals are sent.

    What is referred to is found by its `public_id` meanwhile.
    """
    database = connections[DEFAULT_DB_ALIAS]
    rows = [row for group in groups for row in group]
    if database.vendor == "sqlite" or len(rows) > AT_ONCE:
        for group in groups:
            name_by_key(group)
            insert(group)
        return
    shapes = tuple((type(group[0]), len(group), waiting_columns(group[0])) for group in groups if group)
    params = [value for group in groups for value in values_of(group, database)]
    for row, (_, key) in zip(rows, rows_of(sql_for(shapes), params, database), strict=True):
        is_written(row, key, database)
    name_by_key(rows)


def values_of(rows: Sequence[models.Model], database: Any) -> Iterator[Any]:
    waiting = waiting_columns(rows[0]) if rows else ()
    for row in rows:
        for column in columns_written(type(row)):
            yield without_key(column, row).public_id if column.name in waiting else column.value_of(row, database)


def waiting_columns(row: models.Model) -> tuple[str, ...]:
    return tuple(column.name for column in references(type(row)) if without_key(column, row) is not None)


@lru_cache
def references(model: type[models.Model]) -> list[Column]:
    return [column for column in columns_written(model) if isinstance(column.field, models.ForeignKey)]


def without_key(column: Column, row: models.Model) -> Any:
    """The row that this column is to name, where that had no key when it was set; else None."""
    if getattr(row, column.name) is not None:
        return None
    return column.field.get_cached_value(row, default=None)  # type: ignore[attr-defined]  # a ForeignKey has it


def name_by_key(rows: Sequence[models.Model]) -> None:
    for row in rows:
        for column in references(type(row)):
            if (other := without_key(column, row)) is not None:
                setattr(row, column.field.name, other)


@lru_cache
def sql_for(shapes: tuple[Shape, ...]) -> str:
    """The keys come in the order of the rows: they are given in that order, and grow."""
    parts = {model: f"made_{n}" for n, (model, _, _) in enumerate(shapes)}
    made = [f"{parts[model]} AS ({insert_part(model, rows, waiting, parts)})" for model, rows, waiting in shapes]
    keys = [f"SELECT {n}, id FROM {part}" for n, part in enumerate(parts.values())]  # noqa: S608  # names only
    return f"WITH {', '.join(made)} {' UNION ALL '.join(keys)} ORDER BY 1, 2"


def insert_part(
    model: type[models.Model], rows: int, waiting: tuple[str, ...], parts: dict[type[models.Model], str]
) -> str:
    values = [
        f"(SELECT id FROM {parts[cast(type[models.Model], column.field.related_model)]} WHERE public_id = %s)"  # noqa: S608  # names only
        if column.name in waiting
        else "%s"
        for column in columns_written(model)
    ]
    key = connection.ops.quote_name(str(model._meta.pk.column))
    returned = [f"{key} AS id"] + [column.name for column in columns_written(model) if column.name == "public_id"]
    row = f"({', '.join(values)})"
    return f"{insert_into(model)} VALUES {', '.join([row] * rows)} RETURNING {', '.join(returned)}"
