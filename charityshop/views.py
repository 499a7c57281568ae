"""Error pages and health checks. `charityshop.middleware.JsonErrors` answers for the API in JSON instead."""

import sys

from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from charityshop.api.responses import domain_json_response, error_response, is_api
from charityshop.exceptions import UNAVAILABLE, database_unavailable

FILES = ("/static/", "/media/")  # requests for these expect no page


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Return the 400 page. Only the shop's own errors show a reason; Django's are for the log."""
    reason = "The address may be mistyped. Go back and try again."
    if isinstance(exception, BadRequest):
        reason = str(exception)
    return error_page("The request is not readable.", reason, status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return error_response("Not found.", "not_found", 404)
    if not request.accepts("text/html") or request.path.startswith(FILES):
        return HttpResponse("Not found.", status=404, content_type="text/plain; charset=utf-8")
    return error_page("Page not found.", "The address may be mistyped, or the page no longer exists.", status=404)


def not_allowed(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    """Return the 403 page, with the view's reason if there is one.

    Also used for a missing CSRF token, for example after signing out in another window.
    """
    why = str(exception) if isinstance(exception, PermissionDenied) else ""
    return error_page("This is not allowed.", why or "Go back, reload the page and try again.", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    if isinstance(error, UNAVAILABLE):  # raised outside a view, for example while reading a session
        return unavailable_page(request, error)
    return error_page("Something broke on our side.", "Try again in a minute.", status=500)


def error_page(heading: str, text: str, *, status: int) -> HttpResponse:
    """Render an error page without the database or the request, because either may be broken."""
    return HttpResponse(render_to_string("plain_page.html", {"heading": heading, "text": text}), status=status)


def unavailable_page(request: HttpRequest, cause: BaseException) -> HttpResponse:
    """Return a 503 while the database is unavailable."""
    error = database_unavailable(cause)
    if is_api(request):
        return domain_json_response(error)
    response = error_page("The shop is busy.", "Try again in a few seconds.", status=error.status)
    response["Retry-After"] = str(error.retry_after)
    return response


# --- Health checks, for load balancers and monitoring ----------------------------------------------------------------


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
