"""The page of the volunteers' app, and its service worker, with which the page opens without a connection."""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.generic import RedirectView

from charityshop.branding.shop import shop_of
from charityshop.middleware import SecurityHeaders
from charityshop.spa.manifest import list_files
from charityshop.spa.page import INLINE_EARLY_KEYS_SCRIPT, TEMPLATE, own_page_context, render_own_page, script_safe_json

ENTRY = "src/evening/door/main.tsx"
PAGE = "/door/"
PERMISSIONS = SecurityHeaders.permissions_policy(allowed=("camera",))


@require_safe
def door_page(request: HttpRequest) -> HttpResponseBase:
    """/door/: the same page for everybody. The link's key stays in the fragment, which browsers don't send."""
    response = render_own_page(request, context_of(request))
    response["Permissions-Policy"] = PERMISSIONS
    return response


@require_safe
@conditional_page
@cache_control(public=True, no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """/door/sw.js: its version changes with the page and with the files that the page loads."""
    context = context_of(request)
    page = render_to_string(TEMPLATE, context, request)
    theme = shop_of(request).theme.version
    files = [PAGE, *([f"/theme.css?v={theme}"] if theme else []), *list_files(ENTRY)]
    version = hashlib.sha256("\n".join([page, *files]).encode()).hexdigest()[:16]
    values = {"files": script_safe_json(files), "version": script_safe_json(version)}
    return render(request, "door/sw.js", values, content_type="text/javascript; charset=utf-8")


def context_of(request: HttpRequest) -> dict[str, Any]:
    without_scripts = "Turn on JavaScript to scan tickets."
    return own_page_context(
        request, entry=ENTRY, title="Door", without_scripts=without_scripts, early_script=INLINE_EARLY_KEYS_SCRIPT
    )


urlpatterns = [
    path("door", RedirectView.as_view(url="/door/")),
    path("door/", door_page),
    path("door/sw.js", service_worker),
]
