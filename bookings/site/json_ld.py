"""Describe events for search engines with schema.org's vocabulary (JSON-LD)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone

from bookings.ical.feed import get_date_url
from bookings.selectors.asked_dates import AskedDate, State
from bookings.selectors.events import DateSeats
from charityshop.branding.shop import Shop
from charityshop.spa.page import absolute
from events.datetimes import get_shop_zone
from events.formatting import add_tax, format_description, format_place, format_venue
from events.images import get_media_path, get_sharing_path
from events.models import Event, Occurrence, Place
from events.prices import get_tax_rate

SCHEMA_ORG = "https://schema.org"
MAX_DATES = 20  # each adds a kilobyte to the page
MAX_TEXT_LENGTH = 500

Fields = dict[str, Any]


def describe_event(event: Event, dates: Sequence[DateSeats], shop: Shop, asked: AskedDate | None = None) -> Fields:
    """Return an Event for each upcoming date, or one for an event without any, which is over or canceled.

    The date that a link means comes first if it can't be booked, or has moved.
    """
    found = [describe_date(date, shop) for date in dates[:MAX_DATES]]
    if asked and asked.date:
        first = describe_asked_date(event, asked, asked.date, shop)
        found = [first, *(each for each in found if each["url"] != first["url"])]
    return {"@context": SCHEMA_ORG, "@graph": found or [describe_event_without_dates(event, shop)]}


def describe_date(date: DateSeats, shop: Shop) -> Fields:
    when = (date.occurrence.starts_at, date.occurrence.ends_at)
    return describe_fields(date.event, date.occurrence.venue, when, shop) | {
        "eventStatus": f"{SCHEMA_ORG}/EventScheduled",
        "url": get_date_url(date.occurrence),
        "offers": describe_offer(
            date.event, date.occurrence.venue, get_date_url(date.occurrence), is_open=date.is_open
        ),
    }


def describe_asked_date(event: Event, asked: AskedDate, date: Occurrence, shop: Shop) -> Fields:
    is_upcoming = asked.state == State.UPCOMING
    status = "EventCancelled" if asked.state == State.CANCELED else "EventScheduled"
    moved: Fields = {}
    if asked.former_start and is_upcoming:
        status = "EventRescheduled"
        moved = {"previousStartDate": asked.former_start.astimezone(get_shop_zone()).isoformat()}
    url = get_date_url(date)
    return describe_fields(event, date.venue, (date.starts_at, date.ends_at), shop) | {
        "eventStatus": f"{SCHEMA_ORG}/{status}",
        **moved,
        "url": url,
        "offers": describe_offer(event, date.venue, url, is_open=is_upcoming and asked.has_seats),
    }


def describe_event_without_dates(event: Event, shop: Shop) -> Fields:
    """Return an Event that is canceled if it would start in the future."""
    status = "EventCancelled" if event.starts_at > timezone.now() else "EventScheduled"
    url = absolute(f"/product/{event.public_id}")
    return describe_fields(event, event.place, (event.starts_at, event.ends_at), shop) | {
        "eventStatus": f"{SCHEMA_ORG}/{status}",
        "url": url,
        "offers": describe_offer(event, event.place, url, is_open=False),
    }


def describe_fields(event: Event, place: Place, when: tuple[datetime, datetime], shop: Shop) -> Fields:
    starts_at, ends_at = (time.astimezone(get_shop_zone()).isoformat() for time in when)
    images = [get_sharing_path(event.image), get_media_path(event.image)] if event.image else []
    return {
        "@type": "Event",
        "name": event.name,
        "description": format_description(event, place, MAX_TEXT_LENGTH),
        "startDate": starts_at,
        "endDate": ends_at,
        "eventAttendanceMode": f"{SCHEMA_ORG}/OfflineEventAttendanceMode",
        "location": describe_place(place, shop),
        **({"typicalAgeRange": f"{event.min_age}-"} if event.min_age else {}),
        "organizer": {"@type": "Organization", "name": shop.name, "url": settings.SITE_URL},
        "image": [absolute(path) for path in images or [shop.shared_picture]],
    }


def describe_offer(event: Event, place: Place, url: str, *, is_open: bool) -> Fields:
    return {
        "@type": "Offer",
        "price": f"{add_tax(event.price, get_tax_rate(place)):.2f}",
        "priceCurrency": settings.CURRENCY,
        "availability": f"{SCHEMA_ORG}/{'InStock' if is_open else 'SoldOut'}",
        "url": url,
    }


def describe_place(place: Place, shop: Shop) -> Fields:
    """Return the venue. Without one, its name is the shop's."""
    line = format_place(place)
    name = format_venue(line) or shop.name
    return {"@type": "Place", "name": name, "address": line or name}


def describe_shop(shop: Shop) -> Fields:
    return {
        "@context": SCHEMA_ORG,
        "@type": "Organization",
        "name": shop.name,
        "description": shop.description,
        "url": settings.SITE_URL,
        "logo": absolute(shop.logo.path if shop.logo else static("brand/icon-512.png")),
    }
