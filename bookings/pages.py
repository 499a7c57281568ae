"""Home and the page of an event, with their first data; an event's head tells search engines about its next date."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from bookings.programme import DateSeats, Night, facets, listed_dates, night_with_dates, upcoming_dates
from bookings.serializers import ProductDetailSerializer, date_rows
from charityshop.pagination import Page as ListPage
from charityshop.shell import NOT_FOUND, Page, Preload, absolute, render_shell
from charityshop.shop import shop_of
from events.media import media_path, picture_srcset, shared_picture_path
from events.models import Event, Occurrence
from events.moments import day_in_words, shop_zone

SCHEMA_ORG = "https://schema.org"


# As wide as the app shows the picture at the top of an event's page.
PICTURE_SIZES = "(min-width: 60rem) 41rem, 100vw"


@require_safe
def home_page(request: HttpRequest) -> HttpResponseBase:
    now = timezone.now()
    dates = Paginator(upcoming_dates(now), settings.PAGE_SIZE).page(1)
    listed = ListPage(list(dates.object_list), 1, dates.paginator.num_pages, dates.paginator.count)
    rows = date_rows(listed_dates(listed.rows, now))
    answer = listed.on_the_wire("products", rows) | {"facets": facets(now)}
    home = Page(
        "",
        path="/",
        module="src/features/events/HomePage.tsx",
        first_data=[{"key": ["Product", "dates", {}], "data": answer}],  # GET /api/products?view=dates
    )
    return render_shell(request, home)


@require_safe
def product_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Hidden and unknown events look alike, for admins too: this page is the same for everybody."""
    event = Event.objects.published().filter(public_id=public_id).first()
    if event is None:
        return render_shell(request, NOT_FOUND, status=404)
    night, dates = night_with_dates(event, timezone.now())
    return render_shell(request, page_of_event(night, dates, shop_of(request).name))


def page_of_event(night: Night, dates: Sequence[DateSeats], shop_name: str) -> Page:
    event = night.event
    path = f"/product/{event.public_id}"
    return Page(
        title=event.name,
        description=description_of(event, night.next_date),
        path=path,
        module="src/features/events/EventPage.tsx",
        picture=shared_picture_path(event.image),
        preload=Preload(picture_srcset(event.image, "avif"), PICTURE_SIZES) if event.image else None,
        json_ld=structured(night, dates, absolute(path), shop_name),
        first_data=[{"key": ["Product", event.public_id], "data": ProductDetailSerializer((night, dates)).data}],
    )


def description_of(event: Event, date: Occurrence | None) -> str:
    when = f"{day_in_words(date.starts_at)}: " if date else ""
    return Truncator(f"{when}{' '.join(event.description.split())}").chars(160)


def structured(night: Night, dates: Sequence[DateSeats], url: str, shop_name: str) -> dict[str, Any]:
    """schema.org's Event: the next date, or the last word on one that is over or skipped."""
    event, zone = night.event, shop_zone()
    date = dates[0] if dates else None
    starts_at, ends_at = (
        (date.occurrence.starts_at, date.occurrence.ends_at) if date else (event.starts_at, event.ends_at)
    )
    return {
        "@context": SCHEMA_ORG,
        "@type": "Event",
        "name": event.name,
        "description": event.description,
        "startDate": starts_at.astimezone(zone).isoformat(),
        "endDate": ends_at.astimezone(zone).isoformat(),
        "eventStatus": f"{SCHEMA_ORG}/{status_word(date, starts_at)}",
        "eventAttendanceMode": f"{SCHEMA_ORG}/OfflineEventAttendanceMode",
        "location": place(event, shop_name),
        "organizer": {"@type": "Organization", "name": shop_name, "url": settings.SITE_URL},
        "offers": {
            "@type": "Offer",
            "price": f"{event.price:.2f}",
            "priceCurrency": settings.CURRENCY,
            "availability": f"{SCHEMA_ORG}/{'InStock' if night.left else 'SoldOut'}",
            "url": url,
        },
        **({"image": [absolute(media_path(event.image))]} if event.image else {}),
    }


def status_word(date: DateSeats | None, starts_at: Any) -> str:
    """A night ahead that has no date any more was skipped."""
    return "EventCancelled" if date is None and starts_at > timezone.now() else "EventScheduled"


def place(event: Event, shop_name: str) -> dict[str, Any]:
    """The venue before the first comma, and the whole line as its address."""
    name = event.event_location.split(",")[0].strip() or shop_name
    return {"@type": "Place", "name": name, "address": event.event_location or name}
