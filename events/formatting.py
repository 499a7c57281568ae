"""Format days, times, prices and places for emails, feeds and pages that the server renders.

The browser app formats the same texts in TypeScript; tests/word_cases.json holds the cases that both must agree on.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.text import Truncator

from charityshop.money import format_dollars, get_tax
from charityshop.text import format_day_and_year, format_short_day, format_time, one_printable_line
from events.datetimes import get_shop_zone
from events.models import NO_PLACE, Event, Occurrence, Place

FEW_SEATS = 5  # left
FRAMES = ("green", "berry", "blue", "rust", "slate")


def parse_local(iso: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(iso).astimezone(zone)


# --- Days and times --------------------------------------------------------------------------------------------------


def format_when(starts_at: datetime, ends_at: datetime) -> str:
    """Format a date with its year, hours and zone: "Fri, Dec 4, 2026 · 7:00–10:00 PM PST"."""
    start, end = starts_at.astimezone(get_shop_zone()), ends_at.astimezone(get_shop_zone())
    zone = f"{start:%Z}"
    if end == start:
        return f"{format_day_and_year(start)} · {format_time(start)} {zone}"
    if end - start >= timedelta(days=1):
        last = f"{format_day_and_year(end)} · {format_time(end)} {end:%Z}"
        return f"{format_day_and_year(start)} · {format_time(start)} – {last}"
    same_half = f"{start:%p}" == f"{end:%p}" and start.date() == end.date()
    first = format_time(start).removesuffix(f" {start:%p}") if same_half else format_time(start)
    return f"{format_day_and_year(start)} · {first}–{format_time(end)} {zone}"


def format_day(value: datetime) -> str:
    """Format as "Fri, Dec 4" in the shop's time zone."""
    return format_short_day(value.astimezone(get_shop_zone()))


def format_long_day(local: datetime) -> str:
    """Format as "Friday, December 4"."""
    return f"{local:%A, %B} {local.day}"


def format_month(local: datetime) -> str:
    """Format as "December 2026"."""
    return f"{local:%B} {local.year}"


def format_deadline(value: datetime) -> str:
    """Format as "Fri, Dec 4, 6:00 PM PST", in the shop's time zone."""
    local = value.astimezone(get_shop_zone())
    return f"{format_short_day(local)}, {format_time(local)} {local:%Z}"


def format_time_range(start: datetime, end: datetime) -> str:
    """Format as "7:00–10:00 PM", or as "11:00 AM–2:00 PM" if the range crosses noon or midnight."""
    first, last = format_time(start), format_time(end)
    return f"{first[:-3] if first[-2:] == last[-2:] else first}–{last}"


def format_day_and_range(start: datetime, end: datetime) -> tuple[str, str]:
    """Format as "Fri, Dec 4" and "7:00–10:00 PM PST"; events of a day and more name the day on which they end."""
    day, zone = format_short_day(start), f"{start:%Z}"
    if day == format_short_day(end) or end - start < timedelta(hours=24):
        return day, f"{format_time_range(start, end)} {zone}"
    return day, f"{format_time(start)} – {format_short_day(end)} · {format_time(end)} {zone}"


# --- Prices, numbers and places --------------------------------------------------------------------------------------


def add_tax(price: Decimal, tax_rate: Decimal) -> Decimal:
    """Return what a seat at this list price costs: the one price that everything outside the cart shows."""
    return price + get_tax([(price, tax_rate)])


def format_money(amount: Decimal, currency: str) -> str:
    """Format as "$20.00", or as "20.00 EUR" if PayPal captured another currency than the shop's."""
    return format_dollars(amount) if currency == settings.CURRENCY else f"{amount:.2f} {currency}"


def format_price(price: Decimal, tax_rate: Decimal) -> str:
    """Format a list price as what it costs, with tax: "$13.80", or "Free"."""
    return format_dollars(add_tax(price, tax_rate)) if price else "Free"


def format_count(count: int, noun: str) -> str:
    """Format as "1 seat" or "3 seats"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def format_seats(seats: int) -> str:
    return format_count(seats, "seat")


def format_seats_are(seats: int) -> str:
    """Format as "1 seat is" or "3 seats are"."""
    return f"{format_seats(seats)} {'is' if seats == 1 else 'are'}"


def format_few_left(seats: int) -> str:
    """Format as "Only 3 seats left", or return "" if none or many are left."""
    return f"Only {format_seats(seats)} left" if 0 < seats <= FEW_SEATS else ""


def format_place(place: Place) -> str:
    """Return a place on one line; empty if none was given."""
    return "" if place.text == NO_PLACE else one_printable_line(place.text)


def format_date_name(date: Occurrence) -> str:
    """Format as "Friday Draft on Fri, Dec 4"."""
    return f"{date.event.name} on {format_day(date.starts_at)}"


def describe_event(event: Event) -> dict[str, str]:
    """Return what emails show of an event."""
    return {"name": event.name, "bring": format_what_to_bring(event)}


def format_what_to_bring(event: Event) -> str:
    """Return "21+: bring ID", or "" for any age."""
    return f"{event.ages}: bring ID" if event.ages else ""


def format_seats_of(event: Event, seats: int) -> str:
    """Format as "2 seats", or "2 seats · 21+: bring ID"."""
    return " · ".join(filter(None, (format_seats(seats), format_what_to_bring(event))))


def format_venue(location: str) -> str:
    """Return the venue's name, which is the location up to its first comma; empty if none was given."""
    name = location.split(",")[0].strip()
    return "" if name == NO_PLACE else name


def format_description(event: Event, place: Place, max_length: int) -> str:
    """Return the event's description, shortened, its ages, and what guests need to know to come to the place."""
    texts = Truncator(event.description.strip()).chars(max_length), format_what_to_bring(event), place.access
    return "\n\n".join(filter(None, texts))


def get_frame_color(category: str) -> str:
    """Return the color of a card's frame: one of five, always the same for a category."""
    number = 0
    for character in category.strip().lower():
        number = (number * 31 + ord(character)) % 2**32
    return FRAMES[number % len(FRAMES)]
