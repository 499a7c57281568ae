"""Error pages."""

import sys

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from charityshop.api.responses import domain_body, is_api, plain_answer
from charityshop.exceptions import AWAY, database_is_away

FILES = ("/static/", "/media/")  # requests for these expect no page


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Return the 400 page. Only the shop's own errors show a reason; Django's are for the log."""
    if is_api(request):
        return plain_answer("The request is not readable.", "malformed", 400)
    why = str(exception) if isinstance(exception, BadRequest) else "The address may be mistyped. Go back and try again."
    return trouble("The request is not readable.", why, status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return plain_answer("There is nothing here by that name.", "not_found", 404)
    if not request.accepts("text/html") or request.path.startswith(FILES):
        return HttpResponse("Not found.", status=404, content_type="text/plain; charset=utf-8")
    return trouble("There is nothing here.", "The address may be mistyped, or what it led to is gone.", status=404)


def not_allowed(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    """Return the 403 page, with the view's reason if there is one.

    Also shown for a missing CSRF token, for example after signing out in another window.
    """
    if is_api(request):
        return plain_answer("That is not allowed.", "forbidden", 403)
    why = str(exception) if isinstance(exception, PermissionDenied) else ""
    return trouble("That is not allowed.", why or "Go back, load the page again and try once more.", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    if isinstance(error, AWAY):  # raised outside a view, for example while reading a session
        return busy(request, error)
    if is_api(request):
        return plain_answer("Something broke on our side. Try again in a minute.", "server_error", 500)
    return trouble("Something broke on our side.", "Try again in a minute.", status=500)


def trouble(heading: str, text: str, *, status: int) -> HttpResponse:
    """Render an error page without the database or the request, because either may be broken."""
    return HttpResponse(render_to_string("trouble.html", {"heading": heading, "text": text}), status=status)


def busy(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Return a 503 while the database is unavailable."""
    away = database_is_away(error)
    if is_api(request):
        answer: HttpResponse = JsonResponse(domain_body(away), status=away.status)
    else:
        answer = trouble("The shop is busy.", "Try again in a few seconds.", status=away.status)
    answer["Retry-After"] = str(away.retry_after)
    return answer
