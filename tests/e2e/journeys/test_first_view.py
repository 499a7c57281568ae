"""The first HTML from the server equals what the app renders: tags, attributes and texts."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    go_to,
    new_account,
    new_cart,
    new_event,
    new_series,
    on_date,
    staff_account,
)
from tests.e2e.journeys.steps import now
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

EVIL = "{{ shop_name }}{% now 'Y' %}{# no #} </script><script>document.title='evil'</script><b>\"'&amp;<!--"
EMPTY = '<div id="root"></div>'
# The contents of the page's root, one line per element and text. Excluded are the router's attributes, generated IDs,
# toasts, live regions, and parts that the app adds later, such as the year.
LINES = r"""() => {
  const lines = []
  const attributeOf = ({ name, value }) => `${name}=${JSON.stringify(value.replace(/_[rR]_\w+_/g, "_made_"))}`
  const walk = (element, depth) => {
    const kept = [...element.attributes].filter(({ name }) => !["data-discover", "selected", "checked"].includes(name))
    const state = element.selected || element.checked ? ["chosen"] : []
    lines.push(depth + [element.localName, ...kept.map(attributeOf).sort(), ...state].join(" "))
    if (element.matches(".toasts, footer .count, [aria-live], [data-late]")) return
    let text = ""
    const endText = () => {
      if (text) lines.push(`${depth} ${JSON.stringify(text)}`)
      text = ""
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data
      if (child.nodeType !== Node.ELEMENT_NODE) continue
      endText()
      walk(child, depth + " ")
    }
    endText()
  }
  walk(document.getElementById("root"), "")
  return lines
}"""


@pytest.fixture(scope="module")
def empty_shop() -> Iterator[RunningShop]:
    with RunningShop(workers=1) as running:
        yield running


def lines_of(page: Page) -> list[str]:
    lines: list[str] = page.evaluate(LINES)
    return lines


def without_root(route: Route) -> None:
    """Remove the first view from the page, so that the app renders all of it."""
    response = route.fetch()
    body = re.sub(r'(?s)<div id="root">.*</div>(?=\n<p id="stuck")', EMPTY, response.text())
    route.fulfill(response=response, body=body)


def expect_same_html(visit: Any, shop: RunningShop, path: str, size: dict[str, int] = PHONE) -> list[str]:
    """Return the server's HTML after comparing it with what the app keeps and what it renders without it."""
    plain = visit(size, at=shop, java_script_enabled=False).page()
    plain.goto(path)
    sent = lines_of(plain)
    assert len(sent) > 60, "The page came without a first view."

    taken_over = visit(size, at=shop).page(path)
    assert lines_of(taken_over) == sent

    alone = visit(size, at=shop).page()
    alone.route(re.compile(re.escape(shop.url + path) + "$"), without_root)
    go_to(alone, path)
    expect(alone.get_by_role("contentinfo")).to_contain_text(str(datetime.now(UTC).year))
    assert lines_of(alone) == sent
    return sent


def test_the_home_page_of_a_shop_without_events(visit, empty_shop):
    sent = expect_same_html(visit, empty_shop, "/")

    assert any("No events are planned right now" in line for line in sent)


def test_the_home_page_with_all_kinds_of_cards(visit, empty_shop):
    events = [
        new_event(empty_shop, name=EVIL, category=EVIL, cardSet="", description=f"{EVIL}\n\n{EVIL}"),
        new_event(empty_shop, name="Free", price=0, format="Draft", maximumEventCapacity=5),
        new_event(empty_shop, name="Full", maximumEventCapacity=1),
    ]
    book(empty_shop, new_account(empty_shop), events[-1], seats=1)
    series = new_series(empty_shop, 2, name="Full at first", maximumEventCapacity=1)
    book(empty_shop, new_account(empty_shop), series, seats=1)

    sent = expect_same_html(visit, empty_shop, "/?from=a+friend%27s&x=~*")

    text = "\n".join(sent)
    for expected in (
        "Free",
        "Sold Out!",
        "Only 5 seats left",
        "Next one on",
        "{{ shop_name }}{% now 'Y' %}{# no #} </script>",
    ):
        assert expected in text


def test_the_home_page_of_the_demo(visit):
    with RunningShop(workers=1, seed=True) as demo_shop:  # a separate shop: events of other tests have no images
        sent = expect_same_html(visit, demo_shop, "/")

    assert sum("img" in line and "/media/events/" in line for line in sent) >= 5


@pytest.mark.parametrize("path", ["/page/1", "/page/2"])
def test_the_list_of_the_demo(visit, path):
    with RunningShop(workers=1, seed=True) as demo_shop:
        sent = expect_same_html(visit, demo_shop, path)

    assert any("Page 2" in line for line in sent)


def test_a_list_page_that_spans_two_months(visit):
    with RunningShop(workers=1) as small:
        new_event(small, name=EVIL, category=EVIL, cardSet=EVIL, eventLocation=EVIL, format="Draft", description=EVIL)
        new_series(small, 4, name="Weekly")

        sent = expect_same_html(visit, small, "/page/1", DESK)

    text = "\n".join(sent)
    assert "All coming dates" in text
    assert "{{ shop_name }}" in text


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_an_event_page_of_the_demo(visit, shop, size):
    dates = requests.get(f"{shop.url}/api/products/all", timeout=10).json()
    repeating = next(date for date in dates if date["isRecurring"] and date["image"] and date["startTime"] > now())

    for path in (f"/product/{repeating['_id']}", f"/product/{repeating['_id']}?rsvpDate={repeating['startTime']}"):
        expect_same_html(visit, shop, path, size)


def test_an_event_page_with_hostile_texts(visit, empty_shop):
    fields = ("category", "cardSet", "format", "eventLocation", "name")
    event = new_event(empty_shop, **dict.fromkeys(fields, EVIL[:100]), description=f"{EVIL}\r\n\r\n{EVIL}\nyes")

    sent = expect_same_html(visit, empty_shop, f"/product/{event['_id']}")

    assert "{{ shop_name }}" in "\n".join(sent)
    page = requests.get(f"{empty_shop.url}/product/{event['_id']}", timeout=10).text
    assert "<script>document" not in page
    assert "<b>" not in page


def test_the_page_of_a_sold_out_event(visit, empty_shop):
    event = new_event(empty_shop, maximumEventCapacity=1, eventLocation="", format="Sealed")
    book(empty_shop, new_account(empty_shop), event, seats=1)

    sent = expect_same_html(visit, empty_shop, f"/product/{event['_id']}")

    assert any("This date is sold out." in line for line in sent)


def test_the_page_of_a_sold_out_date_of_an_event(visit, empty_shop):
    series = new_series(empty_shop, 3, maximumEventCapacity=1)
    book(empty_shop, new_account(empty_shop), on_date(series, 1), seats=1)
    full = series["occurrences"][1]["startTime"]

    sent = expect_same_html(visit, empty_shop, f"/product/{series['_id']}?rsvpDate={full}")

    assert any("Next one on" in line for line in sent)


# --- Pages without a first view: the frame ----------------------------------------------------------------

STANDS = """(selector) => {
  const found = document.querySelector(selector)
  const { x, y, height } = found.getBoundingClientRect()
  return [found.textContent, x, y, height]
}"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "path", ["/page/1", "/cart", "/about", "/login", "/register", "/checkout", "/admin/orders", "/no/such"]
)
def test_header_and_heading_exist_before_the_app_starts_and_do_not_move(visit, shop, path, size):
    plain = visit(size, at=shop, java_script_enabled=False).page()
    plain.goto(path)
    sent = [plain.evaluate(STANDS, part) for part in ("header a", "h1")]
    who = {"/checkout": new_account, "/admin/orders": staff_account}.get(path, lambda shop: None)(shop)
    cart = new_cart((new_event(shop), 1)) if path == "/checkout" else None

    page = visit(size, account=who, cart=cart).page(path)

    assert [page.evaluate(STANDS, part) for part in ("header a", "h1")] == sent
    assert page.locator("#root[data-frame]").count() == 0


def test_the_first_html_does_not_claim_that_the_user_is_signed_out(visit, shop):
    plain = visit(DESK, at=shop, java_script_enabled=False).page()
    plain.goto("/cart")

    expect(plain.get_by_role("link", name="About Us")).to_be_visible()
    expect(plain.get_by_text("Log In")).to_be_hidden()
