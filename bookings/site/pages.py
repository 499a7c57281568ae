"""The home page, the list of dates and the event page, with their first data and metadata."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from bookings.api.serializers.events import ProductDetailSerializer, serialize_dates
from bookings.first_view import event_texts, home_texts, list_texts
from bookings.formatting import format_day
from bookings.selectors.events import (
    DateSeats,
    EventSummary,
    get_event_with_dates,
    get_facets,
    list_dates,
    list_upcoming_dates,
)
from bookings.site.json_ld import about_event, about_shop
from charityshop.api.pagination import Page as ListPage
from charityshop.branding.shop import Shop, shop_of
from charityshop.spa.page import NOT_FOUND, Page, Preload, render_page
from events.datetimes import get_day_bounds, get_shop_zone
from events.images import format_srcset, get_sharing_path
from events.models import Event, Occurrence

DATES_MODULE = "src/features/events/EventsPage.tsx"
# As wide as the app shows the picture at the top of an event's page, and a card's: the same words as in its code.
PICTURE_SIZES = "(min-width: 60rem) 41rem, (min-resolution: 2.5dppx) 60vw, 88vw"
CARD_SIZES = "(min-width: 60rem) 23rem, (min-width: 40rem) 47vw, 14rem"
# How far the plain list of dates looks ahead: as in the app, whose question this answers.
AGENDA = timedelta(days=30)


@require_safe
def home_page(request: HttpRequest) -> HttpResponseBase:
    now = timezone.now()
    answer, preload = list_of(request, list_upcoming_dates(now), 1, now)
    texts = home_texts(answer["products"])
    home = Page(
        "",
        path="/",
        module="src/features/events/HomePage.tsx",
        preload=preload,
        json_ld=about_shop(shop_of(request)),
        first_data=[{"key": ["Product", "dates", {}], "data": answer}],  # GET /api/products?view=dates
        first_view="home" if texts else "",
        context=texts or {},
    )
    return render_page(request, home)


@require_safe
def dates_page(request: HttpRequest, number: str) -> HttpResponseBase:
    """The list of dates. Narrowed by its address, it is the app that asks."""
    if request.GET:
        return render_page(request, Page("Events", heading="Events", module=DATES_MODULE))
    now = timezone.now()
    last = last_day_of_agenda(now)
    soon = list_upcoming_dates(now).filter(starts_at__lt=get_day_bounds(last)[1])
    answer, preload = list_of(request, soon, int(number), now)
    asked = {"pageNumber": int(number), "to": last.isoformat()}  # GET /api/products?view=dates&…
    first_data = [{"key": ["Product", "dates", asked], "data": answer}]
    texts = list_texts(answer)
    dates = Page(
        "Events",
        heading="Events",
        module=DATES_MODULE,
        preload=preload,
        first_data=first_data,
        first_view="list" if texts else "",
        context=texts or {},
    )
    return render_page(request, dates)


def last_day_of_agenda(now: datetime) -> date:
    return (now + AGENDA).astimezone(get_shop_zone()).date()


def list_of(
    request: HttpRequest, dates: QuerySet[Any], number: int, now: datetime
) -> tuple[dict[str, Any], Preload | None]:
    """A page of a list of dates as the API answers it, and its first picture."""
    page = Paginator(dates, settings.PAGE_SIZE).get_page(number)
    listed = ListPage(list(page.object_list), page.number, page.paginator.num_pages, page.paginator.count)
    shown = list_dates(listed.rows, now)
    answer = listed.to_json("products", serialize_dates(shown)) | {"facets": get_facets(now)}
    return answer, preload_of(listed.rows[0].event.image, CARD_SIZES) if listed.rows else None


@require_safe
def product_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Hidden and unknown events look alike, for admins too: this page is the same for everybody."""
    event = Event.objects.published().filter(public_id=public_id).first()
    if event is None:
        return render_page(request, NOT_FOUND, status=404)
    night, dates = get_event_with_dates(event, timezone.now())
    asked = request.GET.getlist("rsvpDate")[:1]  # the first, as the app reads it
    return render_page(request, page_of_event(night, dates, shop_of(request), asked[0] if asked else None))


def page_of_event(night: EventSummary, dates: Sequence[DateSeats], shop: Shop, asked: str | None) -> Page:
    event = night.event
    answer = ProductDetailSerializer((night, dates)).data
    texts = event_texts(answer, asked)
    path = f"/product/{event.public_id}"
    return Page(
        title=event.name,
        description=description_of(event, night.next_date),
        path=path,
        module="src/features/events/EventPage.tsx",
        image=get_sharing_path(event.image),
        preload=preload_of(event.image, PICTURE_SIZES),
        json_ld=about_event(event, dates, shop),
        first_data=[{"key": ["Product", event.public_id], "data": answer}],
        first_view="event" if texts else "",
        context=texts or {},
    )


def preload_of(image: str, sizes: str) -> Preload | None:
    return Preload(format_srcset(image, "avif"), sizes) if image else None


def description_of(event: Event, date: Occurrence | None) -> str:
    when = f"{format_day(date.starts_at)}: " if date else ""
    return Truncator(f"{when}{' '.join(event.description.split())}").chars(160)
