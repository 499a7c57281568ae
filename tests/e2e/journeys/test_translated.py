"""Pages that the browser translates go on working, and show the same texts as others."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    go_to,
    new_account,
    new_event,
    new_series,
    staff_account,
)
from tests.e2e.journeys.open_door import PATIENCE, OpenDoor
from tests.e2e.journeys.steps import cart_link, message
from tests.e2e.journeys.tables_evening import RunningTables
from tests.support.servers.running_shop import RunningShop

# Puts `<font>` elements in the place of texts, as Chrome's translator does, also of those that come later.
TRANSLATOR = """
const KEPT = "script, style, textarea, svg, font, [translate=no]"
const makeFont = () => {
  const font = document.createElement("font")
  font.style.verticalAlign = "inherit"
  return font
}
const translate = () => {
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) if (!texts.currentNode.parentElement.closest(KEPT)) found.push(texts.currentNode)
  for (const text of found) {
    const font = makeFont()
    text.replaceWith(font)
    font.appendChild(makeFont()).append(text.data)
  }
}
new MutationObserver(translate).observe(document, { subtree: true, childList: true, characterData: true })
"""
# The sums in the page that a translator may change.
LOOSE_SUMS = """() => {
  const texts = document.createTreeWalker(document.querySelector("#root"), NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (/\\$\\d/.test(data) && !parentElement.closest("[translate=no], option")) found.push(data)
  }
  return found
}"""

# Something else takes an element out of the place in which React put it.
MOVE = """() => {
  const entry = document.querySelector("main li")
  const font = document.createElement("font")
  entry.replaceWith(font)
  font.append(entry)
}"""


def translated(here: Any) -> Any:
    here.context.add_init_script(TRANSLATOR)
    return here


def walk_shop(page: Page, shop: RunningShop, series: dict[str, Any]) -> Iterator[str]:
    """Change what can change on the pages of visitors."""
    main = page.get_by_role("main")
    go_to(page, f"/product/{series['_id']}")
    seats = page.get_by_label("Seats to Reserve")
    seats.select_option("3")
    expect(main.get_by_role("button", name="Book 3 seats · $41.40").first).to_be_visible()
    yield "seats"
    page.get_by_label("Reservation Date").select_option(index=2)
    expect(page).to_have_url(re.compile("rsvpDate"))
    expect(main.get_by_role("button", name=re.compile("^Book . seats? ·")).first).to_be_visible()
    yield "date"
    seats.select_option("2")
    main.get_by_role("button", name="Add to Cart").first.click()
    expect(main.get_by_role("link", name="Checkout · 2 seats · $27.60").first).to_be_visible()
    cart_link(page).click()
    expect(main.get_by_text("$27.60").filter(visible=True).first).to_be_visible()
    yield "cart"
    main.get_by_role("combobox").first.select_option("4")
    expect(main.get_by_text("$55.20").filter(visible=True).first).to_be_visible()
    yield "more seats"
    main.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(main.get_by_text("The cart's empty")).to_be_visible()
    yield "empty"
    page.get_by_role("button", name="Undo").click()
    expect(main.get_by_text("$55.20").filter(visible=True).first).to_be_visible()
    yield "undone"


def test_a_translated_shop_shows_the_same_seats_and_sums(shop: RunningShop, visit: Any) -> None:
    series = new_series(shop, 4)
    plain, changed = visit(DESK).page(), translated(visit(DESK)).page()

    for step, _ in zip(walk_shop(plain, shop, series), walk_shop(changed, shop, series), strict=True):
        expect(changed.locator("font").first).to_be_attached()
        plain.wait_for_load_state("networkidle")
        assert changed.evaluate(LOOSE_SUMS) == [], step
        expect(changed.get_by_role("main")).to_have_text(plain.get_by_role("main").text_content() or "")


def test_a_translated_profile_is_saved_and_a_translated_list_sorted(shop: RunningShop, visit: Any) -> None:
    account = new_account(shop)
    book(shop, account, new_event(shop), seats=2)
    page = translated(visit(PHONE, account=account)).page(f"/user/{account.user['_id']}/")
    page.get_by_label("First Name").fill("Bea")
    page.get_by_role("form", name="Profile").get_by_role("button").last.click()
    expect(message(page, "User updated!")).to_be_visible()

    page = translated(visit(DESK, account=staff_account(shop))).page("/admin/users")
    for order in ("ascending", "descending"):
        page.get_by_role("button", name="Email").click()
        expect(page.locator(f"th[aria-sort={order}]")).to_have_text(re.compile("Email"))
        expect(page.get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_text("Something broke")).to_have_count(0)


def test_a_translated_door_goes_on_after_an_admission_and_one_that_broke_keeps_its_log(
    shop: RunningShop, visit: Any
) -> None:
    here = translated(visit(PHONE))
    here.context.add_init_script(PATIENCE)
    door = OpenDoor(shop, here.context)
    page = here.page(door.path)
    page.get_by_label("PIN").fill(door.pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()
    for code, verdict, count in ((door.zoe, "Zoë K., 1 in", "1 of 5 in"), (door.maya, "Maya R., 4 in", "5 of 5 in")):
        page.get_by_label("Type the code").fill(code)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text(verdict)
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_text(count)).to_be_visible()
    page.get_by_role("button", name=re.compile("^Undo Zoë")).click()
    expect(page.get_by_text("4 of 5 in")).to_be_visible()

    here.expect_error("insertBefore")
    page.evaluate(MOVE)
    page.get_by_label("Type the code").fill(door.zoe)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Something broke")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("5 of 5 in")).to_be_visible()


def test_a_translated_page_of_a_tournament_follows_it(shop: RunningShop, visit: Any) -> None:
    tables = RunningTables(shop, "Ann Ames", "Bob Bell", "Cam Cole", "Dee Dunn")
    plain, changed = visit(DESK).page(tables.path), translated(visit(DESK)).page(tables.path)
    tables.pair("Ann-Bob", "Cam-Dee")
    expect(changed.get_by_text("Round 1").first).to_be_visible()
    tables.enter(1, 2, 0, 0)
    tables.enter(2, 1, 1, 1)
    expect(plain.get_by_text("2–0").first).to_be_visible()
    expect(changed.get_by_role("main")).to_have_text(plain.get_by_role("main").text_content() or "")
