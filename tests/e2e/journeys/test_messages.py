"""Staff write to the people of a date, from its guest list."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, book, new_account, new_event, staff_account
from tests.e2e.journeys.keyboard import Keys
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

TEXT = "Bring two decks.\n\n<b>We</b> start at 7 sharp,\nso come early."


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_staff_write_to_the_buyers_of_a_date_by_keyboard(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_event(shop)
    for _ in range(2):
        book(shop, new_account(shop), event, 1)
    page = visit(size, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/guests")
    keys = Keys(page)

    keys.press(page.get_by_role("link", name="Message the people of this date"))
    expect(heading(page, f"Message: {event['name']}")).to_be_visible()
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []
    keys.press(page.get_by_role("checkbox", name="The waiting list"), "Space")
    subject = f"Decks for {event['name']}"
    keys.write(page.get_by_label("Subject"), subject)
    keys.write(page.get_by_label("Message"), TEXT)
    keys.press(page.get_by_role("button", name="Preview"))

    expect(page.get_by_role("heading", name="2 people get this.")).to_be_focused()
    email = page.get_by_role("article", name="The email")
    for text in (subject, "Hello ", "<b>We</b> start at 7 sharp,\nso come early.", event["name"], "See the event"):
        expect(email.get_by_text(text).first).to_be_visible()
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []
    keys.press(page.get_by_role("button", name="Send to 2 people"))

    expect(page.get_by_role("heading", name="Sent to 2 people.")).to_be_focused()
    assert violations_in_both_themes(page) == []
    keys.press(page.get_by_role("link", name="Guest list"))
    expect(page).to_have_url(re.compile("/guests"))
    assert shop.rows(f"SELECT recipient_count FROM orders_message WHERE subject = '{subject}'") == [(2,)]
