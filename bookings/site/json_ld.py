"""Describe events for search engines with schema.org's vocabulary (JSON-LD)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.text import Truncator

from bookings.formatting import format_place
from bookings.ical.feed import date_address
from bookings.selectors.events import DateSeats
from charityshop.branding.shop import Shop
from charityshop.spa.page import absolute
from events.datetimes import get_shop_zone
from events.images import get_media_path, get_sharing_path
from events.models import Event

SCHEMA_ORG = "https://schema.org"
MOST_DATES = 20  # a series has a year of them; each is a kilobyte of the page
LONGEST_TEXT = 500  # characters

Fields = dict[str, Any]


def about_event(event: Event, dates: Sequence[DateSeats], shop: Shop) -> Fields:
    """schema.org's Event for each coming date; without any, the last word on a night that is over or skipped."""
    told = [about_date(date, shop) for date in dates[:MOST_DATES]]
    return {"@context": SCHEMA_ORG, "@graph": told or [about_night_without_dates(event, shop)]}


def about_date(date: DateSeats, shop: Shop) -> Fields:
    when = (date.occurrence.starts_at, date.occurrence.ends_at)
    return event_fields(date.event, when, shop) | {
        "eventStatus": f"{SCHEMA_ORG}/EventScheduled",
        "url": date_address(date.occurrence),
        "offers": offer(date.event, date_address(date.occurrence), is_open=date.is_open),
    }


def about_night_without_dates(event: Event, shop: Shop) -> Fields:
    """One that is ahead and has no date any more was skipped."""
    status = "EventCancelled" if event.starts_at > timezone.now() else "EventScheduled"
    url = absolute(f"/product/{event.public_id}")
    return event_fields(event, (event.starts_at, event.ends_at), shop) | {
        "eventStatus": f"{SCHEMA_ORG}/{status}",
        "url": url,
        "offers": offer(event, url, is_open=False),
    }


def event_fields(event: Event, when: tuple[datetime, datetime], shop: Shop) -> Fields:
    starts_at, ends_at = (moment.astimezone(get_shop_zone()).isoformat() for moment in when)
    pictures = [get_sharing_path(event.image), get_media_path(event.image)] if event.image else []
    return {
        "@type": "Event",
        "name": event.name,
        "description": Truncator(event.description).chars(LONGEST_TEXT),
        "startDate": starts_at,
        "endDate": ends_at,
        "eventAttendanceMode": f"{SCHEMA_ORG}/OfflineEventAttendanceMode",
        "location": place(event, shop),
        "organizer": {"@type": "Organization", "name": shop.name, "url": settings.SITE_URL},
        "image": [absolute(path) for path in pictures or [shop.shared_picture]],
    }


def offer(event: Event, url: str, *, is_open: bool) -> Fields:
    return {
        "@type": "Offer",
        "price": f"{event.price:.2f}",
        "priceCurrency": settings.CURRENCY,
        "availability": f"{SCHEMA_ORG}/{'InStock' if is_open else 'SoldOut'}",
        "url": url,
    }


def place(event: Event, shop: Shop) -> Fields:
    """The venue before the first comma, and the whole line as its address."""
    line = format_place(event)
    name = line.split(",")[0].strip() or shop.name
    return {"@type": "Place", "name": name, "address": line or name}


def about_shop(shop: Shop) -> Fields:
    return {
        "@context": SCHEMA_ORG,
        "@type": "Organization",
        "name": shop.name,
        "description": shop.description,
        "url": settings.SITE_URL,
        "logo": absolute(shop.logo.path if shop.logo else static("brand/icon-512.png")),
    }
