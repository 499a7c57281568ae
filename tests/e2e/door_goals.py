"""The goals of the door on a slow phone: `python -m tests.e2e.door_goals`, on a machine that does nothing else.

It drives the volunteers' page in headless Chromium with the processor slowed down four times, the usual stand-in for a
cheap phone. The page runs as it is; only its camera is replaced by a canvas that shows rendered tickets (camera.js).
"""

import math
import os
import re
import sys
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median, quantiles

from PIL import Image, ImageFilter
from playwright.sync_api import Browser, Page, expect, sync_playwright

import tests.settings  # noqa: F401 - what the shop needs to be set, for modules that read its settings
from charityshop.images.qr_code import draw_qr_png
from tests.e2e.journeys.conftest import PHONE, Visit
from tests.e2e.journeys.open_door import OpenDoor
from tests.e2e.journeys.tables_evening import TablesEvening
from tests.e2e.journeys.test_scorekeeper import Scorekeeper
from tests.support.browser import find_browser
from tests.support.servers.running_shop import RunningShop

SLOWDOWN = 4
CAMERA = Path(__file__).with_name("camera.js").read_text()
SIZE = (1280, 720)  # what the page asks the camera for
SCANS, PLAYERS = 120, 32
UNSAVED = "This phone can't save. Use another one."
PATIENCE_MS = 5000  # then a scan counts as failed
HEAD = "| What | n | Median | p95 | Goal | Met |\n|---|---|---|---|---|---|"


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # for the name of the database
    is_missed = False
    print(HEAD)
    with RunningShop() as shop, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        for what, times, goal in [*measure_scans(browser, shop), *measure_pairing(browser, shop)]:
            p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
            met = "yes" if p95 <= goal else "**no**"
            print(f"| {what} | {len(times)} | {median(times):.2f} s | {p95:.2f} s | ≤ {goal} s | {met} |", flush=True)
            is_missed |= p95 > goal
        browser.close()
        shop.check_books()
    return 1 if is_missed else 0


def measure_scans(browser: Browser, shop: RunningShop) -> Iterator[tuple[str, Sequence[float], float]]:
    with open_phone(browser, shop, role="door", others=2 * SCANS) as (visit, page, door):
        codes = door.others
        online = [scan(page, code) for code in codes[:SCANS]]
        expect(page.get_by_text(re.compile(r"to send"))).to_be_hidden()
        visit.context.set_offline(True)
        offline = [scan(page, code) for code in codes[SCANS:]]
        page.evaluate("window.sending = timeSending(); null")
        visit.context.set_offline(False)
        sent = float(page.evaluate("window.sending")) / 1000
        found = door.staff.ask("GET", f"/api/door/nights/{door.door_id}")
        assert (found["in"], found["conflicts"]) == (sum(map(math.isfinite, online + offline)), []), found
    yield "Ticket in view to verdict, without a connection", offline, 0.25
    yield "Ticket in view to verdict, online", online, 0.45
    yield f"{SCANS} queued entries sent, once the connection is back", [sent], 3


@contextmanager
def open_phone(
    browser: Browser, shop: RunningShop, *, role: str, others: int
) -> Iterator[tuple[Visit, Page, OpenDoor]]:
    """Open the door of a date on a slow phone. `others` are tickets for one seat."""
    visit = Visit(browser, shop, PHONE)
    try:
        visit.context.add_init_script(CAMERA)
        door = OpenDoor(shop, visit.context, others)
        link = door.staff.ask("POST", f"/api/door/nights/{door.door_id}/links", {"role": role})
        page = visit.page(link["url"].removeprefix(shop.url))
        page.get_by_label("PIN").fill(link["pin"])
        page.get_by_label("Your first name").fill("Ana")
        page.get_by_role("button", name="Open the door").click()
        expect(page.get_by_text("● Online")).to_be_visible()
        show(page, "empty", Image.new("RGB", SIZE, "darkslategray"))
        slow_down(visit, page)
        yield visit, page, door
        assert visit.list_unexpected() == []
    finally:
        visit.context.close()


def slow_down(visit: Visit, page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    visit.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def scan(page: Page, code: str) -> float:
    """Hold up a ticket. Return the seconds until the verdict: infinity, if the phone can't store the entry in time."""
    show(page, "ticket", draw_ticket(code, Random(code)))
    ms, text = page.evaluate("patience => timeVerdict('ticket', patience)", PATIENCE_MS)
    assert ms is not None, f"{code} was not read"
    assert ", 1 in" in text or text == UNSAVED, text
    page.evaluate("holdUp('empty')")
    page.wait_for_timeout(150)  # some frames without a ticket come by
    page.keyboard.press("Escape")
    return math.inf if text == UNSAVED else float(ms) / 1000


def draw_ticket(code: str, random: Random) -> Image.Image:
    """Draw a ticket as a phone sees it: turned a little, not quite in focus, and somewhere in the picture."""
    side = random.randrange(190, 330)
    symbol = Image.open(BytesIO(draw_qr_png(code))).convert("RGB").resize((side, side))
    turned = symbol.rotate(random.uniform(-20, 20), expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)
    photo = Image.new("RGB", SIZE, "darkslategray")
    photo.paste(turned, (random.randrange(400, 500), random.randrange(100, 200)))
    return photo.filter(ImageFilter.GaussianBlur(1))


def show(page: Page, name: str, photo: Image.Image) -> None:
    """Decode a photo before it is shown, because a camera's frames need no decoding."""
    file = BytesIO()
    photo.save(file, "JPEG", quality=90)
    page.evaluate("([name, photo]) => loadImage(name, photo)", [name, b64encode(file.getvalue()).decode()])


def measure_pairing(browser: Browser, shop: RunningShop) -> Iterator[tuple[str, Sequence[float], float]]:
    names = [f"P{number:02} Ames" for number in range(PLAYERS)]
    evening, visit = TablesEvening(shop, names), Visit(browser, shop, PHONE)
    evening.let_in(*names)
    phone = Scorekeeper(visit.page(evening.get_path()))
    phone.open(evening)
    slow_down(visit, phone.page)
    phone.see(f"{PLAYERS} players")
    began = time.monotonic()
    phone.pair(1)
    paired = time.monotonic()
    for table in range(1, PLAYERS // 2 + 1):
        phone.find_score(table, "2–1").click()
    phone.pair(2)
    ended = time.monotonic()
    assert visit.list_unexpected() == []
    visit.context.close()
    yield f"{PLAYERS} players paired", [paired - began], 20
    yield f"Results of {PLAYERS // 2} tables and the next round", [ended - paired], 20


if __name__ == "__main__":
    sys.exit(main())
