"""POST /api/csp-report: log violations of the Content-Security-Policy, one line each.

Only routes and hosts are logged, so that no log line identifies a user.
"""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from charityshop.api.throttling import Limit
from charityshop.exceptions import BadRequest, DomainError, TooLarge
from charityshop.security.origins import address_of

log = logging.getLogger("charityshop.csp")

MAX_BYTES = 16 * 1024
MAX_REPORTS = 20  # in one message
KINDS = ("application/csp-report", "application/reports+json", "application/json")
WORD = re.compile(r"[a-z-]{1,40}")


class NotAReport(DomainError):
    status = 415
    code = "unsupported_media_type"


@csrf_exempt  # charityshop.middleware.refusals protects all API paths
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    if request.content_type not in KINDS:
        raise NotAReport("Send a report of a Content-Security-Policy.")
    Limit.of("csp_report", address_of(request)).spend()
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
        raise TooLarge
    for report in list(reports_in(request.body))[:MAX_REPORTS]:
        log.warning("CSP violation: %s", format_report(report))
    return HttpResponse(status=204)


def reports_in(body: bytes) -> Iterator[Mapping[str, Any]]:
    """Yield the reports of a request: one in the old format, or a list in that of the Reporting API."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest("The report is not readable.", code="malformed") from None
    for each in found if isinstance(found, list) else [found]:
        report = each.get("csp-report", each.get("body")) if isinstance(each, Mapping) else None
        if isinstance(report, Mapping):
            yield {key.replace("-", "").lower(): value for key, value in report.items() if isinstance(key, str)}


def format_report(report: Mapping[str, Any]) -> str:
    directive = word(report.get("effectivedirective") or report.get("violateddirective"))
    blocked = place(report.get("blockeduri") or report.get("blockedurl"))
    line = report.get("linenumber")
    where = f"{place(report.get('sourcefile'))}:{line}" if isinstance(line, int) else place(report.get("sourcefile"))
    page = route(report.get("documenturi") or report.get("documenturl"))
    return f"{directive} blocked {blocked} on {page} from {where}"


def word(value: object) -> str:
    return value if isinstance(value, str) and WORD.fullmatch(value) else "?"


def place(value: object) -> str:
    """Return a keyword such as "inline", or a URL's host. Omit the path, which may identify a user."""
    if not isinstance(value, str) or len(value) > 2000:
        return "?"
    try:
        host = urlsplit(value).hostname
    except ValueError:
        return "?"
    if host == settings.SITE_HOST:
        return "this site"
    return (host or word(value))[:100]


def route(value: object) -> str:
    try:
        return str(resolve(urlsplit(value).path).route)[:100] if isinstance(value, str) else "?"
    except (ValueError, Resolver404):
        return "?"
