"""The server draws the first view of a page, and nothing of it moves when the app takes over."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_cart, new_event, new_series, on_date
from tests.e2e.journeys.steps import now
from tests.support.servers.running_shop import RunningShop

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
Boxes = dict[str, list[int]]  # x, y, width and height in pixels
EVIL = "{{ shop_name }}{% now 'Y' %}{# no #} </script><script>document.title='evil'</script><b>\"'&amp;<!--"
# Where each visible text and picture is, by its text or address, but for the navigation of staff: it has no first view.
# Equal ones are numbered in their order. A span without a class belongs to its text: the app has more of them.
BOXES = """() => {
  const boxes = {}
  const isText = (node) => node.nodeType === Node.TEXT_NODE || (node.localName === "span" && !node.className)
  const textsOf = (node) => (node.nodeType === Node.TEXT_NODE ? node : [...node.childNodes].flatMap(textsOf))
  const range = document.createRange()
  for (const element of document.querySelectorAll("#root *")) {
    if (isText(element) || element.closest("svg, .sr-only, [aria-live], nav[aria-label=Staff]")) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const texts = [...element.childNodes].filter(isText).flatMap(textsOf)
    const name = element.localName === "img" ? element.src : texts.map((text) => text.data).join("").trim()
    if (!name) continue
    const shown = texts.filter((text) => text.data.trim())
    range.setStart(shown[0] ?? element, 0)
    range.setEnd(shown.at(-1) ?? element, shown.at(-1)?.length ?? 0)
    const { x, y, width, height } = (shown[0] ? range : element).getBoundingClientRect()
    let key = name
    while (key in boxes) key += "+"
    boxes[key] = [x, y, width, height].map(Math.round)
  }
  return boxes
}"""


@pytest.fixture(scope="module")
def empty_shop() -> Iterator[RunningShop]:
    with RunningShop(workers=1) as running:
        yield running


def first_view(visit: Any, shop: RunningShop, path: str, size: dict[str, int]) -> Page:
    """Open a page without scripts, so that only the first view is there."""
    page: Page = visit(size, at=shop, java_script_enabled=False).page()
    page.goto(path)
    return page


def moved(sent: Boxes, drawn: Boxes) -> dict[str, tuple[list[int], list[int] | None]]:
    """Return the boxes that differ by more than a pixel, which may be due to rounding."""
    return {
        name: (box, drawn.get(name))
        for name, box in sent.items()
        if name not in drawn or any(abs(a - b) > 1 for a, b in zip(box, drawn[name], strict=True))
    }


def measure_boxes(page: Page) -> Boxes:
    """Return the boxes of a page whose web fonts have arrived: the fallback fonts are a few pixels wider."""
    page.wait_for_load_state("networkidle")
    boxes: Boxes = page.evaluate(BOXES)
    return boxes


def expect_nothing_moves(visit: Any, shop: RunningShop, path: str, size: dict[str, int]) -> str:
    """Compare the boxes of the first view with those of the app. Return the first view's text."""
    page = first_view(visit, shop, path, size)
    sent = measure_boxes(page)
    assert len(sent) >= 3, "the page has a first view"

    drawn = measure_boxes(visit(size, at=shop).page(path))

    assert moved(sent, drawn) == {}
    return page.locator("#root").inner_text()


@pytest.fixture(scope="module")
def demo() -> Iterator[RunningShop]:
    """Run a separate shop, because events of other tests have no images."""
    with RunningShop(workers=1, seed=True) as running:
        yield running


@SIZES
def test_home_list_and_event_of_the_demo_do_not_move(visit, demo, size):
    dates = requests.get(f"{demo.url}/api/products/all", timeout=10).json()
    repeating = next(date for date in dates if date["isRecurring"] and date["image"] and date["startTime"] > now())
    event = f"/product/{repeating['_id']}"

    for path in ("/", "/page/1", event, f"{event}?rsvpDate={repeating['startTime']}"):
        expect_nothing_moves(visit, demo, path, size)


@SIZES
def test_the_page_of_a_link_to_a_date_that_cannot_be_booked_does_not_move(visit, empty_shop, size):
    series = new_series(empty_shop, 4)
    expect_nothing_moves(visit, empty_shop, "/page/1", size)  # on a phone, its only card stands under no heading
    canceled, moved, *_ = (date["startTime"] for date in series["occurrences"])
    later = (datetime.fromisoformat(moved) + timedelta(days=1)).isoformat()
    for change in ({"startTime": canceled, "kind": "cancel"}, {"startTime": moved, "kind": "move", "to": later}):
        body = {"reason": "The bar has a private party."} | change
        empty_shop.as_staff().ask("POST", f"/api/products/{series['_id']}/date-changes", body)

    for link in (canceled, moved, "2020-01-01"):
        text = expect_nothing_moves(visit, empty_shop, f"/product/{series['_id']}?rsvpDate={link}", size)

        assert re.search(r"is canceled\. The bar|Moved to|This date has passed", text)


@SIZES
def test_hostile_texts_are_shown_as_they_are(visit, empty_shop, size):
    fields = ("category", "cardSet", "format", "eventLocation", "name")
    event = new_event(empty_shop, **dict.fromkeys(fields, EVIL[:100]), description=f"{EVIL}\n\n{EVIL}")

    for path in ("/", "/page/1", f"/product/{event['_id']}"):
        text = expect_nothing_moves(visit, empty_shop, path, size)
        page = requests.get(f"{empty_shop.url}{path}", timeout=10).text

        assert "{{ shop_name }}{% now 'Y' %}{# no #}" in text
        assert "<script>document" not in page
        assert "<b>" not in page


def test_cards_of_sold_out_dates_and_those_below_do_not_move(visit):
    with RunningShop(workers=1) as small:
        series = new_series(small, 3, maximumEventCapacity=1)
        single = new_event(small, ahead=timedelta(days=9), maximumEventCapacity=1)
        for full in (on_date(series, 0), single):
            book(small, new_account(small), full, seats=1)
        new_event(small, ahead=timedelta(days=10))

        for size in (PHONE, DESK):
            text = expect_nothing_moves(visit, small, "/page/1", size)
            expect_nothing_moves(visit, small, "/", size)

    for words in ("Sold Out!", "Next one on ", "Join the waiting list", "Copper Kettle Brewing"):
        assert words in text


def test_the_first_view_does_not_claim_that_the_user_is_signed_out(visit, shop):
    page = first_view(visit, shop, "/cart", DESK)

    expect(page.get_by_role("link", name="About Us")).to_be_visible()
    expect(page.get_by_text("Log In")).to_be_hidden()


LARGEST_TEXT = """() => new Promise((done) =>
  new PerformanceObserver((list) => done(list.getEntries().at(-1).element?.textContent ?? "no longer shown"))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""


def test_the_largest_text_of_checkout_and_order_is_painted_before_the_app(visit, shop):
    account, event = new_account(shop), new_event(shop)
    here = visit(PHONE, account=account, cart=new_cart((event, 1)))

    for path in ("/checkout/", f"/order/{book(shop, account, event, seats=1)['_id']}"):
        page = here.page(path)
        page.wait_for_load_state("networkidle")

        assert page.evaluate(LARGEST_TEXT) == "no longer shown", path


@SIZES
def test_the_sentence_of_an_order_that_loads_does_not_move(visit, shop, size):
    account = new_account(shop)
    here = visit(size, account=account)
    here.context.route("**/api/orders/*", lambda _: None)  # is never answered, so that the page keeps waiting
    path, words = f"/order/{book(shop, account, new_event(shop), seats=1)['_id']}", "We're getting your order."

    sent, drawn = (page.get_by_text(words) for page in (first_view(visit, shop, path, size), here.page(path)))

    for text in (sent, drawn):
        text.evaluate("() => document.fonts.ready.then(() => true)")
    assert drawn.bounding_box() == sent.bounding_box()
