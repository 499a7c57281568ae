"""A volunteer's hands, with pauses like those of real ones. All times are seconds."""

from random import Random

from playwright.sync_api import Locator, Page

FIND = (0.6, 1.2)  # see a button and press it
KEY = 0.25  # for each character on a phone's keyboard

Range = tuple[float, float]


class Volunteer:
    def __init__(self, page: Page, random: Random | None) -> None:
        """Without `random` there are no pauses."""
        self.page = page
        self.random = random

    def wait(self, pause: Range | float) -> None:
        if self.random:
            seconds = pause if isinstance(pause, float) else self.random.uniform(*pause)
            self.page.wait_for_timeout(seconds * 1000)

    def press(self, button: Locator) -> None:
        self.wait(FIND)
        button.click()

    def press_named(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def type(self, field: Locator, text: str) -> None:
        self.press(field)
        field.press_sequentially(text, delay=KEY * 1000 if self.random else 0)

    def choose(self, field: Locator, option: str) -> None:
        self.wait(FIND)
        field.select_option(option)
