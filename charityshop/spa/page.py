"""Render the React app's HTML page, with each route's title, description and first data.

The page is the same for all users (no personal data, nonce or cookie), so it may be cached. The API checks permissions.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe
from rest_framework.utils.encoders import JSONEncoder

from charityshop.branding.shop import Shop, shop_of
from charityshop.security.csp import (
    EARLY_KEYS_SCRIPT,
    HEAD_SCRIPT,
    LATE_START_SCRIPT,
    TOO_OLD_SCRIPT,
    checkout_policy,
    page_policy,
)
from charityshop.security.link_tokens import LINK_HEADERS
from charityshop.spa.manifest import assets_for, style_of_build
from charityshop.time_zone import get_rules

MAX_AGE = 5  # seconds for which pages may be cached; the app considers its first data fresh for as long
# Constants of ours, whose hashes the policy allows.
INLINE_SCRIPTS = {
    "too_old_script": mark_safe(TOO_OLD_SCRIPT),  # noqa: S308
    "head_script": mark_safe(HEAD_SCRIPT),  # noqa: S308
    "late_start_script": mark_safe(LATE_START_SCRIPT),  # noqa: S308
}
INLINE_EARLY_KEYS_SCRIPT = mark_safe(EARLY_KEYS_SCRIPT)  # noqa: S308  # the same
ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}  # so that no text ends a script element

View = Callable[..., HttpResponseBase]
Text = str | Callable[[Shop], str]


@dataclass(frozen=True, slots=True)
class Preload:
    """The first visible image, loaded before the app renders it. Both texts must equal those of the app."""

    srcset: str
    sizes: str
    type: str = "image/avif"


@dataclass(frozen=True, slots=True)
class Page:
    """The metadata and first data of one of the React app's pages."""

    title: str  # empty: only the shop's name
    description: Text = ""  # empty: the shop's description
    path: str = ""  # of the canonical URL; empty: the requested path
    is_private: bool = False  # not for search engines
    has_token: bool = False  # its URL contains a token, which neither search engines nor other sites may get
    loads_paypal: bool = False
    api_calls: Sequence[str] = ()  # preloaded, with placeholders; answers are not part of the page, which is public
    module: str = ""  # the page's module in the React app, preloaded
    image: str = ""  # for link previews: the URL of an image of 1200 by 630 pixels
    preload: Preload | None = None
    json_ld: Mapping[str, Any] | None = None
    first_data: list[dict[str, Any]] = field(default_factory=list)  # from first_data()
    first_view: str = "frame"  # the template of the page's first HTML, in templates/first_view
    header: str = "full"  # which of the app's headers the frame has: full, checkout or reset
    heading: str = ""  # the page's h1, unless it depends on the user
    lead: str = ""  # the sentence below it until the app has loaded, which is the page's largest text
    has_staff_bar: bool = False  # whether staff's navigation is under the header, so that there is room for it
    narrow: bool = False  # one narrow column, as on the sign-in page
    context: Mapping[str, Any] = field(default_factory=dict)  # for the first view's template


def first_data(key: list[Any], data: object, at: datetime) -> dict[str, Any]:
    """Return an answer of the API for the app's query cache, with the time before it was read.

    The page may be shown later: by the shop's cache (bookings/response_cache.py), or by a browser's after Back.
    """
    return {"key": key, "data": data, "at": int(at.timestamp() * 1000)}


NOT_FOUND = Page("Not found", is_private=True, heading="That page isn't in our deck.")


def render_page(request: HttpRequest, page: Page, *, status: int = 200) -> HttpResponseBase:
    @gzip_page
    @conditional_page
    @cache_control(public=True, max_age=MAX_AGE)
    def draw(request: HttpRequest) -> HttpResponse:
        return render(request, "app.html", context_of(request, page), status=status)

    response = draw(request)  # may be a 304, whose policy replaces the cached one
    style = "" if in_dev_mode() else style_of_build()
    response[HEADER] = build_policy(checkout_policy(style) if page.loads_paypal else page_policy(style))
    for name, value in LINK_HEADERS.items() if page.has_token else ():
        response[name] = value
    return response


def page_view(page: Page, *, status: int = 200) -> View:
    """Return a view that renders this page."""

    @require_safe
    def view(request: HttpRequest, **named: str) -> HttpResponseBase:
        # Lists without a number start on page 1. With a query string, the app makes different calls.
        parts = {"number": "1"} | {name: quote(part, safe="") for name, part in named.items()}
        api_calls = [] if request.GET else [call.format(**parts) for call in page.api_calls]
        return render_page(request, replace(page, api_calls=api_calls), status=status)

    return view


def context_of(request: HttpRequest, page: Page) -> dict[str, Any]:
    shop = shop_of(request)
    club = shop_json(shop)
    assets = None if in_dev_mode() else assets_for(page.module)
    starts_late = bool(assets) and page.first_view != "frame"
    return {
        **page.context,
        "first_view": f"first_view/{page.first_view}.html" if assets else "",
        "starts_late": starts_late,
        "club": club,
        "shop": shop,
        "page": page,
        "shop_name": shop.name,
        "title": f"{page.title} · {shop.name}" if page.title else shop.name,
        "description": page.description(shop) if callable(page.description) else page.description or shop.description,
        "canonical": absolute(page.path or request.path.rstrip("/") or "/"),
        "image": absolute(page.image or shop.shared_picture),
        "assets": assets,
        "style": mark_safe(assets.style) if assets and starts_late else "",  # noqa: S308  # from the build; the policy allows its hash
        "in_dev_mode": in_dev_mode(),
        **INLINE_SCRIPTS,
        "shop_json": script_safe_json(club),
        "first_data_json": script_safe_json(page.first_data) if page.first_data else "",
        "json_ld": script_safe_json(page.json_ld) if page.json_ld else "",
    }


def shop_json(shop: Shop) -> dict[str, Any]:
    """Return the settings that the React app needs, which are the same for all users."""
    row, logo = shop.row, shop.logo
    return {
        "name": shop.name,
        "description": row.description,
        "welcome": shop.welcome,
        "invitation": {"title": row.invitation_title, "text": row.invitation},
        "about": {
            "text": row.about,
            "sections": [{"title": title, "text": text} for title, text in row.about_sections],
        },
        "accessibility": row.accessibility,
        "charity": row.charity,
        "cause": shop.cause,
        "contactEmail": row.contact_email,
        "makerCredit": row.maker_credit,
        "logo": {"src": logo.path, "width": logo.width, "height": logo.height} if logo else None,
        "timeZone": settings.SHOP_TIME_ZONE,
        "zoneRules": get_rules(ZoneInfo(settings.SHOP_TIME_ZONE)),
        "currency": settings.CURRENCY,
        "taxRate": number(settings.TAX_RATE),
        "shippingFlat": number(settings.SHIPPING_FLAT),
        "shippingFreeOver": number(settings.SHIPPING_FREE_OVER),
        "pricePer": settings.PRICE_PER,
        "holdMinutes": settings.HOLD.seconds // 60,
    }


def number(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


def absolute(path: str) -> str:
    return path if path.startswith("http") else f"{settings.SITE_URL}{path}"


def script_safe_json(data: object) -> SafeString:
    """Return JSON as the API does, escaped for script elements."""
    return mark_safe(json.dumps(data, cls=JSONEncoder).translate(ESCAPES))  # noqa: S308


def in_dev_mode() -> bool:
    return bool(settings.DJANGO_VITE["default"]["dev_mode"])


# --- Pages with a separate program, which load nothing of the React app: the door, and tournaments ---------------

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


def own_page_context(
    request: HttpRequest, *, entry: str, title: str, without_scripts: str, early_script: str = ""
) -> dict[str, Any]:
    """Return what the template needs. `entry` is the program's, `without_scripts` what the page says without it."""
    shop = shop_of(request)
    zone = settings.SHOP_TIME_ZONE
    values = {"name": shop.name, "timeZone": zone, "zoneRules": get_rules(ZoneInfo(zone))}
    return {
        "shop": shop,
        "title": f"{title} · {shop.name}",
        "without_scripts": without_scripts,
        "entry": entry,
        "assets": None if in_dev_mode() else assets_for(entry=entry),
        "in_dev_mode": in_dev_mode(),
        **INLINE_SCRIPTS,
        "early_script": early_script,
        "shop_json": script_safe_json(values),
    }
