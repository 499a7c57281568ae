"""Health checks for load balancers and monitoring."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Report that the process is up."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Report whether the database is available and fully migrated."""
    try:
        executor = MigrationExecutor(connection)
        ready = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        ready = False
    return JsonResponse({"status": "ok" if ready else "not ready"}, status=200 if ready else 503)
