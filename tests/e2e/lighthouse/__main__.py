"""Run Lighthouse (mobile) on the main pages, and measure a slow phone: `python -m tests.e2e.lighthouse`.

Starts a demo shop on a free port. Each figure is the median of three runs. Writes the tables to
docs/generated/lighthouse.md, and exits with 1 if a goal is missed. `--only Home,Event` measures only these pages and
writes nothing.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Callable
from itertools import chain
from typing import Any

from playwright.sync_api import BrowserContext

from tests.e2e.lighthouse.pages import (
    FIRST_VIEWS,
    MAX_LARGEST_PAINT,
    MAX_SHIFT,
    MAX_TAP,
    Measured,
    pages_of,
    sign_in_as,
)
from tests.e2e.lighthouse.phone import (
    CATEGORIES,
    browser_version,
    chromium,
    installed,
    lighthouse,
    measure_slowdown,
    slowest_tap,
)
from tests.e2e.lighthouse.tables import Row, score_table, slow_phone_table, write_tables
from tests.support.servers.running_shop import RunningShop

RUNS = 3
SLOW_PAGES = ("Home", "Event")
TAPS = [("Home", "Menu"), ("Event", "Menu"), ("Event", "Add to Cart")]


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # for the name of the database
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.lighthouse")
    parser.add_argument("--only", default="", help="Names of pages, separated by commas.")
    only = [name for name in parser.parse_args().only.split(",") if name]
    if not installed():
        sys.exit("Lighthouse is not installed: run `make lighthouse`.")
    with RunningShop(seed=True) as shop, chromium() as (port, context):
        index, slowdown = measure_slowdown(port, shop.url)
        machine = f"{browser_version(port)}, benchmark index {index}, processor slowed down {slowdown} times"
        print(machine, file=sys.stderr, flush=True)
        pages, accounts = pages_of(shop)
        chosen = [page for page in pages if not only or page.name in only]
        scores = [measured(shop, context, port, slowdown, page, accounts[page.who]) for page in chosen]
        sign_in_as(context, shop, None, None)
        slow_phone = slow_phone_rows(shop, context, port, slowdown, {page.name: page for page in chosen})
    tables = [score_table(scores), slow_phone_table(slow_phone)]
    print("\n\n".join(tables))
    if not only:
        write_tables(*tables, machine=machine)
    missed = [f"{row.page}: {row.name} is {row.text}" for row in [*chain(*scores), *slow_phone] if not row.met]
    print("\nEvery goal is met." if not missed else "\nMissed:\n" + "\n".join(missed))
    return 1 if missed else 0


def measured(
    shop: RunningShop, context: BrowserContext, port: int, slowdown: float, page: Measured, who: Any
) -> list[Row]:
    sign_in_as(context, shop, *who)
    reports = [lighthouse(port, shop.url + page.path, slowdown=slowdown) for _ in range(RUNS)]
    print(f"{page.name}: {scores_of(reports, 'performance')}", file=sys.stderr, flush=True)
    rows = [
        Row(page.name, name, median(scores_of(reports, name)), "", page.goals.get(name), least=True)
        for name in CATEGORIES
    ]
    max_paint, max_shift = (MAX_LARGEST_PAINT, MAX_SHIFT) if page.name in FIRST_VIEWS else (None, None)
    paints = [("First paint", "first-contentful-paint", None), ("Largest paint", "largest-contentful-paint", max_paint)]
    rows += [Row(page.name, name, median(seconds_of(reports, audit)), " s", goal) for name, audit, goal in paints]
    rows.append(Row(page.name, "Blocked", median(values_of(reports, "total-blocking-time")), " ms", None))
    rows.append(Row(page.name, "Shift", median(values_of(reports, "cumulative-layout-shift")), "", max_shift))
    return rows


def slow_phone_rows(
    shop: RunningShop, context: BrowserContext, port: int, slowdown: float, pages: dict[str, Measured]
) -> list[Row]:
    rows = []
    for name in filter(pages.get, SLOW_PAGES):
        reports = [lighthouse(port, shop.url + pages[name].path, slowdown=slowdown, applied=True) for _ in range(RUNS)]
        rows.append(
            Row(name, "Largest paint", median(seconds_of(reports, "largest-contentful-paint")), " s", MAX_LARGEST_PAINT)
        )
        rows.append(Row(name, "Shift", median(values_of(reports, "cumulative-layout-shift")), "", MAX_SHIFT))
    for name, button in TAPS:
        if name in pages:
            taps = repeated(lambda url=shop.url + pages[name].path, button=button: slowest_tap(context, url, button))
            rows.append(Row(name, f"Tap on {button}", median(taps), " ms", MAX_TAP))
    return rows


def repeated(measure: Callable[[], float]) -> list[float]:
    return [measure() for _ in range(RUNS)]


def median(values: list[float]) -> float:
    return statistics.median(values)


def scores_of(reports: list[dict[str, Any]], category: str) -> list[float]:
    return [round((report["categories"][category]["score"] or 0) * 100) for report in reports]


def values_of(reports: list[dict[str, Any]], audit: str) -> list[float]:
    return [report["audits"][audit]["numericValue"] for report in reports]


def seconds_of(reports: list[dict[str, Any]], audit: str) -> list[float]:
    return [value / 1000 for value in values_of(reports, audit)]


if __name__ == "__main__":
    sys.exit(main())
