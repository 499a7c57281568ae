"""The texts of the first views of the home page, the list of dates and an event's page, from the API's rows.

frontend/src/firstView renders the templates and defines the names of their variables.
"""

import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings

from bookings.formatting import (
    NO_PLACE,
    format_count,
    format_day_and_range,
    format_day_and_time,
    format_few_left,
    format_long_day,
    format_month,
    format_price,
    format_short_day,
    format_zone,
    get_frame_color,
    parse_local,
)  # fmt: skip
from charityshop.money import format_dollars, to_cents
from events.datetimes import get_shop_zone

UPCOMING = 5  # cards on the home page
IMAGE = re.compile(r"/media/(.+)\.jpg")
BETWEEN_PLACE_PARTS = re.compile(r"(?<=,) +(?![A-Z]{2,3}(?: |\Z))")  # not between a town and its state

Row = Mapping[str, Any]
Texts = dict[str, Any]


def get_home_texts(rows: Sequence[Row]) -> Texts | None:
    """Return the cards of the next dates, or None if the app would render an image differently."""
    shown = rows[:UPCOMING]
    if not all(has_plain_image(row) for row in shown):
        return None
    tiles = [get_tile(row, get_shop_zone()) for row in shown]
    return {"first": tiles[0] if tiles else None, "rest": tiles[1:]}


def get_event_texts(product: Row, requested: str | None) -> Texts | None:
    """Return None if no date is coming, or if the app has to parse the requested date."""
    date = choose_date(product["occurrences"], requested)
    if date is None or not has_plain_image(product):
        return None
    zone = get_shop_zone()
    return {"event": get_face(product, date, zone) | get_box(product, date, zone) | get_about(product)}


def get_list_texts(answer: Row) -> Texts | None:
    """Return a page of dates by month, or None if it is empty or the app would render an image differently."""
    rows, page, pages = answer["products"], answer["page"], answer["pages"]
    if not rows or not all(has_plain_image(row) for row in rows):
        return None
    zone = get_shop_zone()
    (heading, (first, *rest)), *later = (
        (heading, [get_tile(row, zone) for row in month])
        for heading, month in groupby(rows, lambda row: format_month(parse_local(row["startTime"], zone)))
    )
    shown = {
        "counted": format_count(answer["total"], "date"),
        "heading": heading,
        "rest": rest,
        "months": [{"number": n, "heading": name, "tiles": tiles} for n, (name, tiles) in enumerate(later, start=1)],
        "facets": answer["facets"],
        "paged": pages > 1,
        "before": page - 1,
        "after": page + 1 if page < pages else 0,
        "numbers": [{"page": number, "here": number == page} for number in list_pages_around(page, pages)],
    }
    return {"list": shown, "first": first}


def list_pages_around(page: int, pages: int) -> range:
    """Return up to three page numbers around the current one."""
    first = max(1, min(page - 1, pages - 2))
    return range(first, first + min(3, pages))


def has_plain_image(row: Row) -> bool:
    return not row["image"] or IMAGE.fullmatch(row["image"]) is not None


def get_stem(image: str) -> str:
    found = IMAGE.fullmatch(image)
    return found[1] if found else ""


# --- A date's card ---------------------------------------------------------------------------------------------------


def get_tile(row: Row, zone: ZoneInfo) -> Texts:
    """Return the texts of a date's card."""
    start, end = parse_local(row["startTime"], zone), parse_local(row["endTime"], zone)
    day, hours = format_day_and_range(start, end)
    capacity, left = row["maximumEventCapacity"], row["countInStock"]
    taken = max(0, capacity - left)
    return {
        "id": row["_id"],
        "rsvpDate": quote(row["startTime"], safe=""),
        "name": row["name"],
        "picture": get_stem(row["image"]),
        "description": row["description"],
        "frame": get_frame_color(row["category"]),
        "open": left > 0,
        "repeats": row["isRecurring"],
        "typeLine": " · ".join(filter(None, (row["category"], row["cardSet"]))),
        "format": row["format"],
        "month": f"{start:%b}",
        "monthDay": str(start.day),
        "whenDay": day,
        "whenHours": hours,
        "day": format_long_day(start),
        "price": format_price(row["price"]),
        "seats": f"{taken}/{capacity}",
        "seatsTaken": f"{taken} of {capacity} seats taken",
        "fewLeft": format_few_left(left),
        "next": get_next(row["nextOpenStartTime"], zone) if left == 0 else None,
    }


def get_next(following: str | None, zone: ZoneInfo) -> Texts | None:
    """Return the texts about the next open date, on the card of a full date."""
    if following is None:
        return None
    start = parse_local(following, zone)
    return {"day": format_short_day(start), "longDay": format_long_day(start), "rsvpDate": quote(following, safe="")}


# --- The page of an event --------------------------------------------------------------------------------------------


def choose_date(dates: Sequence[Row], requested: str | None) -> Row | None:
    """Return the requested date by its exact start; by default the next one with seats, else the next one."""
    if requested:
        return next((date for date in dates if date["startTime"] == requested), None)
    return next((date for date in dates if date["countInStock"] > 0), dates[0] if dates else None)


def get_face(product: Row, date: Row, zone: ZoneInfo) -> Texts:
    start, end = parse_local(date["startTime"], zone), parse_local(date["endTime"], zone)
    capacity, taken = product["maximumEventCapacity"], date["totalReservations"]
    day, hours = format_day_and_range(start, end)
    share = min(100, math.floor(taken / capacity * 100 + 0.5)) if capacity else 100
    return {
        "id": product["_id"],
        "name": product["name"],
        "picture": get_stem(product["image"]),
        "frame": get_frame_color(product["category"]),
        "month": f"{start:%b}",
        "monthDay": str(start.day),
        "whenDay": day,
        "whenHours": hours,
        "repeats": product["isRecurring"],
        "seatsTaken": f"{taken}/{capacity} seats taken",
        "share": f"{share}%",
        "price": format_price(product["price"]),
        "available": "Yes!" if date["countInStock"] > 0 else "Sold Out!",
        "category": product["category"],
        "cardSet": product["cardSet"],
        "format": product["format"],
    }


def get_box(product: Row, date: Row, zone: ZoneInfo) -> Texts:
    """Return the texts of the booking box, with one seat selected."""
    price, left = product["price"], date["countInStock"]
    one = f"1 × {format_dollars(price)}" if settings.PRICE_PER == "seat" else format_count(1, "seat")
    following = next_open(product["occurrences"], date)
    return {
        "months": list_months(product["occurrences"], date, zone),
        "zoneHint": f"Times are the venue's ({format_zone(parse_local(date['startTime'], zone))}).",
        "open": left > 0,
        "next": format_next(parse_local(following["startTime"], zone)) if following and left == 0 else None,
        "moreSeats": range(2, left + 1),
        "sum": f"{one} = {format_dollars(price)}",
        "taxed": format_taxed(price, settings.TAX_RATE or Decimal(0)),
    }


def format_taxed(price: Decimal, rate: Decimal) -> str:
    """Format the price of one seat with taxes; empty without a tax."""
    return f"{format_dollars(price + to_cents(price * rate))} with taxes" if price and rate else ""


def next_open(dates: Sequence[Row], full: Row) -> Row | None:
    """Return the next date with seats after a full one, or else the first with seats."""
    others = [date for date in dates if date["countInStock"] > 0 and date is not full]
    later = (date for date in others if date["startTime"] > full["startTime"])
    return next(later, others[0] if others else None)


def format_next(start: datetime) -> Texts:
    return {"words": f"Next one on {format_day_and_time(start)}.", "longDay": format_long_day(start)}


def list_months(dates: Sequence[Row], chosen: Row, zone: ZoneInfo) -> list[Texts]:
    months: list[Texts] = []
    for date in dates:
        start = parse_local(date["startTime"], zone)
        heading = format_month(start)
        if not months or months[-1]["heading"] != heading:
            months.append({"heading": heading, "dates": []})
        full = date["countInStock"] == 0
        text = format_day_and_time(start) + (" (sold out)" if full else "")
        option = {"startTime": date["startTime"], "text": text, "full": full, "chosen": date is chosen}
        months[-1]["dates"].append(option)
    return months


def get_about(product: Row) -> Texts:
    place = product["eventLocation"].strip()
    parts = (part.strip() for part in re.split(r"\n\s*\n", product["description"]))
    return {
        "paragraphs": [part for part in parts if part],
        "placeParts": BETWEEN_PLACE_PARTS.split(place),
        "map": place not in ("", NO_PLACE),
        "placeQuery": quote(place, safe="!'()*-._~"),
    }
