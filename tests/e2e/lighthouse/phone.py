"""A Chromium controlled by both Playwright, which signs in, and Lighthouse, which measures."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import requests
from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.support.browser import find_browser
from tests.support.servers.running_shop import ROOT, free_port

TOOL = ROOT / "frontend/tools/lighthouse"
STARTS_WITHIN = 60  # seconds
TIMEOUT = 180  # seconds for one run
ATTEMPTS = 3  # Chromium sometimes records no navigation (NO_NAVSTART), and Lighthouse asks to run it again
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
SLOW_CPU = 4  # times
PHONE_INDEX = 400  # Lighthouse's benchmark index of the phone whose processor the measurements imitate


@contextlib.contextmanager
def chromium() -> Iterator[tuple[int, BrowserContext]]:
    """Start Chromium. Yield its debugging port for Lighthouse and its context for Playwright."""
    program = find_browser()
    assert program, "Install Chromium, or name one: CHROMIUM=/path/to/chrome"
    folder, port = tempfile.mkdtemp(prefix="lighthouse-"), free_port()
    options = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-extensions", f"--user-data-dir={folder}"]
    apart = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    started = subprocess.Popen([program, *options, f"--remote-debugging-port={port}", "about:blank"], **apart)  # type: ignore[call-overload]
    try:
        wait_for(port)
        with sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            yield port, browser.contexts[0]
            browser.close()
    finally:
        os.killpg(started.pid, signal.SIGTERM)  # with its children, because the program may be a wrapper script
        started.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        with contextlib.suppress(requests.RequestException):
            if browser_version(port):
                return
        time.sleep(0.1)
    raise RuntimeError("Chromium did not start.")


def browser_version(port: int) -> str:
    """Return the browser's name and version, such as "Chrome/156.0.8078.73"; the headless shell is "HeadlessChrome"."""
    return str(requests.get(f"http://127.0.0.1:{port}/json/version", timeout=2).json()["Browser"])


def lighthouse(port: int, url: str, *, slowdown: float, applied: bool = False) -> dict[str, Any]:
    """Return Lighthouse's report of one run, with a processor `slowdown` times slower than this one.

    `applied` throttles network and processor instead of simulating it.
    """
    command = [str(TOOL / "node_modules/.bin/lighthouse"), url, f"--port={port}", "--quiet", "--output=json"]
    command.append(f"--throttling.cpuSlowdownMultiplier={slowdown}")
    if applied:
        command += ["--throttling-method=devtools", "--only-categories=performance"]
    else:
        command.append(f"--only-categories={','.join(CATEGORIES)}")
    for _ in range(ATTEMPTS):
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if not done.returncode:
            report: dict[str, Any] = json.loads(done.stdout)
            return report
    raise RuntimeError(f"Lighthouse failed at {url}:\n{done.stderr[-2000:]}")


# The time of each interaction until the next paint, as measured by the browser for INP.
WATCH_TAPS = """() => {
  window.taps = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.taps.push(entry.duration)
  }).observe({ type: "event", durationThreshold: 16, buffered: true })
}"""


def slowest_tap(context: BrowserContext, url: str, name: str) -> float:
    """Return the milliseconds from a tap on this button to the next paint, on a slow processor.

    Then empty the cart, because "Add to Cart" becomes the next step after a tap.
    """
    page = context.new_page()
    try:
        return measure_tap(context, page, url, name)
    finally:
        page.evaluate("localStorage.clear()")
        page.close()


def measure_tap(context: BrowserContext, page: Page, url: str, name: str) -> float:
    tools = context.new_cdp_session(page)
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    tools.send("Emulation.setDeviceMetricsOverride", phone)
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    page.evaluate(WATCH_TAPS)
    button = page.get_by_role("button", name=name, exact=True).first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box, f"There is no button {name} at {url}"
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for kind, points in (("touchStart", [at]), ("touchEnd", [])):
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_timeout(1_500)
    taps: list[float] = page.evaluate("window.taps")
    return max(taps, default=0.0)  # shorter ones are not reported


def measure_slowdown(port: int, url: str) -> tuple[int, float]:
    """Return this machine's benchmark index, and how much its processor is slowed down: at most four times.

    Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
    """
    reports = [lighthouse(port, url, slowdown=1, applied=True) for _ in range(3)]
    index = sorted(report["environment"]["benchmarkIndex"] for report in reports)[1]
    return round(index), round(min(SLOW_CPU, max(1, index / PHONE_INDEX)), 1)


def installed() -> bool:
    return Path(TOOL / "node_modules/.bin/lighthouse").exists()
