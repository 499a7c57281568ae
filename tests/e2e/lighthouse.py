"""Lighthouse (mobile) on the main pages of a demo shop: `python -m tests.e2e.lighthouse [PAGE …]`.

Each score is the median of three runs, with this machine's processor slowed down to a phone's. It prints a table, and
fails if a goal is missed.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median
from typing import Any

import requests
from playwright.sync_api import BrowserContext, sync_playwright

import tests.settings  # noqa: F401 - what the shop needs to be set, for modules that read its settings
from tests.e2e.journeys.conftest import Account, book, new_account, new_cart, staff_account
from tests.support.browser import find_browser
from tests.support.servers.running_shop import ROOT, RunningShop, free_port
from tests.support.waiting import eventually

PROGRAM = ROOT / "frontend/tools/lighthouse/node_modules/.bin/lighthouse"
RUNS = 3
TIMEOUT = 180  # seconds for one run
ATTEMPTS = 3  # Chromium sometimes records no navigation (NO_NAVSTART), and Lighthouse asks to run it again
SLOW_CPU, PHONE_INDEX = 4, 400  # times, at most; Lighthouse's benchmark index of the phone that is imitated
CATEGORIES = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}  # with their goals
MAX_LARGEST_PAINT, MAX_SHIFT = 1.9, 0.02  # seconds; of the pages whose first view the server renders
FIRST_VIEWS = ("Home", "Event", "List of events")
HEAD = f"| Page | Performance | Accessibility | Best practices | SEO | Largest paint | Shift | Met |\n{'|---' * 8}|"


def main(names: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # for the name of the database
    if not PROGRAM.exists():
        sys.exit("Lighthouse is not installed: npm --prefix frontend/tools/lighthouse ci")
    is_missed = False
    with RunningShop(seed=True) as shop, chromium() as (port, context):
        index = median(run(port, shop.url, slowdown=1)["environment"]["benchmarkIndex"] for _ in range(RUNS))
        slowdown = round(min(SLOW_CPU, max(1, index / PHONE_INDEX)), 1)
        print(f"Benchmark index {index:.0f}, processor slowed down {slowdown} times\n\n{HEAD}", flush=True)
        for name, path, account, cart in list_pages(shop):
            if not names or name in names:
                sign_in_as(context, shop, account, cart)
                row, is_met = measure(name, [run(port, shop.url + path, slowdown=slowdown) for _ in range(RUNS)])
                print(row, flush=True)
                is_missed |= not is_met
    return 1 if is_missed else 0


def list_pages(shop: RunningShop) -> Iterator[tuple[str, str, Account | None, dict[str, Any] | None]]:
    """Yield the name of each page, its path, and the account and the cart of its visitor."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    dates = shop.client().call("GET", "/api/products/all").json()
    event = next(
        row
        for row in dates
        if row["startTime"] > now and row["isRecurring"] and row["image"] and row["countInStock"] > 3
    )
    buyer, staff, cart = new_account(shop), staff_account(shop), new_cart((event, 2))
    yield "Home", "/", None, None
    yield "Event", f"/product/{event['_id']}", None, None
    yield "List of events", "/page/1", None, None
    yield "Cart", "/cart", buyer, cart
    yield "Checkout", "/checkout/", buyer, cart
    yield "Order", f"/order/{book(shop, buyer, event, seats=2)['_id']}", buyer, cart
    for name in ("Events", "Orders", "Users"):
        yield f"Admin: {name}", f"/admin/{'products' if name == 'Events' else name.lower()}", staff, None


def measure(name: str, reports: list[dict[str, Any]]) -> tuple[str, bool]:
    """Return the page's row, and whether it met its goals. Search engines may index the first views alone."""
    scores = {each: median(report["categories"][each]["score"] * 100 for report in reports) for each in CATEGORIES}
    paint, shift = (
        median(report["audits"][audit]["numericValue"] for report in reports)
        for audit in ("largest-contentful-paint", "cumulative-layout-shift")
    )
    is_first = name in FIRST_VIEWS
    goals = CATEGORIES | ({} if is_first else {"seo": 0})
    is_met = all(scores[each] >= goal for each, goal in goals.items())
    is_met = is_met and (not is_first or (paint <= MAX_LARGEST_PAINT * 1000 and shift <= MAX_SHIFT))
    cells = [name, *(f"{score:.0f}" for score in scores.values()), f"{paint / 1000:.2f} s", f"{shift:.2f}"]
    return f"| {' | '.join(cells)} | {'yes' if is_met else '**no**'} |", is_met


@contextlib.contextmanager
def chromium() -> Iterator[tuple[int, BrowserContext]]:
    """Start Chromium. Yield its debugging port for Lighthouse and its context for Playwright, which signs in."""
    program = find_browser()
    assert program, "Install Chromium, or name one: CHROMIUM=/path/to/chrome"
    folder, port = tempfile.mkdtemp(prefix="lighthouse-"), free_port()
    options = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-extensions", f"--user-data-dir={folder}"]
    started = subprocess.Popen(
        [program, *options, f"--remote-debugging-port={port}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert eventually(lambda: is_listening(port), 60), "Chromium did not start."
        with sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            yield port, browser.contexts[0]
            browser.close()
    finally:
        os.killpg(started.pid, signal.SIGTERM)  # with its children, because the program may be a wrapper script
        started.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def is_listening(port: int) -> bool:
    with contextlib.suppress(requests.RequestException):
        return requests.get(f"http://127.0.0.1:{port}/json/version", timeout=2).ok
    return False


def run(port: int, url: str, *, slowdown: float) -> dict[str, Any]:
    """Return Lighthouse's report of one run, with a processor `slowdown` times slower than this one."""
    command = [str(PROGRAM), url, f"--port={port}", "--quiet", "--output=json"]
    command += [f"--throttling.cpuSlowdownMultiplier={slowdown}", f"--only-categories={','.join(CATEGORIES)}"]
    for _ in range(ATTEMPTS):
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if not done.returncode:
            return dict(json.loads(done.stdout))
    raise RuntimeError(f"Lighthouse failed at {url}:\n{done.stderr[-2000:]}")


def sign_in_as(
    context: BrowserContext, shop: RunningShop, account: Account | None, cart: dict[str, Any] | None
) -> None:
    """Sign in as this account, or sign out. The session comes first: a page that has only the account signs out."""
    context.clear_cookies()
    if account:
        context.add_cookies([{"name": "sessionid", "value": account.session, "url": shop.url}])
    page = context.new_page()
    page.goto(f"{shop.url}/about")
    page.evaluate("localStorage.clear()")
    for key, value in {"userInfo": account and account.user, "cart": cart}.items():
        if value is not None:
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
    page.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
