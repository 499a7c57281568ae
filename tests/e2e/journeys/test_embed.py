"""The embedded list on a page of another origin."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations
from tests.e2e.journeys.conftest import DESK, NARROWEST, PHONE, new_event
from tests.e2e.journeys.foreign_site import foreign_site
from tests.e2e.journeys.steps import expect_no_sideways_scrolling


@pytest.fixture
def club_site(shop: Any) -> Iterator[Callable[[str], str]]:
    """`club_site(html)` serves a page with a strict policy and returns its URL."""
    with foreign_site(f"default-src 'none'; script-src {shop.url}; frame-src {shop.url}") as site:
        page = '<!doctype html><html lang="en"><title>Owl Club</title><h1>Owl Club</h1>'
        yield lambda body: site.at("127.0.0.1", "/", page + body)


def height_of(page: Page) -> int:
    return int(page.locator("iframe").evaluate("(frame) => frame.offsetHeight"))


def inner_height(page: Page) -> int:
    html = page.frame_locator("iframe").locator("html")
    return int(html.evaluate("(html) => Math.ceil(html.getBoundingClientRect().height)"))


def test_one_line_embeds_the_list_at_its_full_height(shop, visit, club_site):
    category = "Owls"
    event = new_event(shop, name="Owl Draft", category=category)
    line = f'<script async src="{shop.url}/embed.js" data-category="{category}" data-limit="1"></script>'

    visitor = visit(PHONE)
    page = visitor.page(club_site(line))

    frame = page.frame_locator("iframe[title='Upcoming events']")
    link = frame.get_by_role("link", name="Owl Draft")
    expect(link).to_be_visible()
    expect(frame.get_by_role("listitem")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('iframe').style.height !== '32rem'")
    assert height_of(page) == inner_height(page) < 512
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert visitor.context.cookies() == []

    with visitor.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1, name="Owl Draft")).to_be_visible()
    assert opened.value.url.startswith(f"{shop.url}/product/{event['_id']}?rsvpDate=")


def test_only_the_frame_sets_its_height(shop, visit, club_site):
    page = visit(DESK).page(club_site(f'<script src="{shop.url}/embed.js"></script>'))
    page.wait_for_function("() => document.querySelector('iframe').style.height !== '32rem'")

    page.evaluate("() => postMessage({ nightsHeight: 9000 }, '*')")
    page.evaluate("() => new Promise((done) => setTimeout(done, 0))")

    assert height_of(page) == inner_height(page) < 9000


def test_the_embedded_list_is_accessible_at_all_widths(visit):
    page = visit(NARROWEST).page()
    for theme in ("light", "dark"):
        page.goto(f"/embed/events?theme={theme}")

        expect(page.get_by_role("listitem").first).to_be_visible()
        assert violations(page) == []
        expect_no_sideways_scrolling(page)
