"""What somebody sees at a glance: things stand level, side by side, in sight."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, a_night, a_person, book, go_to, staff_of

pytestmark = pytest.mark.browser

TABLET = {"width": 768, "height": 1024}


def box_of(thing: Locator) -> dict[str, float]:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    return dict(box)


def test_pictures_and_dates_stand_level_in_a_row_whatever_the_names_are(shop, visit):
    a_night(shop, name="Level Cards")
    long = a_night(shop, name="Level Cards with a name that needs a second line of its own", cardSet="A long set " * 3)
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


def test_a_name_of_two_lines_keeps_off_the_edges_of_its_bar(shop, visit):
    long = a_night(shop, name="Roomy Name that needs a second line of its own on every screen")
    page = visit(SMALL_PHONE).page("/search/Roomy Name/page/1")
    card = page.get_by_role("main").get_by_role("article").filter(has_text=long["name"])

    above, below = card.locator(".event-card-name").evaluate(ROOM_AROUND)

    assert min(above, below) > 5


def test_a_word_of_warning_on_one_card_stretches_no_button_of_the_next(shop, visit):
    a_night(shop, name="Even Buttons")
    a_night(shop, name="Even Buttons, nearly full", maximumEventCapacity=3)
    page = visit(TABLET).page("/search/Even Buttons/page/1")
    buttons = page.get_by_role("main").get_by_role("link", name="RSVP for Even Buttons")
    expect(page.get_by_text("Only 3 seats left")).to_be_visible()
    expect(buttons).to_have_count(2)

    boxes = [box_of(button) for button in buttons.all()]

    assert len({round(box["height"]) for box in boxes}) == 1
    assert len({round(box["y"] + box["height"]) for box in boxes}) == 1


def test_beside_a_full_night_a_price_still_stands_right_above_its_button(shop, visit):
    full = a_night(shop, name="Near Prices, full", maximumEventCapacity=1)
    book(shop, a_person(shop), full, 1)
    a_night(shop, name="Near Prices")
    page = visit(TABLET).page("/search/Near Prices/page/1")
    cards = page.get_by_role("main").get_by_role("article")
    expect(page.get_by_role("link", name="More nights like this")).to_be_visible()
    open_one = cards.filter(has=page.get_by_role("link", name="RSVP for Near Prices"))

    price, button = (box_of(open_one.locator(part)) for part in (".event-card-foot", ".event-card-action a"))

    assert button["y"] - (price["y"] + price["height"]) < 16


def test_the_filters_button_is_in_sight_on_a_small_phone(visit):
    page = visit(SMALL_PHONE).page("/page/1")

    page.get_by_role("button", name="Filters").click()

    expect(page.get_by_role("dialog").get_by_role("button", name="Show events")).to_be_in_viewport(ratio=1)


def test_all_that_can_be_done_with_a_user_is_on_one_line_of_a_small_phone(shop, visit):
    page = visit(SMALL_PHONE, person=staff_of(shop)).page("/admin/users")
    card = page.get_by_role("main").get_by_role("listitem").first

    tops = {box_of(card.get_by_text(words, exact=True))["y"] for words in ("Edit", "Reset password", "Deactivate")}

    assert len(tops) == 1


def test_a_phones_profile_tells_of_the_orders_before_the_account(shop, visit):
    person = a_person(shop)
    book(shop, person, a_night(shop), seats=1)
    page = visit(PHONE, person=person).page(f"/user/{person.user['_id']}/")

    orders, sessions = (page.get_by_role("heading", name=name) for name in ("Your orders", "Where you're signed in"))

    expect(page.get_by_role("link", name="Order of")).to_be_visible()
    expect(sessions).to_be_visible()
    assert box_of(orders)["y"] < box_of(sessions)["y"]


def test_on_a_large_screen_an_orders_total_stands_beside_its_tickets(shop, visit):
    person = a_person(shop)
    order = book(shop, person, a_night(shop), seats=1)
    page = visit(DESK, person=person).page(f"/order/{order['_id']}")
    ticket, total = page.get_by_role("main").get_by_role("article"), page.get_by_role("region", name="Order total")

    expect(total).to_be_visible()

    assert box_of(total)["x"] > box_of(ticket)["x"] + box_of(ticket)["width"]
    assert abs(box_of(total)["y"] - box_of(ticket)["y"]) < 5


def test_on_a_small_phone_the_time_an_order_was_placed_at_is_one_line(shop, visit):
    person = a_person(shop)
    order = book(shop, person, a_night(shop), seats=1)
    page = visit(SMALL_PHONE, person=person).page(f"/order/{order['_id']}")
    total = page.get_by_role("region", name="Order total")
    sums = total.locator("dl > div")

    assert box_of(sums.filter(has_text="Placed At"))["height"] <= box_of(sums.filter(has_text="Taxes"))["height"]


TOO_LOW = """(least) => [...document.querySelectorAll("main :is(a, button, select, summary, input:not([type=hidden]))")]
  .map((thing) => (["checkbox", "radio"].includes(thing.type) && thing.closest("label")) || thing)
  .filter((thing) => !thing.closest(".sr-only, [inert]") && thing.getBoundingClientRect().width > 1)
  .filter((thing) => thing.getBoundingClientRect().height < least)
  .map((thing) => `${Math.round(thing.getBoundingClientRect().height)} px: ${thing.innerText || thing.name}`)"""


def test_whatever_staff_press_on_a_phone_is_as_high_as_a_finger(shop, visit):
    night, person = a_night(shop), a_person(shop)
    order = book(shop, person, night, seats=1)
    page = visit(SMALL_PHONE, person=staff_of(shop)).page()
    lists = ["/admin/products", "/admin/users", "/admin/orders"]
    event = [f"/admin/product/{night['_id']}/edit", f"/admin/product/{night['_id']}/guests"]

    found = {}
    for path in [*lists, *event, f"/admin/user/{person.user['_id']}/edit", f"/order/{order['_id']}"]:
        go_to(page, path)
        wait_for_everything(page)
        found[path] = page.evaluate(TOO_LOW, 43.5)

    assert {path: low for path, low in found.items() if low} == {}


def test_a_coming_date_takes_two_lines_of_a_small_phone(shop, visit):
    night = a_night(shop)
    page = visit(SMALL_PHONE, person=staff_of(shop)).page(f"/admin/product/{night['_id']}/edit")
    date = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Guests on"))

    tops = {box_of(date.get_by_text(words, exact=True))["y"] for words in ("Guests", "Snooze")}

    assert len(tops) == 1
