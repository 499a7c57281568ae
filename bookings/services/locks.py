"""Lock rows."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def lock_rows(rows: QuerySet[Any]) -> None:
    """Lock the rows in ID order, so that two transactions cannot deadlock.

    SQLite has no row locks: there, each transaction has locked the database since it began.
    """
    if connection.features.has_select_for_update:
        list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
