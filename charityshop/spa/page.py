"""Render the React app's HTML page, with each route's title, description and first data.

The page is the same for all users (no personal data, nonce or cookie), so it may be cached. The API checks permissions.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any
from urllib.parse import quote

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
from charityshop.security.csp import HEAD_SCRIPT, LATE_START_SCRIPT, checkout_policy, page_policy
from charityshop.spa.first_views import first_view, first_views_written, sign_in_path
from charityshop.spa.manifest import assets_for, manifest_written, style_of_build

SHORT_LIFE = 5  # seconds a cache may keep a page: as long as the app takes its first data for fresh
INERT = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}  # so that no text ends a script element

View = Callable[..., HttpResponseBase]
Words = str | Callable[[Shop], str]


@dataclass(frozen=True, slots=True)
class Preload:
    """The first picture in sight, to be asked for before the app draws it; both texts as the app writes them."""

    srcset: str
    sizes: str
    type: str = "image/avif"


@dataclass(frozen=True, slots=True)
class Page:
    """What the head of one page says."""

    title: str  # empty: the shop's name alone
    description: Words = ""  # empty: the shop's own
    path: str = ""  # the canonical one; empty: the path that was asked for
    is_private: bool = False  # nothing for search engines
    pays: bool = False  # loads the payment provider's script
    asks: str = ""  # the call its app begins with, by parts of its address: nothing personal stands in the page itself
    module: str = ""  # the page's own module in the browser app, fetched beside the entry
    picture: str = ""  # for link previews: an address on this site, 1200 by 630
    preload: Preload | None = None
    json_ld: Mapping[str, Any] | None = None
    first_data: list[dict[str, Any]] = field(default_factory=list)  # [{"key": …, "data": …}] for the query cache
    first_view: str = ""  # which of the drawn first views its HTML begins with; empty: its frame alone
    header: str = "full"  # which of the app's headers stands in its frame
    heading: str = ""  # the h1 that the app begins with, where it does not depend on who looks
    narrow: bool = False  # one column, as for signing in
    context: Mapping[str, Any] = field(default_factory=dict)  # the texts that are filled into it


NOT_FOUND = Page("Not found", is_private=True, heading="That page isn't in our deck.")


def render_shell(request: HttpRequest, page: Page, *, status: int = 200) -> HttpResponseBase:
    @gzip_page
    @conditional_page
    @cache_control(public=True, max_age=SHORT_LIFE)
    def draw(request: HttpRequest) -> HttpResponse:
        return render(request, "app.html", context_of(request, page), status=status)

    response = draw(request)  # perhaps a 304: an answer of its own, whose policy replaces the one the browser kept
    style = "" if in_dev_mode() else style_of_build()
    response[HEADER] = build_policy(checkout_policy(style) if page.pays else page_policy(style))
    return response


def page_at(page: Page, *, status: int = 200) -> View:
    """A view that answers this page."""

    @require_safe
    def view(request: HttpRequest, **named: str) -> HttpResponseBase:
        # A list that its address narrows begins with another call; one without a number begins on page 1.
        parts = {"number": "1"} | {name: quote(part, safe="") for name, part in named.items()}
        asks = "" if request.GET else page.asks.format(**parts)
        return render_shell(request, replace(page, asks=asks), status=status)

    return view


def context_of(request: HttpRequest, page: Page) -> dict[str, Any]:
    shop = shop_of(request)
    club = shop_json(shop)
    assets = None if in_dev_mode() else assets_for(page.module)
    drawn = first_view(page.first_view) if page.first_view and assets else None
    return {
        **page.context,
        "first_view": drawn,
        "frame": first_view(f"frame-{page.header}") if assets and not drawn else None,
        "sign_in": sign_in_path(request),
        "club": club,
        "shop": shop,
        "page": page,
        "shop_name": shop.name,
        "title": f"{page.title} · {shop.name}" if page.title else shop.name,
        "description": page.description(shop) if callable(page.description) else page.description or shop.description,
        "canonical": absolute(page.path or request.path.rstrip("/") or "/"),
        "picture": absolute(page.picture or shop.shared_picture),
        "assets": assets,
        "style": mark_safe(assets.style) if assets and drawn else "",  # noqa: S308  # the build's own, named by hash in the policy
        "in_dev_mode": in_dev_mode(),
        "head_script": mark_safe(HEAD_SCRIPT),  # noqa: S308  # a constant, named by hash in the policy
        "late_start_script": mark_safe(LATE_START_SCRIPT),  # noqa: S308
        "shop_json": inert_json(club),
        "first_data_json": inert_json(page.first_data) if page.first_data else "",
        "json_ld": inert_json(page.json_ld) if page.json_ld else "",
    }


def shop_json(shop: Shop) -> dict[str, Any]:
    """What the browser app has to know of the shop; the same for everybody."""
    row, logo = shop.row, shop.logo
    return {
        "name": shop.name,
        "tagline": row.tagline,
        "description": row.description,
        "welcome": row.welcome,
        "invitation": {"title": row.invitation_title, "text": row.invitation},
        "about": {
            "text": row.about,
            "sections": [{"title": title, "text": text} for title, text in row.about_sections],
        },
        "contactEmail": row.contact_email,
        "makerCredit": row.maker_credit,
        "logo": {"src": logo.path, "width": logo.width, "height": logo.height} if logo else None,
        "timeZone": settings.SHOP_TIME_ZONE,
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


def inert_json(data: object) -> SafeString:
    """The JSON that the API would answer, inert inside a script element whatever texts are in it."""
    return mark_safe(json.dumps(data, cls=JSONEncoder).translate(INERT))  # noqa: S308


def in_dev_mode() -> bool:
    return bool(settings.DJANGO_VITE["default"]["dev_mode"])


def built_at() -> tuple[int, ...]:
    """When the files were written that a page is made of besides its data; changes within a second of a new build."""
    return built_as_of(int(time.monotonic()))


@lru_cache(maxsize=1)
def built_as_of(second: int) -> tuple[int, ...]:
    """Looked up once a second: eight calls of the system are a twentieth of what a kept page costs."""
    return (*manifest_written(), *first_views_written())
