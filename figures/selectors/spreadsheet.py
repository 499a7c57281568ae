"""The figures as a spreadsheet."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from charityshop.api.csv_export import Cell
from figures.date_facts import Figures

HEADER = (
    "By",
    "Group",
    "Weekday",
    "Dates",
    "Canceled dates",
    "Seats",
    "Taken",
    "Sold",
    "By hand",
    "Free",
    "Came",
    "Didn't come",
    "Waited in vain",
    "Returning guests",
    "Days from sale to start (median)",
    "Received",
    "Received per seat",
)
NOT_MEASURED = "not measured"
MONDAY = date(2024, 1, 1)


def list_rows(summary: Mapping[str, Any]) -> Iterator[list[Cell]]:
    for row in summary["formats"]:
        weekday = f"{MONDAY.replace(day=row['weekday'] + 1):%A}"
        yield ["format and weekday", row["format"], weekday, *list_cells(row["figures"])]
    for row in summary["events"]:
        yield ["event", row["name"], "", *list_cells(row["figures"])]
    for row in summary["months"]:
        yield ["month", row["month"], "", *list_cells(row["figures"])]


def list_cells(figures: Figures) -> list[Cell]:
    return [
        figures.dates,
        figures.canceled,
        figures.seats,
        figures.taken,
        figures.sold,
        figures.by_hand,
        figures.free,
        NOT_MEASURED if figures.came is None else figures.came,
        NOT_MEASURED if figures.did_not_come is None else figures.did_not_come,
        figures.waited_in_vain,
        figures.returning,
        figures.days_ahead,
        figures.received,
        figures.received_per_seat,
    ]
