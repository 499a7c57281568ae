"""Use pages by keyboard only. The focus must be visible at each stop."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

MAX_STOPS = 120  # more than any page has, so that a focus trap ends the test
# The focused element, also inside a shadow root, or null for the page itself.
FOCUSED = """() => {
    let here = document.activeElement
    while (here?.shadowRoot?.activeElement) here = here.shadowRoot.activeElement
    if (!here || here === document.body) return null
    const box = here.getBoundingClientRect(), style = getComputedStyle(here)
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
    return {
        what: `${here.tagName} ${here.getAttribute("aria-label") ?? here.innerText?.slice(0, 60) ?? ""}`.trim(),
        isSeen: outlined && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
            && box.right > 0 && box.left < innerWidth,
    }
}"""


@dataclass
class Keys:
    """The keyboard on one page."""

    page: Page

    def go_to(self, target: Locator) -> None:
        """Press Tab until the target has the focus. Every stop must have an outline and be in view."""
        for _ in range(MAX_STOPS):
            self.page.keyboard.press("Tab")
            here: dict[str, Any] | None = self.page.evaluate(FOCUSED)
            assert here is None or here["isSeen"], f"{self.page.url}: the focus is not visible on {here['what']}"
            if target.evaluate("(found) => found === found.getRootNode().activeElement"):
                return
        raise AssertionError(f"{self.page.url}: no {target} within {MAX_STOPS} stops")

    def press(self, target: Locator, key: str = "Enter") -> None:
        expect(target).to_be_visible()
        self.go_to(target)
        self.page.keyboard.press(key)

    def press_to_close(self, target: Locator) -> None:
        """Press Enter, which closes the window, without waiting for its release."""
        expect(target).to_be_visible()
        self.go_to(target)
        self.page.keyboard.down("Enter")

    def write(self, target: Locator, text: str) -> None:
        expect(target).to_be_visible()
        self.go_to(target)
        self.page.keyboard.type(text)
