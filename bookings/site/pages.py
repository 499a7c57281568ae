"""The home page, the list of dates and the event page, with their first data and metadata."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from bookings.api.serializers.events import (
    AskedDateSerializer,
    ProductDetailSerializer,
    serialize_dates,
    serialize_upcoming,
)
from bookings.ical.feed import get_date_url
from bookings.selectors.asked_dates import AskedDate, State, find_asked_date
from bookings.selectors.events import (
    DateSeats,
    EventSummary,
    count_upcoming_events,
    first_of_each_event,
    get_event_with_dates,
    get_facets,
    list_dates,
    list_events,
    list_upcoming_dates,
    with_further_dates,
)
from bookings.site.first_view import (
    Row,
    choose_date,
    describe_asked_date,
    describe_date,
    describe_event_page,
    describe_image,
    get_first_heading,
)
from bookings.site.json_ld import describe_event, describe_shop
from charityshop.api.pagination import Page as ListPage
from charityshop.branding.shop import Shop, shop_of
from charityshop.spa.page import NOT_FOUND, Page, Preload, first_data, render_page
from events.datetimes import format_utc, get_day_bounds, get_shop_zone
from events.formatting import format_count, format_day, format_month, format_seats, parse_local
from events.images import format_srcset, get_sharing_path
from events.models import Event, Occurrence

DATES_MODULE = "src/shop/features/events/EventsPage.tsx"
# The `sizes` of the image on an event's page and on a card. The app's code has the same values.
IMAGE_SIZES = "(min-width: 60rem) 41rem, (min-resolution: 2.5dppx) 60vw, 88vw"
CARD_SIZES = "(min-width: 60rem) 23rem, (min-width: 40rem) 47vw, 14rem"
# How far the list of dates without filters reaches. The app requests the same period.
AGENDA = timedelta(days=30)
UPCOMING = 5  # cards on the home page
COLUMNS = 3  # of cards on a large screen; those in a row are equally high


def build_home_page(request: HttpRequest) -> Page:
    """Return the home page without what was raised, which apps above this one know (giving/site.py)."""
    now = timezone.now()
    data = get_list(list_upcoming_dates(now), 1, now) | {"events": count_upcoming_events()}
    data["products"] = serialize_dates(data["products"])
    hero, cards = choose_dates(data["products"])
    return Page(
        "",
        path="/",
        module="src/shop/features/home/HomePage.tsx",
        preload=get_card_preload(hero),
        json_ld=describe_shop(shop_of(request)),
        first_data=[first_data(["Product", "dates", {}], data, now)],  # GET /api/products?view=dates
        first_view="home",
        context={
            "date": describe_date(hero) if hero else None,
            "row": [describe_date(row) for row in cards[:COLUMNS]],
            "card_sizes": CARD_SIZES,
            "events": data["events"],
        },
    )


@require_safe
def dates_page(request: HttpRequest, number: str) -> HttpResponseBase:
    """The list of dates. With filters in the URL, the app requests the dates."""
    if request.GET:
        return render_page(request, Page("Events", heading="Events", module=DATES_MODULE))
    now = timezone.now()
    last = (now + AGENDA).astimezone(get_shop_zone()).date()
    soon = list_upcoming_dates(now).filter(starts_at__lt=get_day_bounds(last)[1])
    data = get_list(first_of_each_event(soon), int(number), now) | {"facets": get_facets(now)}
    data["products"] = serialize_upcoming(with_further_dates(data["products"], soon))
    first = data["products"][0] if data["products"] else None
    cards = [describe_date(row) for row in data["products"][:COLUMNS]]
    months = [format_month(parse_local(row["startTime"], get_shop_zone())) for row in data["products"]]
    query = {"pageNumber": int(number), "to": last.isoformat()}  # GET /api/products?view=upcoming&…
    dates = Page(
        "Events",
        heading="Events",
        module=DATES_MODULE,
        preload=get_card_preload(first),
        first_data=[first_data(["Product", "upcoming", query], data, now)],
        first_view="list",
        context={
            "date": cards[0] if cards else None,
            "row": cards,
            "card_sizes": CARD_SIZES,
            "counted": format_count(data["total"], "event") + f" in the next {AGENDA.days} days",
            "heading": get_first_heading(months),
            "is_alone": len(months) == 1,
            "filters": ("From", "Until", "Place", "Format"),
        },
    )
    return render_page(request, dates)


def choose_dates(rows: Sequence[Row]) -> tuple[Row | None, list[Row]]:
    """Return the date beside the welcome of a large screen, which is also the first card of a phone, and its cards.

    As frontend/src/shop/features/home/chooseCards.ts: of all dates that the page has, those with seats come first, and
    of each kind the first date of each event, then its second one. The cards leave out the event of the date beside the
    welcome if there is another event.
    """
    if not rows:
        return None, []
    hero = with_seats_first(rows)[0]
    later = [row for row in rows if row is not hero]
    others = [row for row in later if row["_id"] != hero["_id"]]
    return hero, with_seats_first(others or later)[:UPCOMING]


def with_seats_first(rows: Sequence[Row]) -> list[Row]:
    following = sorted(rows, key=lambda row: not row["inStock"])
    events = [row["_id"] for row in following]
    counted = [(row, events[:at].count(row["_id"])) for at, row in enumerate(following)]
    return [row for row, _ in sorted(counted, key=lambda found: (not found[0]["inStock"], found[1]))]


def get_card_preload(row: Row | None) -> Preload | None:
    """Return the preload of the image on the first card."""
    srcset = describe_image(row["image"])["avif"] if row else ""
    return Preload(srcset, CARD_SIZES) if srcset else None


def get_list(dates: QuerySet[Any], number: int, now: datetime) -> dict[str, Any]:
    """Return a page of dates as in the API's response, without the facets, and not serialized."""
    page = Paginator(dates, settings.PAGE_SIZE).get_page(number)
    listed = ListPage(list(page.object_list), page.number, page.paginator.num_pages, page.paginator.count)
    return listed.to_json("products", list_dates(listed.rows, now))


def render_event_page(
    request: HttpRequest, public_id: str, describe_past_date: Callable[[Occurrence], str]
) -> HttpResponseBase:
    """Return the page of a published event, a 404 for all others. Admins see the same, because the page is cached.

    `describe_past_date` says what previews of links to a date that is over say; an app above this one has its figures.
    """
    event = list_events(to_admin=False).filter(public_id=public_id).first()
    if event is None:
        return render_page(request, NOT_FOUND, status=404)
    now = timezone.now()
    summary, dates = get_event_with_dates(event, now)
    requested = request.GET.getlist("rsvpDate")[:1]  # the app uses the first one, too
    link = (requested[0] if requested else "") or get_only_start(summary, dates)
    data = ProductDetailSerializer((summary, dates)).data
    date = choose_date(data, link)
    if date or link is None:
        return render_page(request, build_event_page(summary, dates, shop_of(request), data, date, now))
    asked = find_asked_date(event, dates, link, now)
    page = build_asked_page(summary, dates, shop_of(request), data, link, asked, now)
    if requested:
        page = describe_asked(page, event, dates, asked, describe_past_date)
    return render_page(request, page)


def get_only_start(summary: EventSummary, dates: Sequence[DateSeats]) -> str | None:
    """Return which date a link without one means if the event has none to book.

    That is its only one, its next canceled one or, as "", its last one.
    """
    if dates:
        return None
    if not summary.event.is_recurring:
        return format_utc(summary.event.starts_at)
    return format_utc(summary.canceled[0].starts_at) if summary.canceled else ""


def describe_asked(
    page: Page,
    event: Event,
    dates: Sequence[DateSeats],
    asked: AskedDate,
    describe_past_date: Callable[[Occurrence], str],
) -> Page:
    """Return the page with what previews of links to a date that can't be booked or has moved say about it."""
    if asked.date is None or not asked.text:
        return page
    day = format_day(asked.date.starts_at)
    if asked.state == State.UPCOMING:
        return replace(page, title=f"{event.name}, {day}", description=f"{asked.text} {page.description}")
    following = next((each for each in dates if each.is_open), dates[0] if dates else None)
    left = f", {format_seats(following.left)} left" if following and following.is_open else ""
    next_date = f"Next: {format_day(following.occurrence.starts_at)}{left}." if following else ""
    if asked.state != State.OVER:
        canceled = ": canceled" if asked.state == State.CANCELED else ""
        return replace(page, title=f"{event.name}, {day}{canceled}", description=f"{asked.text} {next_date}".strip())
    return replace(
        page,
        title=f"{event.name}, {day}",
        description=f"{describe_past_date(asked.date)} {next_date}".strip() or page.description,
        path=get_date_url(asked.date),
    )


def build_asked_page(
    summary: EventSummary,
    dates: Sequence[DateSeats],
    shop: Shop,
    data: Mapping[str, Any],
    link: str,
    asked: AskedDate,
    now: datetime,
) -> Page:
    """Return the page for a link whose date is none of the upcoming ones by its text: it shows what became of it."""
    told = AskedDateSerializer(asked).data
    is_upcoming = asked.state == State.UPCOMING
    date: Row = next(
        (each for each in data["occurrences"] if is_upcoming and each["startTime"] == told["startTime"]), {}
    )
    page = build_event_page(summary, dates, shop, data, date or None, now)
    times = {name: told[name] for name in ("startTime", "endTime") if told[name]}
    return replace(
        page,
        json_ld=describe_event(summary.event, dates, shop, asked),
        first_data=[*page.first_data, first_data(["Product", summary.event.public_id, "asked", link], told, now)],
        first_view="event",
        context={
            "date": describe_asked_date({**data, **times, **date, **date.get("elsewhere", {})}, told),
            "image_sizes": IMAGE_SIZES,
        },
    )


def build_event_page(
    summary: EventSummary,
    dates: Sequence[DateSeats],
    shop: Shop,
    data: Mapping[str, Any],
    date: Row | None,
    now: datetime,
) -> Page:
    """`date` is the one to book, of `data`."""
    event = summary.event
    return Page(
        title=event.name,
        description=format_description(event, dates[0].occurrence if dates else None),
        path=f"/product/{event.public_id}",
        module="src/shop/features/event/EventPage.tsx",
        image=get_sharing_path(event.image),
        preload=Preload(format_srcset(event.image, "avif"), IMAGE_SIZES) if event.image else None,
        json_ld=describe_event(event, dates, shop),
        first_data=[first_data(["Product", event.public_id], data, now)],
        first_view="event" if date else "frame",
        context={"date": describe_event_page({**data, **date, **date.get("elsewhere", {})}), "image_sizes": IMAGE_SIZES}
        if date
        else {},
    )


def format_description(event: Event, date: Occurrence | None) -> str:
    when = f"{format_day(date.starts_at)}: " if date else ""
    return Truncator(f"{when}{' '.join(event.description.split())}").chars(160)
