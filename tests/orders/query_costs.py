"""What the queries of a call cost, independent of how busy the machine is."""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

from django.db import connection, transaction


class RecordedQueries:
    """Records every SELECT with its parameters."""

    def __init__(self) -> None:
        self.selects: list[tuple[str, Any]] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith("SELECT"):
            self.selects.append((sql, params))
        return execute(sql, params, many, context)


def count_rows_read(call: Callable[[], object]) -> int:
    """Measure the database's work for a call, independent of how busy the machine is.

    On SQLite, count its steps. On PostgreSQL, run the same SELECTs again and count the rows that each part read, with
    sequential scans disabled because some tables here are small.
    """
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        steps = count()
        connection.connection.set_progress_handler(lambda: next(steps) and None, 1)
        call()
        connection.connection.set_progress_handler(None, 1)
        return next(steps)
    asked = RecordedQueries()
    with connection.execute_wrapper(asked):
        call()
    with transaction.atomic(), connection.cursor() as cursor:  # for SET LOCAL
        cursor.execute("ANALYZE")  # the server does this automatically
        cursor.execute("SET LOCAL enable_seqscan = off")
        rows = 0
        for sql, params in asked.selects:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            found = cursor.fetchone()[0]
            rows += sum_plan_rows((json.loads(found) if isinstance(found, str) else found)[0]["Plan"])
        cursor.execute("SET LOCAL enable_seqscan = on")
    return rows


def sum_plan_rows(plan: dict[str, Any]) -> int:
    here = sum(plan.get(name, 0) for name in ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"))
    return int(here * plan["Actual Loops"]) + sum(sum_plan_rows(part) for part in plan.get("Plans", []))


def list_used_indexes(sql: str, params: Any) -> list[str]:
    """Return the names of the indexes in the query's plan, once for each lookup."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            return re.findall(r"SEARCH .* INDEX (\w+)", "\n".join(row[3] for row in cursor.fetchall()))
        cursor.execute("SET LOCAL enable_seqscan = off")  # because some tables here are small
        cursor.execute(f"EXPLAIN {sql}", params)
        plan = "\n".join(row[0] for row in cursor.fetchall())
        cursor.execute("SET LOCAL enable_seqscan = on")
        return re.findall(r"Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)", plan)
