"""Upcoming events for a frame on a club's own site: a page that needs no cookies, forms or scripts."""

from dataclasses import dataclass

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from bookings.formatting import format_place, format_price, format_when
from bookings.ical.feed import date_address
from bookings.selectors.events import DateSeats, list_upcoming_dates
from bookings.site.query_filters import narrowed
from charityshop.api.pagination import parse_positive_int
from charityshop.branding.shop import shop_of
from charityshop.exceptions import BadRequest
from charityshop.spa.page import absolute
from events.datetimes import get_shop_zone
from events.images import format_srcset, get_media_path

USUAL, MOST = 6, 50  # nights
THEMES = ("light", "dark")  # anything else: as the visitor's system has it
FEW = 5  # seats; as the shop's own cards say it
FRESH_FOR = 60  # seconds

# The only page that other sites may frame. Not even our own scripts beyond the one that tells its height.
POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "script-src": [SELF],
    "img-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


@dataclass(frozen=True, slots=True)
class Row:
    """One night as the list shows it, in ready texts."""

    name: str
    month: str
    day: str
    day_words: str
    hours: str
    place: str
    price: str
    seats: str
    is_open: bool
    address: str
    picture: str
    srcset: str

    @classmethod
    def of(cls, date: DateSeats) -> "Row":
        event, local = date.event, date.occurrence.starts_at.astimezone(get_shop_zone())
        day, _, hours = format_when(date.occurrence.starts_at, date.occurrence.ends_at).partition(" · ")
        return cls(
            name=event.name,
            month=f"{local:%b}",
            day=str(local.day),
            day_words=f"{day} ·",
            hours=hours,
            place=format_place(event),
            price=format_price(event.price),
            seats=seats_left(date),
            is_open=date.is_open,
            address=date_address(date.occurrence),
            picture=get_media_path(event.image),
            srcset=format_srcset(event.image, "webp"),
        )


@csp(POLICY)  # outermost, so that a 304 carries it too
@xframe_options_exempt
@require_safe
@gzip_page
@conditional_page
@cache_control(public=True, max_age=FRESH_FOR)
def embedded_events(request: HttpRequest) -> HttpResponse:
    """/embed/events, narrowed by the filters of the list of dates; `limit` nights, `theme` light or dark."""
    rows: list[Row] = []
    status = 200
    try:
        dates = narrowed(list_upcoming_dates(timezone.now()), request.GET)[: limit_asked(request)]
        rows = [Row.of(DateSeats.from_row(row)) for row in dates]
    except BadRequest:
        status = 400
    theme = request.GET.get("theme")
    context = {
        "rows": rows,
        "is_unreadable": status == 400,
        "theme": theme if theme in THEMES else "",
        "shop": shop_of(request),
        "all_events": absolute("/page/1"),
    }
    return render(request, "embed/events.html", context, status=status)


def limit_asked(request: HttpRequest) -> int:
    """Raises BadRequest for what is no number of nights."""
    limit = parse_positive_int(request.GET.get("limit") or str(USUAL))
    if limit is None:
        raise BadRequest("limit has to be a whole number from 1.")
    return min(limit, MOST)


def seats_left(date: DateSeats) -> str:
    if not date.is_open:
        return "Sold Out!"
    if date.left <= FEW:
        return f"Only {date.left} {'seat' if date.left == 1 else 'seats'} left"
    return f"{date.left} seats left"


@require_safe
@cache_control(public=True, max_age=3600)
def embed_colours(request: HttpRequest) -> HttpResponse:
    """The club's colours over those of embed.css, which needs few of them; pages name its version."""
    light, dark = shop_of(request).theme.light, shop_of(request).theme.dark
    names = {"--felt": "felt", "--on-felt": "on_felt", "--link": "link"}
    lines = [f"{name}:light-dark({getattr(light, token)},{getattr(dark, token)})" for name, token in names.items()]
    return HttpResponse(f":root{{{';'.join(lines)}}}\n", content_type="text/css; charset=utf-8")


@require_safe
@gzip_page
@conditional_page
@cache_control(public=True, max_age=3600)
def embed_script(request: HttpRequest) -> HttpResponse:
    """/embed.js: what a club's own page loads to get the frame placed and sized."""
    answer = render(request, "embed/embed.js", content_type="text/javascript; charset=utf-8")
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
