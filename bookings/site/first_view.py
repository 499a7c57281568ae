"""Texts for the first view of the home page, the list and an event's page, from the rows that the API returns.

templates/first_view draws them until the React app has started, and then the app draws the same boxes again.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.utils import timezone

from bookings.models import CLOSES_BEFORE
from charityshop.text import format_short_day
from events.datetimes import get_shop_zone
from events.formatting import (
    format_day_and_range,
    format_few_left,
    format_long_day,
    format_price,
    format_seats,
    format_venue,
    get_frame_color,
    parse_local,
)
from events.images import format_srcset, parse_media_path
from events.models import NO_PLACE

Row = Mapping[str, Any]
MAP_SEARCH = "https://www.google.com/maps/search/?api=1&query="


def describe_date(row: Row) -> dict[str, Any]:
    """Return the texts of a date's card. `row` is a date as `GET /api/products?view=dates` returns it."""
    zone = get_shop_zone()
    start = parse_local(row["startTime"], zone)
    day, hours = format_day_and_range(start, parse_local(row["endTime"], zone))
    capacity, left = row.get("seats", row["maximumEventCapacity"]), row["countInStock"]
    taken = max(0, capacity - left)
    ages = f"{row['minAge']}+" if row["minAge"] else ""
    return {
        "name": row["name"],
        "href": format_href(row, row["startTime"]),
        "image": describe_image(row["image"]),
        "description": row["description"],
        "frame": get_frame_color(row["category"]),
        "is_open": left > 0,
        "repeats": row["isRecurring"],
        "category": row["category"],
        "set_and_format": " · ".join(filter(None, (row["cardSet"], row["format"], ages))),
        "ages": ages,
        "month": f"{start:%b}",
        "month_day": start.day,
        "day": day,
        "hours": re.sub(" (?=[AP]M)", "\u00a0", hours),  # no line breaks there
        "long_day": format_long_day(start),
        "venue": format_venue(row["eventLocation"]),
        "price": format_price(row["price"], Decimal(str(row.get("taxRate", settings.TAX_RATE)))),
        "seats": f"{taken}/{capacity}",
        "seats_taken": f"{taken} of {capacity} seats taken",
        "few_left": format_few_left(left),
        "has_waiting_list": left <= 0 and start - timezone.now() > CLOSES_BEFORE,
        "next": describe_next(row) if left <= 0 else None,
    }


def describe_next(row: Row) -> dict[str, str] | None:
    """Return the event's next date with seats, which the card of a full date names."""
    if not (following := row.get("nextOpenStartTime")):
        return None
    start = parse_local(following, get_shop_zone())
    return {"day": format_short_day(start), "long_day": format_long_day(start), "href": format_href(row, following)}


def format_href(row: Row, start: str) -> str:
    return f"/product/{row['_id']}?rsvpDate={quote(start, safe='')}"


def describe_event_page(row: Row) -> dict[str, Any]:
    """Return the texts of the top of an event's page. `row` is the chosen date with all fields of its event."""
    left, place = row["countInStock"], row["eventLocation"].strip()
    return describe_date(row) | {
        "seats_left": f"{format_seats(left)} left" if left > 0 else "Sold Out!",
        "place": split_place(place),
        "map": "" if place in ("", NO_PLACE) else f"{MAP_SEARCH}{quote(place, safe='')}",
        "paragraphs": list(filter(None, map(str.strip, re.split(r"\n\s*\n", row["description"])))),
    }


def describe_asked_date(row: Row, asked: Row) -> dict[str, Any]:
    """Return the texts of the top of an event's page for a link to a date that can't be booked, or that moved.

    `row` is the event, with the date's times if there is such a date; `asked` is what the API returns about the link.
    """
    nearest = [{**each, "href": format_href(row, each["startTime"])} for each in asked["nearest"]]
    return describe_event_page(row) | {"asked": {**asked, "nearest": nearest}}


def split_place(place: str) -> list[str]:
    """Split "The Kettle, 4 Dock St, Port Alder, WA" into parts that each stay on one line; a city keeps its state."""
    return re.split(r"(?<=,) +(?![A-Z]{2,3}(?: |$))", place)


def describe_image(path: str) -> dict[str, str]:
    name = parse_media_path(path) or ""
    return {"path": path, "avif": format_srcset(name, "avif"), "webp": format_srcset(name, "webp")}


def choose_date(product: Row, requested: str | None) -> Row | None:
    """Return the date that the event's page shows: the requested one, else the next one with seats, else the next one.

    Return None if the event has no upcoming dates, or if the app has to parse the requested date.
    """
    dates = product["occurrences"]
    if requested:
        return next((date for date in dates if date["startTime"] == requested), None)
    return next((date for date in dates if date["countInStock"] > 0), dates[0] if dates else None)


# --- Headings of the list of dates ------------------------------------------------------------------------------------

ROW = 3  # cards


def get_first_heading(months: Sequence[str]) -> str:
    """Return the heading above the first card: "December 2026", or "November – December 2026".

    `months` are those of the cards, in order. Months without a full row share a heading, as
    frontend/src/shop/features/events/Months.tsx groups them.
    """
    last, count = "", 0
    for month, cards in groupby(months):
        if count >= ROW and len(months) - count >= ROW:
            break
        last, count = month, count + len(list(cards))
    return format_months(months[0], last) if months else ""


def format_months(first: str, last: str) -> str:
    if first == last:
        return first
    month, year = first.split(" ")
    return f"{month if last.endswith(year) else first} – {last}"
