"""Days, hours and prices as the browser app writes them, for pages that the server draws.

The app has the same rules in TypeScript, for everything that it learns later; tests/word_cases.json holds both.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

FRAMES = ("green", "berry", "blue", "rust", "slate")
# Where a browser that speaks US English has a short name for a zone; everywhere else it writes the distance to GMT.
NAMED_ZONES = ("America/", "US/", "Canada/", "Atlantic/", "Pacific/Honolulu")
SHORT_NAMES = frozenset(["EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AST", "ADT", "AKST", "AKDT", "HST"])
UNNAMED_ZONES = frozenset({"America/Havana", "Cuba"})


def local(iso: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(iso).astimezone(zone)


def short_day(moment: datetime) -> str:
    """ "Fri, Dec 4" """
    return f"{moment:%a, %b} {moment.day}"


def long_day(moment: datetime) -> str:
    """ "Friday, December 4" """
    return f"{moment:%A, %B} {moment.day}"


def clock(moment: datetime) -> str:
    """ "7:00 PM" """
    return f"{moment:%I:%M %p}".removeprefix("0")


def month_heading(moment: datetime) -> str:
    """ "December 2026" """
    return f"{moment:%B} {moment.year}"


def day_and_clock(moment: datetime) -> str:
    """ "Fri, Dec 4 · 7:00 PM", as in a date select"""
    return f"{short_day(moment)} · {clock(moment)}"


def zone_name(moment: datetime) -> str:
    """ "PST", or "GMT+1" where US English has no name for the zone"""
    key, name = str(moment.tzinfo), moment.tzname() or ""
    if key == "America/Adak":
        return "HADT" if moment.dst() else "HAST"
    if name in SHORT_NAMES and key.startswith(NAMED_ZONES) and key not in UNNAMED_ZONES:
        return name
    if key in ("UTC", "Etc/UTC"):
        return "UTC"
    minutes = int((moment.utcoffset() or timedelta()).total_seconds() // 60)
    if minutes == 0:
        return "GMT"
    hours, rest = divmod(abs(minutes), 60)
    return f"GMT{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


def clock_range(start: datetime, end: datetime) -> str:
    """ "7:00–10:00 PM", or "11:00 AM–2:00 PM" where the half of the day changes"""
    first, last = clock(start), clock(end)
    return f"{first[:-3] if first[-2:] == last[-2:] else first}–{last}"


def when_parts(start: datetime, end: datetime) -> tuple[str, str]:
    """ "Fri, Dec 4" and "7:00–10:00 PM PST"; the end's day is named where it is another one and the night is long."""
    day, zone = short_day(start), zone_name(start)
    if day == short_day(end) or end - start < timedelta(hours=24):
        return day, f"{clock_range(start, end)} {zone}"
    return day, f"{clock(start)} – {day_and_clock(end)} {zone}"


def money(amount: Decimal) -> str:
    """ "$12.00" """
    return f"${amount:,.2f}"


def price_in_words(price: Decimal) -> str:
    return money(price) if price else "Free"


def counted(count: int, noun: str) -> str:
    """ "1 seat", "3 seats" """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def frame_of(category: str) -> str:
    """One of the five frame colours, always the same for a category."""
    number = 0
    for letter in category.strip().lower():
        number = (number * 31 + ord(letter)) % 2**32
    return FRAMES[number % len(FRAMES)]
