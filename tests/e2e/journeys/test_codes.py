"""Codes of tickets: on the page, on the full screen and on paper."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import TOO_SMALL, violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, book, go_to, new_account, new_event
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, is_phone


def images_of(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile("^QR code T1"))


# Whether only the full screen is seen there: the middle, the header, and the corner of the messages.
COVERS = """(dialog) => [[0.5, 0.5], [0.1, 0.01], [0.9, 0.1], [0.5, 0.98]].every(([x, y]) =>
  dialog.contains(document.elementFromPoint(x * document.documentElement.clientWidth, y * innerHeight)))"""
NEVER_AWAKE = "navigator.wakeLock.request = () => new Promise(() => {})"


def code_link(page: Page) -> Locator:
    return page.get_by_role("link", name=re.compile("^QR code T1.* Full screen$"))


def open_code(page: Page) -> Locator:
    """Return the full screen."""
    link = code_link(page).first
    link.tap() if is_phone(page) else link.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def test_a_tap_on_the_code_fills_the_white_screen_with_it_without_a_connection_or_a_permission(shop, visit):
    event, account = new_event(shop, name="Pick-up Draft"), new_account(shop)
    order = book(shop, account, event, 3)
    here = visit(PHONE, account=account)
    page = here.page()
    page.add_init_script(NEVER_AWAKE)
    go_to(page, f"/order/{order['_id']}")
    with page.expect_download():
        page.get_by_role("button", name=re.compile("^Add to calendar")).click()  # a message appears
    small = code_link(page).bounding_box()
    assert small
    page.wait_for_load_state("networkidle")  # the session is checked after the page is shown
    here.context.set_offline(True)

    dialog = open_code(page)

    code = dialog.get_by_role("img", name=re.compile("^QR code T1"))
    expect(code).to_be_in_viewport(ratio=1)
    box = code.bounding_box()
    assert box
    assert box["width"] > small["width"]
    assert box["width"] > 0.85 * PHONE["width"]
    assert dialog.evaluate(COVERS)
    expect(dialog.get_by_text(re.compile(r"^3 seats · "))).to_be_in_viewport(ratio=1)
    expect(dialog.locator("code")).to_have_text(re.compile("^T1"))
    expect(dialog.get_by_role("heading", name="Pick-up Draft")).to_be_in_viewport(ratio=1)
    # Where the line breaks before the times, the dot in front of them is out of view.
    expect(dialog.get_by_text(re.compile("[AP]M P[DS]T"))).to_be_in_viewport(ratio=0.9)
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.colorScheme = theme }", theme)
        assert dialog.evaluate("(dialog) => getComputedStyle(dialog).backgroundColor") == "rgb(255, 255, 255)"
    assert violations_in_both_themes(page) == []
    assert page.evaluate(TOO_SMALL) == []
    expect_no_sideways_scrolling(page)


def test_the_button_the_escape_key_and_back_close_it_and_return_to_the_code(shop, visit):
    account = new_account(shop)
    order = book(shop, account, new_event(shop), 1)
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    address = page.url

    for close in (
        lambda: page.get_by_role("dialog").get_by_role("button", name="Close").click(),
        lambda: page.keyboard.press("Escape"),
        page.go_back,
    ):
        dialog = open_code(page)
        assert list(parse_qs(urlsplit(page.url).query)) == ["code"]
        expect(dialog.get_by_role("button", name="Close")).to_be_focused()
        close()
        expect(dialog).to_have_count(0)
        expect(page).to_have_url(address)
        expect(code_link(page)).to_be_focused()
    assert page.evaluate("history.length") <= 3  # about:blank, the page, and once the code
