"""`flush`, which Django runs after each test with real transactions.

On PostgreSQL, Django truncates all tables, which creates a new file for each: about 0.1 seconds for a few rows.
Deleting these rows takes 0.002 seconds. Triggers and foreign keys are off meanwhile, which only a superuser may do.
Content types and permissions, which migrations create, stay.
"""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

FROM_MIGRATIONS = {"django_content_type", "auth_permission"}


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        if connection.vendor != "postgresql" or not is_superuser(connection):
            super().handle(**options)
            return
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        deletes = "".join(
            f"DELETE FROM {connection.ops.quote_name(table)}; " for table in tables if table not in FROM_MIGRATIONS
        )
        with connection.cursor() as cursor:
            cursor.execute(f"SET session_replication_role = replica; {deletes} SET session_replication_role = origin")


def is_superuser(connection: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SHOW is_superuser")
        return bool(cursor.fetchone()[0] == "on")
