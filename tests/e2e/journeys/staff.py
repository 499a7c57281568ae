"""Steps of staff that several tests share."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import Visit, staff_account
from tests.e2e.journeys.steps import day_of, heading, message
from tests.support.servers.running_shop import RunningShop

Browse = Callable[..., Visit]


class Clicks:
    """Counts the clicks and fields since the staff's home was opened."""

    def __init__(self, visit: Browse, shop: RunningShop, size: dict[str, int], event: dict[str, Any]) -> None:
        self.event = event
        self.page: Page = visit(size, account=staff_account(shop)).page("/admin")
        self.count = 0
        self.fields = 0

    def click(self, target: Locator) -> None:
        target.click()
        self.count += 1

    def fill(self, label: str | re.Pattern[str], text: str) -> None:
        self.page.get_by_label(label).fill(text)
        self.fields += 1

    def choose(self, label: str | re.Pattern[str], option: str) -> None:
        self.page.get_by_label(label).select_option(option)
        self.fields += 1

    def open(self, name: str) -> None:
        """Click a link of the event's date."""
        self.click(self.page.get_by_role("link", name=f"{name} {self.event['name']}, {day_of(self.event)}"))

    def more(self) -> None:
        """Open the "…" of the event's date."""
        self.press(f"More for {self.event['name']}, {day_of(self.event)}")

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))


def press_update(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^(Update|Publish)$")).click()


def expect_saved(page: Page) -> None:
    expect(message(page, "Product updated!")).to_be_visible()
    expect(heading(page, "Events")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/products$"))
