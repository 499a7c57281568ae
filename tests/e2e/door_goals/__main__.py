"""Measure the goals of the door: `make door`, or `python -m tests.e2e.door_goals [PART …]`.

Starts a shop on a free port. Takes about 25 minutes, because volunteers and guests pause in real time. Writes
docs/generated/door.md, and exits with 1 if a goal is missed. With names of parts it measures only these, and writes
nothing.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterator

from playwright.sync_api import Browser, Error, sync_playwright

from tests.e2e.door_goals.measured import Measured
from tests.e2e.door_goals.page import format_table, write_page
from tests.e2e.door_goals.scans import measure_offline, measure_online, measure_photos
from tests.e2e.door_goals.tables import measure_pairing, measure_tables
from tests.e2e.door_goals.walk import measure_drawer, measure_sixty_guests
from tests.e2e.door_goals.without_browser import measure_histories, measure_size, measure_tills
from tests.support.browser import find_browser
from tests.support.servers.running_shop import RunningShop

IN_BROWSER: dict[str, Callable[[Browser, RunningShop], Iterator[Measured]]] = {
    "offline": measure_offline,
    "online": measure_online,
    "photos": measure_photos,
    "guests": measure_sixty_guests,
    "drawer": measure_drawer,
    "pairing": measure_pairing,
    "tables": measure_tables,
}
OTHERS: dict[str, Callable[[], Iterator[Measured]]] = {
    "histories": measure_histories,
    "tills": measure_tills,
    "size": measure_size,
}


def main(parts: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # for the name of the database
    chosen = parts or [*IN_BROWSER, *OTHERS]
    before, rows = os.getloadavg()[0], list[Measured]()
    with RunningShop() as shop, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        version = f"Chromium {browser.version}"
        for part in filter(IN_BROWSER.get, chosen):
            rows += report(part, IN_BROWSER[part](browser, shop))
        browser.close()
        shop.check_books()
    for part in filter(OTHERS.get, chosen):
        rows += report(part, OTHERS[part]())
    load = f"Load average before the start: {before:.1f} of {os.cpu_count()} processors."
    print(format_table(rows), load, sep="\n\n")
    if not parts:
        write_page(rows, browser=version, load=load)
    missed = [row.what for row in rows if not row.is_met]
    print("\nEvery goal is met." if not missed else "\nMissed:\n" + "\n".join(missed))
    return 1 if missed else 0


def report(part: str, measured: Iterator[Measured]) -> list[Measured]:
    try:
        rows = list(measured)
    except (AssertionError, Error):  # counts as missed, and the other parts are still measured
        traceback.print_exc()
        rows = [Measured(f"The part “{part}”", "failed", "to be measured", is_met=False)]
    print(f"{part}: {[row.result for row in rows]}", f"load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
