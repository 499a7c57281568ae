"""A list of upcoming events for a frame on a club's own site. It sets no cookies and needs no scripts."""

from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from bookings.api.filters import filter_dates, get_filters
from bookings.ical.feed import get_date_url
from bookings.selectors.events import DateSeats, list_upcoming_dates
from charityshop.api.pagination import parse_limit
from charityshop.branding.shop import shop_of
from charityshop.exceptions import BadRequest
from charityshop.spa.page import absolute
from events.datetimes import get_shop_zone
from events.formatting import format_few_left, format_price, format_seats, format_venue, format_when
from events.images import format_srcset, get_media_path
from events.prices import get_tax_rate

DEFAULT_LIMIT, MAX_LIMIT = 6, 50  # dates
THEMES = ("light", "dark")  # by default the visitor's system decides
MAX_AGE = 60  # seconds

# The only page that other sites may frame. Its one script, which reports its height, is a file of this site.
POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "script-src": [SELF],
    "img-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


def describe_date(date: DateSeats) -> dict[str, Any]:
    """Return the texts of one date in the list."""
    event, local = date.event, date.occurrence.starts_at.astimezone(get_shop_zone())
    day, _, hours = format_when(date.occurrence.starts_at, date.occurrence.ends_at).partition(" · ")
    return {
        "name": event.name,
        "month": f"{local:%b}",
        "day": local.day,
        "full_day": f"{day} ·",
        "hours": hours,
        "venue": format_venue(date.occurrence.venue.text),
        "price": format_price(event.price, get_tax_rate(date.occurrence.venue)),
        "seats": format_seats_left(date),
        "is_open": date.is_open,
        "url": get_date_url(date.occurrence),
        "image": get_media_path(event.image),
        "srcset": format_srcset(event.image, "webp"),
    }


@csp(POLICY)  # outermost, so that a 304 carries it too
@xframe_options_exempt
@require_safe
@gzip_page
@conditional_page
@cache_control(public=True, max_age=MAX_AGE)
def embedded_events(request: HttpRequest) -> HttpResponse:
    """/embed/events, with the filters of the list of dates, a `limit` and a light or dark `theme`."""
    rows: list[dict[str, Any]] = []
    status = 200
    try:
        limit = parse_limit(request.GET.get("limit"), default=DEFAULT_LIMIT, most=MAX_LIMIT)
        dates = filter_dates(list_upcoming_dates(timezone.now()), get_filters(request.GET))[:limit]
        rows = [describe_date(DateSeats.from_row(row)) for row in dates]
    except BadRequest:
        status = 400
    theme = request.GET.get("theme")
    context = {
        "rows": rows,
        "is_unreadable": status == 400,
        "theme": theme if theme in THEMES else "",
        "shop": shop_of(request),
        "all_events": absolute("/page/1?when=all"),
    }
    return render(request, "embed/events.html", context, status=status)


def format_seats_left(date: DateSeats) -> str:
    if not date.is_open:
        return "Sold Out!"
    return format_few_left(date.left) or f"{format_seats(date.left)} left"


@require_safe
@cache_control(public=True, max_age=3600)
def embed_colors(request: HttpRequest) -> HttpResponse:
    """/embed/colours.css: the club's colors, which override those of embed.css. Pages link to a version of it."""
    light, dark = shop_of(request).theme.light, shop_of(request).theme.dark
    names = {"--felt": "felt", "--on-felt": "on_felt", "--link": "link"}
    lines = [f"{name}:light-dark({getattr(light, token)},{getattr(dark, token)})" for name, token in names.items()]
    return HttpResponse(f":root{{{';'.join(lines)}}}\n", content_type="text/css; charset=utf-8")


@require_safe
@gzip_page
@conditional_page
@cache_control(public=True, max_age=3600)
def embed_script(request: HttpRequest) -> HttpResponse:
    """/embed.js: the script on a club's own site that inserts the frame and sets its height."""
    response = render(request, "embed/embed.js", content_type="text/javascript; charset=utf-8")
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
