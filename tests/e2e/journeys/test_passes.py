"""Tickets with codes: on the order's page, on paper, in the dark theme and for a friend."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_event
from tests.e2e.journeys.steps import message, open_ticket_menu

pytestmark = pytest.mark.browser

MILLIMETERS = 96 / 25.4  # CSS pixels
COLORS = "svg => [getComputedStyle(svg).backgroundColor, getComputedStyle(svg.querySelector('path')).fill]"


def codes_of(page: Page) -> Locator:
    return page.get_by_role("list", name=re.compile("^Codes, "))


def images_of(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile("^QR code T1"))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_buyer_has_a_code_for_the_door_and_splits_it(shop, visit, size):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, 4)
    ana = visit(size, account=account).page(f"/order/{order['_id']}")

    expect(images_of(ana)).to_have_count(1)
    expect(codes_of(ana).get_by_text("Admits 4")).to_be_visible()
    code = codes_of(ana).locator("code").text_content() or ""
    assert re.fullmatch("T1[0-9A-HJKMNP-TV-Z]{17}", code)
    expect_fine(ana)

    open_ticket_menu(ana)
    ana.get_by_role("button", name=re.compile("^Give to a friend, ")).click()
    dialog = ana.get_by_role("dialog", name="Give to a friend")
    expect(dialog.get_by_role("button", name="Create a link")).to_be_visible()
    dialog.get_by_role("button", name="Split off a second code instead").click()
    expect_fine(ana)
    dialog.get_by_label("Name").fill("Maya")
    dialog.get_by_role("button", name="Split off 1 seat").click()

    expect(message(ana, "The new code admits 1.")).to_be_visible()
    expect(images_of(ana)).to_have_count(2)
    expect(codes_of(ana).get_by_text("Maya", exact=True)).to_be_visible()
    assert codes_of(ana).locator("code").first.text_content() == code  # the old code keeps the others
    expect_fine(ana)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_code_is_black_on_white_in_both_themes_and_30_mm_wide_on_paper(shop, visit, theme):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, 2)
    ana = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    ana.emulate_media(color_scheme=theme)
    image = images_of(ana)
    expect(image).to_be_visible()

    assert image.evaluate(COLORS) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]

    ana.emulate_media(media="print", color_scheme=theme)
    expect(image).to_be_visible()
    box = image.bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(30 * MILLIMETERS, abs=1)
    assert box["height"] == pytest.approx(box["width"], abs=1)
    assert image.evaluate(COLORS)[1] == "rgb(0, 0, 0)"
    expect(codes_of(ana).get_by_role("button")).to_have_count(0)
