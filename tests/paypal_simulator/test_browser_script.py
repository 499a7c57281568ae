"""PayPal's script and the approval window in a real browser, with a shop's strict CSP."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from paypal_simulator.server import Simulator
from tests.paypal_simulator.clients import Client
from tests.support.browser import find_browser

pytestmark = pytest.mark.browser
HERE = Path(__file__).parent


class ShopSite:
    """Serves a small checkout page from another origin. `paypal` creates its orders."""

    def __init__(self) -> None:
        self.paypal: Client | None = None
        self.refuses = False
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                assert site.paypal
                script = self.path.startswith("/shop.js")
                file = HERE / ("shop_page.js" if script else "shop_page.html")
                body = file.read_text().replace("SIMULATOR", site.paypal.url).encode()
                self._answer(200, body, "text/javascript" if script else "text/html")

            def do_POST(self) -> None:
                assert site.paypal
                if site.refuses:
                    self._answer(409, b"{}", "application/json")
                    return
                order = site.paypal.create().json()
                self._answer(200, json.dumps({"orderId": order["id"]}).encode(), "application/json")

            def _answer(self, get_status: int, body: bytes, content_type: str) -> None:
                assert site.paypal
                policy = (
                    f"default-src 'none'; script-src 'self' {site.paypal.url}; style-src 'self'; connect-src 'self'; "
                    f"frame-src {site.paypal.url}; base-uri 'none'; frame-ancestors 'none'"
                )
                self.send_response(get_status)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Content-Security-Policy", policy)
                self.send_header("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser())
        yield chromium
        chromium.close()


@pytest.fixture
def site(start: Callable[..., Simulator], connect: Callable[[Simulator], Client]) -> Iterator[ShopSite]:
    shop = ShopSite()
    shop.paypal = connect(start(shop_origins=(shop.origin,)))
    yield shop
    shop.stop()


@pytest.fixture
def page(browser: Browser, site: ShopSite) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(10_000)
    opened = context.new_page()
    troubles: list[str] = []
    opened.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.goto(site.origin)
    opened.evaluate("window.ready")
    yield opened
    context.close()
    assert [text for text in troubles if "409" not in text] == []


def get_events(page: Page) -> list[Any]:
    return list(page.evaluate("window.heard"))


def list_event_names(page: Page) -> list[str]:
    return [entry["name"] for entry in get_events(page)]


def wait_for_events(page: Page, *expected: str) -> None:
    page.wait_for_function("count => window.heard.length >= count", arg=len(expected))
    assert list_event_names(page) == list(expected)


def open_window(page: Page) -> Page:
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Pay with PayPal").click()
    popup.value.get_by_text("no real money").wait_for()
    return popup.value


def get_status(site: ShopSite) -> str:
    assert site.paypal
    return str(site.paypal.state()["orders"][0]["status"])


@pytest.mark.parametrize(
    ("button", "callback", "state"),
    [("Cancel and return", "cancel", "canceled"), ("Fail with an error", "error", "error")],
)
def test_cancelling_and_failing_in_the_window_reach_the_shop(
    page: Page, site: ShopSite, button: str, callback: str, state: str
) -> None:
    window = open_window(page)

    window.get_by_role("button", name=button).click()

    wait_for_events(page, callback, "complete")
    assert get_events(page)[1]["paymentSessionState"] == state
    assert get_status(site) == "CREATED"


def test_closing_the_window_cancels(page: Page) -> None:
    open_window(page).close()

    wait_for_events(page, "cancel", "complete")


def test_a_blocked_window_becomes_a_dialog(page: Page, site: ShopSite) -> None:
    page.evaluate("window.open = () => null")

    page.get_by_role("button", name="Pay with PayPal").click()
    frame = page.frame_locator("dialog iframe")
    frame.get_by_role("button", name="Pay now").click()

    wait_for_events(page, "approve", "complete")
    expect(page.locator("dialog")).to_have_count(0)
    assert get_status(site) == "APPROVED"


def test_popup_mode_reports_a_blocked_window(page: Page, site: ShopSite) -> None:
    page.goto(f"{site.origin}/?mode=popup")
    page.evaluate("window.ready")
    page.evaluate("window.open = () => null")

    reason = page.evaluate(
        "refusal(() => sessions.paypalSession.start({ presentationMode: 'popup' }, Promise.resolve({ orderId: 'X' })))"
    )

    assert reason == "The popup was blocked."


def test_a_destroyed_session_sends_no_events(page: Page) -> None:
    window = open_window(page)

    with window.expect_event("close"):
        page.evaluate("sessions.paypalSession.destroy()")

    assert get_events(page) == []


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("{ components: [] }", "clientId is required."),
        ("{ clientId: 'id', components: ['paypal-messages'] }", "Unknown component: paypal-messages."),
        ("{ clientId: 'id', locale: 'en_US' }", "locale is written with a hyphen, en-US, not en_US."),
    ],
)
def test_the_script_refuses_the_same_options_as_paypals(page: Page, options: str, reason: str) -> None:
    assert page.evaluate(f"refusal(() => paypal.createInstance({options}))") == reason


def test_a_card_session_requires_on_complete(page: Page) -> None:
    reason = page.evaluate("refusal(() => instance.createPayPalGuestOneTimePaymentSession({ onApprove() {} }))")

    assert reason == "onComplete is required for guest payments."


def test_the_buttons_are_ready_and_can_be_disabled(page: Page) -> None:
    assert page.evaluate("paypal.version").startswith("6")
    box = page.locator("#paypal").bounding_box()
    assert box
    assert box["height"] == 48

    page.evaluate("document.getElementById('paypal').disabled = true")

    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_disabled()
