"""The list of nights on a club's own site: a page of another origin, in a real browser."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations
from tests.e2e.journeys.conftest import DESK, NARROWEST, PHONE, a_night
from tests.e2e.journeys.steps import expect_no_sideways_scrolling

pytestmark = pytest.mark.browser


@pytest.fixture
def club_site(shop: Any) -> Iterator[Callable[[str], str]]:
    """`club_site(html)` serves a page of a club's own, as strict as sites get, and answers its address."""
    pages: list[str] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            policy = f"default-src 'none'; script-src {shop.url}; frame-src {shop.url}"
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            if self.path == "/":
                self.wfile.write(pages[-1].encode())

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def serve(body: str) -> str:
        pages.append(f'<!doctype html><html lang="en"><title>Owl Club</title><h1>Owl Club</h1>{body}')
        return f"http://127.0.0.1:{server.server_port}/"

    yield serve
    server.shutdown()
    server.server_close()


def height_of(page: Page) -> int:
    return int(page.locator("iframe").evaluate("(frame) => frame.offsetHeight"))


def inner_height(page: Page) -> int:
    return int(page.frame_locator("iframe").locator("html").evaluate("(html) => Math.ceil(html.offsetHeight)"))


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_one_line_puts_the_nights_on_another_site_as_high_as_they_are(shop, visit, club_site, size):
    category = f"Owls {size['width']}"
    night = a_night(shop, name="Owl Draft", category=category)
    line = f'<script async src="{shop.url}/embed.js" data-category="{category}" data-limit="1"></script>'

    somebody = visit(size)
    page = somebody.page(club_site(line))

    frame = page.frame_locator("iframe[title='Upcoming events']")
    link = frame.get_by_role("link", name="Owl Draft")
    expect(link).to_be_visible()
    expect(frame.get_by_role("listitem")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('iframe').style.height !== '32rem'")
    assert height_of(page) == inner_height(page) < 512
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert somebody.context.cookies() == []

    with somebody.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1, name="Owl Draft")).to_be_visible()
    assert opened.value.url.startswith(f"{shop.url}/product/{night['_id']}?rsvpDate=")


def test_nobody_but_the_frame_says_how_high_it_is(shop, visit, club_site):
    page = visit(DESK).page(club_site(f'<script src="{shop.url}/embed.js"></script>'))
    page.wait_for_function("() => document.querySelector('iframe').style.height !== '32rem'")

    page.evaluate("() => postMessage({ nightsHeight: 9000 }, '*')")
    page.evaluate("() => new Promise((done) => setTimeout(done, 0))")

    assert height_of(page) == inner_height(page) < 9000


def test_the_list_needs_no_script(browser, shop):
    context = browser.new_context(java_script_enabled=False, base_url=shop.url, viewport=PHONE)
    try:
        page = context.new_page()
        page.goto("/embed/events?limit=3")

        expect(page.get_by_role("listitem")).to_have_count(3)
        expect(page.get_by_role("link", name="All events at")).to_be_visible()
    finally:
        context.close()


def test_on_a_light_page_the_list_is_light_whatever_the_visitors_system_likes(shop, visit, club_site):
    line = f'<script src="{shop.url}/embed.js"></script>'
    for meta, wanted in (("", "light"), ('<meta name="color-scheme" content="light dark">', "dark")):
        page = visit(DESK, color_scheme="dark").page(club_site(meta + line))

        html = page.frame_locator("iframe").locator("html")
        ground = html.evaluate("(html) => getComputedStyle(html).backgroundColor")
        assert ground == {"light": "rgb(247, 248, 243)", "dark": "rgb(16, 23, 19)"}[wanted]


def test_the_list_keeps_the_rules_of_accessibility_however_narrow_the_frame_is(visit):
    page = visit(NARROWEST).page()
    for theme in ("light", "dark"):
        page.goto(f"/embed/events?theme={theme}")

        expect(page.get_by_role("listitem").first).to_be_visible()
        assert violations(page) == []
        expect_no_sideways_scrolling(page)
