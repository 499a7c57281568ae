"""A volunteer's hands and the guests in front of them, with pauses like those of real ones. All times are seconds."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page, expect

STEP_UP = (2.5, 5.0)  # the next guest steps up and shows the ticket
SEARCH_POCKETS = (10.0, 15.0)  # some have to find it first
READ = (1.0, 2.0)  # look at the answer, and say hello
FIND = (0.6, 1.2)  # see a button and press it
KEY = 0.25  # for each character on a phone's keyboard
COUNT_CASH = 45.0  # a float of small bills, and what came in
HAND_OVER = (3.0, 6.0)  # give the phone to somebody else

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

    def read(self, text: str) -> None:
        """Wait for an answer that contains this text, and read it."""
        expect(self.page.get_by_role("alert")).to_contain_text(text)
        self.wait(READ)

    def welcome(self, let_in: Callable[[], None], *, searches: bool) -> None:
        """Wait for the next guest, and let them in."""
        self.wait(SEARCH_POCKETS if searches else STEP_UP)
        let_in()
