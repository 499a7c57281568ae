"""The HTML that the server sends is what the app draws: same tags, same attributes, same words."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.conftest import DESK, PHONE, a_cart, a_night, a_person, a_series, book, go_to, on_date, staff_of
from tests.e2e.journeys.steps import now
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

EVIL = "{{ shop_name }}{% now 'Y' %}{# no #} </script><script>document.title='evil'</script><b>\"'&amp;<!--"
EMPTY = '<div id="root"></div>'
# All that is in the page's root, one line for each element and text. Left out: what the router marks links with, names
# made up while drawing, toasts, what is told to screen readers, and what comes after the first drawing: the year, and
# what fills room kept for it.
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
    """The same page without its first view, so that the app has to draw all of it."""
    answer = route.fetch()
    body = re.sub(r'(?s)<div id="root">.*</div>(?=\n<p id="stuck")', EMPTY, answer.text())
    route.fulfill(response=answer, body=body)


def expect_the_same(visit: Any, shop: RunningShop, path: str, size: dict[str, int] = PHONE) -> list[str]:
    """What the server sent, after seeing that the app keeps it and that it would draw the same by itself."""
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


def test_home_of_a_shop_without_events(visit, empty_shop):
    sent = expect_the_same(visit, empty_shop, "/")

    assert any("No events are planned right now" in line for line in sent)


def test_home_with_every_kind_of_card(visit, empty_shop):
    nights = [
        a_night(empty_shop, name=EVIL, category=EVIL, cardSet="", description=f"{EVIL}\n\n{EVIL}"),
        a_night(empty_shop, name="Free", price=0, format="Draft", maximumEventCapacity=5),
        a_night(empty_shop, name="Full", maximumEventCapacity=1),
    ]
    book(empty_shop, a_person(empty_shop), nights[-1], seats=1)
    series = a_series(empty_shop, 2, name="Full at first", maximumEventCapacity=1)
    book(empty_shop, a_person(empty_shop), series, seats=1)

    sent = expect_the_same(visit, empty_shop, "/?from=a+friend%27s&x=~*")

    text = "\n".join(sent)
    for words in (
        "Free",
        "Sold Out!",
        "Only 5 seats left",
        "Next one on",
        "{{ shop_name }}{% now 'Y' %}{# no #} </script>",
    ):
        assert words in text


def test_home_as_the_demo_has_it(visit):
    with RunningShop(workers=1, seed=True) as season:  # its own: nights of other journeys have no pictures
        sent = expect_the_same(visit, season, "/")

    assert sum("img" in line and "/media/events/" in line for line in sent) >= 5


@pytest.mark.parametrize("path", ["/page/1", "/page/2"])
def test_the_list_as_the_demo_has_it(visit, path):
    with RunningShop(workers=1, seed=True) as season:
        sent = expect_the_same(visit, season, path)

    assert any("Page 2" in line for line in sent)


def test_the_list_of_one_page_over_two_months(visit):
    with RunningShop(workers=1) as small:
        a_night(small, name=EVIL, category=EVIL, cardSet=EVIL, eventLocation=EVIL, format="Draft", description=EVIL)
        a_series(small, 4, name="Weekly")

        sent = expect_the_same(visit, small, "/page/1", DESK)

    text = "\n".join(sent)
    assert "All coming dates" in text
    assert "{{ shop_name }}" in text


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_an_event_of_the_demo(visit, shop, size):
    dates = requests.get(f"{shop.url}/api/products/all", timeout=10).json()
    repeating = next(date for date in dates if date["isRecurring"] and date["image"] and date["startTime"] > now())

    for path in (f"/product/{repeating['_id']}", f"/product/{repeating['_id']}?rsvpDate={repeating['startTime']}"):
        expect_the_same(visit, shop, path, size)


def test_an_event_with_texts_that_try_to_get_out(visit, empty_shop):
    fields = ("category", "cardSet", "format", "eventLocation", "name")
    night = a_night(empty_shop, **dict.fromkeys(fields, EVIL[:100]), description=f"{EVIL}\r\n\r\n{EVIL}\nyes")

    sent = expect_the_same(visit, empty_shop, f"/product/{night['_id']}")

    assert "{{ shop_name }}" in "\n".join(sent)
    page = requests.get(f"{empty_shop.url}/product/{night['_id']}", timeout=10).text
    assert "<script>document" not in page
    assert "<b>" not in page


def test_an_event_that_is_full(visit, empty_shop):
    night = a_night(empty_shop, maximumEventCapacity=1, eventLocation="", format="Sealed")
    book(empty_shop, a_person(empty_shop), night, seats=1)

    sent = expect_the_same(visit, empty_shop, f"/product/{night['_id']}")

    assert any("This date is sold out." in line for line in sent)


def test_a_full_date_of_an_event_that_has_another_with_seats(visit, empty_shop):
    series = a_series(empty_shop, 3, maximumEventCapacity=1)
    book(empty_shop, a_person(empty_shop), on_date(series, 1), seats=1)
    full = series["occurrences"][1]["startTime"]

    sent = expect_the_same(visit, empty_shop, f"/product/{series['_id']}?rsvpDate={full}")

    assert any("Next one on" in line for line in sent)


# --- Pages without a drawing of their own: their frame ----------------------------------------------------------------

STANDS = """(selector) => {
  const found = document.querySelector(selector)
  const { x, y, height } = found.getBoundingClientRect()
  return [found.textContent, x, y, height]
}"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "path", ["/page/1", "/cart", "/about", "/login", "/register", "/checkout", "/admin/orders", "/no/such"]
)
def test_header_and_heading_are_there_before_the_app_and_stay_where_they_are(visit, shop, path, size):
    plain = visit(size, at=shop, java_script_enabled=False).page()
    plain.goto(path)
    sent = [plain.evaluate(STANDS, part) for part in ("header a", "h1")]
    who = {"/checkout": a_person, "/admin/orders": staff_of}.get(path, lambda shop: None)(shop)
    cart = a_cart((a_night(shop), 1)) if path == "/checkout" else None

    page = visit(size, person=who, cart=cart).page(path)

    assert [page.evaluate(STANDS, part) for part in ("header a", "h1")] == sent
    assert page.locator("#root[data-frame]").count() == 0


def test_before_the_app_nobody_is_told_that_they_are_signed_out(visit, shop):
    plain = visit(DESK, at=shop, java_script_enabled=False).page()
    plain.goto("/cart")

    expect(plain.get_by_role("link", name="About Us")).to_be_visible()
    expect(plain.get_by_text("Log In")).to_be_hidden()
