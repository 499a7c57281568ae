"""The control page of the PayPal simulator."""

import re

from playwright.sync_api import Locator, Page, expect


class ControlPage:
    """Triggers events at PayPal on its control page."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        page.goto(url)

    def arm(self, call: str, kind: str, *, times: int = 1, delay: float | None = None) -> None:
        """Make the next `times` of these calls fail."""
        form = self.section("Faults").locator("form.fields")
        form.get_by_label("Call").select_option(call)
        form.get_by_label(re.compile("^Fault")).select_option(kind)
        form.get_by_label("Times").fill(str(times))
        form.get_by_label("Delay in seconds").fill("" if delay is None else str(delay))
        form.get_by_role("button", name="Arm it").click()
        expect(self.row("Faults", kind)).to_be_visible()

    def press(self, button: str, section: str, about: str) -> None:
        """Click a button in the row of a section that contains this ID."""
        self.page.goto(self.url)
        row = self.row(section, about)
        row.get_by_role("button", name=button).click()
        expect(row.get_by_role("button", name=button)).to_be_hidden()

    def paypal_order(self, order: str) -> str:
        """Return PayPal's ID of an order of the shop."""
        self.page.goto(self.url)
        return self.row("Orders", order).locator("code").first.inner_text()

    def expect_nothing_armed(self) -> None:
        self.page.goto(self.url)
        expect(self.section("Faults")).to_contain_text("No fault is armed.")

    def section(self, name: str) -> Locator:
        return self.page.locator("details").filter(has=self.page.get_by_role("heading", name=name, exact=True))

    def row(self, section: str, about: str) -> Locator:
        return self.section(section).locator("tbody tr").filter(has_text=about).first
