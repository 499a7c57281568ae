"""Going through pages by keyboard alone: Tab until something is reached, seeing at every stop where one is."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

MOST_STOPS = 120  # more than any page of the shop has; nobody is kept going in circles
# What has the focus, also inside of a component's shadow; nothing while it is the page itself.
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
    """Somebody's hands at the keyboard of one page; no mouse and no touch."""

    page: Page

    def go_to(self, target: Locator) -> None:
        """Tab until the target has the focus. Every stop on the way has an outline and is in view."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            here: dict[str, Any] | None = self.page.evaluate(FOCUSED)
            assert here is None or here["isSeen"], f"{self.page.url}: nothing shows that the focus is on {here['what']}"
            if target.evaluate("(found) => found === found.getRootNode().activeElement"):
                return
        raise AssertionError(f"{self.page.url}: no {target} within {MOST_STOPS} stops")

    def press(self, target: Locator, key: str = "Enter") -> None:
        expect(target).to_be_visible()
        self.go_to(target)
        self.page.keyboard.press(key)

    def press_as_the_last(self, target: Locator, key: str = "Enter") -> None:
        """What closes the window. It may be gone before the key comes up again, so nobody waits for that."""
        expect(target).to_be_visible()
        self.go_to(target)
        self.page.keyboard.down(key)

    def write(self, target: Locator, text: str) -> None:
        expect(target).to_be_visible()
        self.go_to(target)
        self.page.keyboard.type(text)
