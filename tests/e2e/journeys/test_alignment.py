"""Elements are aligned and visible."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, book, go_to, new_account, new_event, staff_account

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


ROOM_AROUND = """(bar) => {
  const text = document.createRange()
  text.selectNodeContents(bar.querySelector("a"))
  const [inner, outer] = [text.getBoundingClientRect(), bar.getBoundingClientRect()]
  return [inner.top - outer.top, outer.bottom - inner.bottom]
}"""


def test_a_name_of_two_lines_has_padding(shop, visit):
    long = new_event(shop, name="Roomy Name that needs a second line of its own on every screen")
    page = visit(SMALL_PHONE).page("/search/Roomy Name/page/1")
    card = page.get_by_role("main").get_by_role("article").filter(has_text=long["name"])

    above, below = card.locator(".event-card-name").evaluate(ROOM_AROUND)

    assert min(above, below) > 5


def test_a_warning_on_one_card_does_not_stretch_other_buttons(shop, visit):
    new_event(shop, name="Even Buttons")
    new_event(shop, name="Even Buttons, nearly full", maximumEventCapacity=3)
    page = visit(TABLET).page("/search/Even Buttons/page/1")
    buttons = page.get_by_role("main").get_by_role("link", name="RSVP for Even Buttons")
    expect(page.get_by_text("Only 3 seats left")).to_be_visible()
    expect(buttons).to_have_count(2)

    boxes = [box_of(button) for button in buttons.all()]

    assert len({round(box["height"]) for box in boxes}) == 1
    assert len({round(box["y"] + box["height"]) for box in boxes}) == 1


def test_prices_are_right_above_their_buttons(shop, visit):
    full = new_event(shop, name="Near Prices, full", maximumEventCapacity=1)
    book(shop, new_account(shop), full, 1)
    new_event(shop, name="Near Prices")
    page = visit(TABLET).page("/search/Near Prices/page/1")
    cards = page.get_by_role("main").get_by_role("article")
    expect(page.get_by_role("link", name="Similar events")).to_be_visible()
    open_one = cards.filter(has=page.get_by_role("link", name="RSVP for Near Prices"))

    price, button = (box_of(open_one.locator(part)) for part in (".event-card-foot", ".event-card-action a"))

    assert button["y"] - (price["y"] + price["height"]) < 16


def test_the_filters_button_is_visible_on_a_small_phone(visit):
    page = visit(SMALL_PHONE).page("/page/1")

    page.get_by_role("button", name="Filters").click()

    expect(page.get_by_role("dialog").get_by_role("button", name="Show events")).to_be_in_viewport(ratio=1)


def test_the_actions_for_a_user_fit_on_one_line_of_a_small_phone(shop, visit):
    page = visit(SMALL_PHONE, account=staff_account(shop)).page("/admin/users")
    card = page.get_by_role("main").get_by_role("listitem").first

    tops = {box_of(card.get_by_text(text, exact=True))["y"] for text in ("Edit", "Reset password", "Deactivate")}

    assert len(tops) == 1


def test_the_profile_on_a_phone_shows_orders_before_the_account(shop, visit):
    account = new_account(shop)
    event = new_event(shop)
    book(shop, account, event, seats=1)
    page = visit(PHONE, account=account).page(f"/user/{account.user['_id']}/")

    orders, sessions = (page.get_by_role("heading", name=name) for name in ("Your orders", "Where you're signed in"))

    expect(page.get_by_role("link", name=event["name"])).to_be_visible()
    expect(sessions).to_be_visible()
    assert box_of(orders)["y"] < box_of(sessions)["y"]


def test_on_a_large_screen_an_orders_total_is_beside_its_tickets(shop, visit):
    account = new_account(shop)
    order = book(shop, account, new_event(shop), seats=1)
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    ticket, total = page.get_by_role("main").get_by_role("article"), page.get_by_role("region", name="Order total")

    expect(total).to_be_visible()

    assert box_of(total)["x"] > box_of(ticket)["x"] + box_of(ticket)["width"]
    assert abs(box_of(total)["y"] - box_of(ticket)["y"]) < 5


def test_on_a_small_phone_the_time_an_order_was_placed_at_is_one_line(shop, visit):
    account = new_account(shop)
    order = book(shop, account, new_event(shop), seats=1)
    page = visit(SMALL_PHONE, account=account).page(f"/order/{order['_id']}")
    total = page.get_by_role("region", name="Order total")
    sums = total.locator("dl > div")

    assert box_of(sums.filter(has_text="Placed At"))["height"] <= box_of(sums.filter(has_text="Taxes"))["height"]


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


def test_an_upcoming_date_takes_two_lines_on_a_small_phone(shop, visit):
    event = new_event(shop)
    page = visit(SMALL_PHONE, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/edit?tab=dates")
    date = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Guests on"))

    tops = {box_of(date.get_by_text(text, exact=True))["y"] for text in ("Guests", "Cancel")}

    assert len(tops) == 1
