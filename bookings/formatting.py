"""Dates as mails and lists name them: weekday, date, start to end, and the shop's zone."""

from datetime import datetime, timedelta

from charityshop.mail.rendering import dollars
from charityshop.text import one_printable_line
from events.datetimes import day_in_words, shop_zone
from events.models import Event

NO_PLACE = "Default"  # what the form and the wire say where no location was given


def when_in_words(starts_at: datetime, ends_at: datetime) -> str:
    """Such as "Fri, Dec 4, 2026 · 7:00–10:00 PM PST"."""
    start, end = starts_at.astimezone(shop_zone()), ends_at.astimezone(shop_zone())
    zone = f"{start:%Z}"
    if end == start:
        return f"{day_and_year(start)} · {clock(start)} {zone}"
    if end - start >= timedelta(days=1):
        return f"{day_and_year(start)} · {clock(start)} – {day_and_year(end)} · {clock(end)} {end:%Z}"
    same_half = f"{start:%p}" == f"{end:%p}" and start.date() == end.date()
    first = clock(start).removesuffix(f" {start:%p}") if same_half else clock(start)
    return f"{day_and_year(start)} · {first}–{clock(end)} {zone}"


def day_and_year(local: datetime) -> str:
    return f"{day_in_words(local)}, {local.year}"


def clock(local: datetime) -> str:
    return f"{local.hour % 12 or 12}:{local:%M %p}"


def seats_in_words(seats: int) -> str:
    return "1 seat" if seats == 1 else f"{seats} seats"


def price_in_words(event: Event) -> str:
    return dollars(event.price) if event.price else "Free"


def place_in_words(event: Event) -> str:
    """Empty where none was given."""
    return "" if event.event_location == NO_PLACE else one_printable_line(event.event_location)
