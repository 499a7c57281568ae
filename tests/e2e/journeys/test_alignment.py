"""Elements are aligned and visible."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import PHONE, SMALL_PHONE, book, go_to, new_account, new_event, staff_account

pytestmark = pytest.mark.browser

TABLET = {"width": 768, "height": 1024}

BOX = """element => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y: y + scrollY, width, height }
}"""


def box_of(element: Locator) -> dict[str, float]:
    """Return the element's place on the page, wherever the page is scrolled to."""
    element.scroll_into_view_if_needed()
    return dict(element.evaluate(BOX))


def test_images_and_dates_of_cards_are_aligned(shop, visit):
    new_event(shop, name="Level Cards")
    long = new_event(
        shop, name="Level Cards with a name that needs a second line of its own", cardSet="A long set " * 3
    )
    page = visit(TABLET).page("/search/Level Cards/page/1")
    cards = page.get_by_role("main").get_by_role("article")
    expect(cards.filter(has_text=long["name"])).to_be_visible()

    for part in (".event-card-art", ".event-card-when"):
        tops = {round(box_of(card.locator(part))["y"]) for card in cards.all()}
        assert len(tops) == 1, part


def test_the_profile_on_a_phone_shows_orders_before_the_account(shop, visit):
    account = new_account(shop)
    event = new_event(shop)
    book(shop, account, event, seats=1)
    page = visit(PHONE, account=account).page(f"/user/{account.user['_id']}/")

    orders, sessions = (page.get_by_role("heading", name=name) for name in ("Your orders", "Where you're signed in"))

    expect(page.get_by_role("link", name=event["name"])).to_be_visible()
    expect(sessions).to_be_visible()
    assert box_of(orders)["y"] < box_of(sessions)["y"]


TOO_LOW = """(least) => [...document.querySelectorAll("main :is(a, button, select, summary, input:not([type=hidden]))")]
  .map((element) => (["checkbox", "radio"].includes(element.type) && element.closest("label")) || element)
  .filter((element) => !element.closest(".sr-only, [inert]") && element.getBoundingClientRect().width > 1)
  .filter((element) => element.getBoundingClientRect().height < least)
  .map((element) => `${Math.round(element.getBoundingClientRect().height)} px: ${element.innerText || element.name}`)"""


def test_controls_of_staff_on_a_phone_are_large_enough_to_tap(shop, visit):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, seats=1)
    page = visit(SMALL_PHONE, account=staff_account(shop)).page()
    lists = ["/admin", "/admin/products", "/admin/users", "/admin/orders"]
    editors = [
        f"/admin/product/{event['_id']}/{part}"
        for part in ("edit", "edit?tab=dates", "guests", "guests/door", "guests/date-changes")
    ]

    found = {}
    for path in [*lists, *editors, f"/admin/user/{account.user['_id']}/edit", f"/order/{order['_id']}"]:
        go_to(page, path)
        wait_for_everything(page)
        found[path] = page.evaluate(TOO_LOW, 43.5)

    assert {path: low for path, low in found.items() if low} == {}
