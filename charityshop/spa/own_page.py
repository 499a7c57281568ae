"""Pages with a program of their own beside the React app, which load nothing of it: the door, and tournaments."""

from typing import Any

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

from charityshop.branding.shop import shop_of
from charityshop.security.csp import page_policy
from charityshop.spa.manifest import assets_for
from charityshop.spa.page import INLINE_HEAD_SCRIPT, in_dev_mode, script_safe_json

TEMPLATE = "own_page.html"


def render_own_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponseBase:
    """Return the page, which is the same for everybody. `context` is from `own_page_context`."""

    @gzip_page
    @conditional_page
    @cache_control(public=True, no_cache=True)
    def draw(request: HttpRequest) -> HttpResponse:
        return render(request, TEMPLATE, context)

    response = draw(request)  # may be a 304, whose headers replace the cached ones
    response[HEADER] = build_policy(page_policy(""))
    return response


def own_page_context(request: HttpRequest, *, entry: str, title: str, without_scripts: str) -> dict[str, Any]:
    """Return what the template needs. `entry` is the program's, `without_scripts` what the page says without it."""
    shop = shop_of(request)
    values = {"name": shop.name, "timeZone": settings.SHOP_TIME_ZONE}
    return {
        "shop": shop,
        "title": f"{title} · {shop.name}",
        "without_scripts": without_scripts,
        "entry": entry,
        "assets": None if in_dev_mode() else assets_for(entry=entry),
        "in_dev_mode": in_dev_mode(),
        "head_script": INLINE_HEAD_SCRIPT,
        "shop_json": script_safe_json(values),
    }
