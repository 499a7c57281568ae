"""Cache public responses in the memory of each process, for at most `RESPONSE_MAX_AGE` seconds.

Only anonymous GET requests are served from the cache. Requests with a session cookie, the seat count of one date, and
everything that holds seats always read the database.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any

from csp.constants import HEADER as POLICY
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.views.decorators.http import conditional_page

from charityshop.spa.manifest import manifest_written

View = Callable[..., HttpResponseBase]
MAX_BYTES = 512 * 1024  # of one response
FRESH_SHARE = 0.8  # of its life a response is only served; in the rest, one request replaces it
CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")


@dataclass(frozen=True, slots=True)
class CachedResponse:
    content: bytes
    headers: dict[str, str]
    made_at: float


def cached_response(view: View) -> View:
    """Serve a public view from the cache. Its response must be the same for every anonymous visitor."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_cacheable(request):
            return view(request, *args, **kwargs)
        cache, key, max_age = caches["responses"], cache_key(request), settings.RESPONSE_MAX_AGE
        found = cache.get(key)
        # add() is true for one request only: it replaces the response, and the others get the old one meanwhile.
        if found and not asks_anew(request) and not cache.add(f"{key}:fresh", True, max_age * FRESH_SHARE):
            return send(request, found)
        made_at = time.time()
        response = whole_response(view, request, *args, **kwargs)
        if not isinstance(response, HttpResponse) or response.status_code != 200 or response.cookies:
            return response
        made = CachedResponse(response.content, dict(response.headers), made_at)
        if len(made.content) <= MAX_BYTES:
            cache.set(key, made, max_age)
            cache.set(f"{key}:fresh", True, max_age * FRESH_SHARE)
        return send(request, made)

    return respond


def is_cacheable(request: HttpRequest) -> bool:
    is_anonymous = settings.SESSION_COOKIE_NAME not in request.COOKIES
    is_on = settings.RESPONSE_MAX_AGE > 0 and not settings.DEBUG
    return is_on and is_anonymous and request.method == "GET"


def asks_anew(request: HttpRequest) -> bool:
    """Return whether the app comes back to a page, or a visitor is about to book: `requests.ts` in the browser."""
    return "no-cache" in request.headers.get("Cache-Control", "")


def cache_key(request: HttpRequest) -> str:
    """Everything the response depends on: the address with its query, the content negotiation, and the build."""
    accepted = [request.headers.get(name, "") for name in ("Accept", "Accept-Encoding")]
    return sha256(repr((request.get_full_path(), accepted, manifest_written())).encode()).hexdigest()


def whole_response(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """Return the response with its content, even if the visitor has it already: `send` checks that afterwards."""
    conditions = {name: request.META.pop(name) for name in CONDITIONS if name in request.META}
    try:
        response = view(request, *args, **kwargs)
        return response.render() if isinstance(response, SimpleTemplateResponse) else response
    finally:
        request.META.update(conditions)


@conditional_page
def whole_or_not_modified(request: HttpRequest, cached: CachedResponse) -> HttpResponse:
    return HttpResponse(cached.content, headers=cached.headers)


def send(request: HttpRequest, cached: CachedResponse) -> HttpResponseBase:
    response = whole_or_not_modified(request, cached)
    response["Age"] = str(max(0, int(time.time() - cached.made_at)))  # caches on the way subtract it from max-age
    if POLICY in cached.headers:  # Django's 304 drops it, and the middleware would then send its own
        response[POLICY] = cached.headers[POLICY]
    return response
