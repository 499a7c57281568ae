"""A treasurer closes a month of forty orders in which PayPal moved money that the shop doesn't know."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from paypal_simulator import clock
from tests.e2e.journeys.conftest import new_account, new_event
from tests.e2e.journeys.steps import heading
from tests.e2e.volunteer import Range, Volunteer
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper

ORDERS = 40
BUYERS = 4
DIFFERENCES = 3
LONG_AGO = timedelta(days=33)  # the month of that day has been over for more than 24 hours
LOOK_UP: Range = (10.0, 20.0)  # seconds, to find a receipt or a line of the bank's statement
FIND_DAY: Range = (2.0, 4.0)  # in the date picker
READ_LINE: Range = (3.0, 6.0)
READ_NUMBERS: Range = (20.0, 30.0)  # compare the month's sums with one's own notes


@contextmanager
def paypal_in_the_past() -> Iterator[date]:
    """Set the PayPal simulator's clock back into a month that can be closed. Yield the day."""
    then = datetime.combine(datetime.now(UTC).date() - LONG_AGO, time(20), tzinfo=UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: then)
        yield then.date()


def sell_a_month(shop: RunningShop) -> None:
    """Let several buyers pay orders of one seat at $12, and PayPal make the three differences."""
    event = new_event(shop, maximumEventCapacity=ORDERS)
    buyers = [Shopper(shop, Client(shop.url, session=new_account(shop).session)) for _ in range(BUYERS)]
    for number in range(ORDERS):
        buyers[number % BUYERS].buy(event)
    shop.control("withdrawals", amount={"currency_code": "USD", "value": "300.00"})
    shop.control("donations", amount={"currency_code": "USD", "value": "40.00"})
    corrected = shop.at_paypal()["captures"][0]["id"]  # PayPal has changed its fee since
    shop.rows(f"UPDATE orders_payment SET fee = fee + 0.1 WHERE capture_id = '{corrected}'")


class Treasurer:
    """Closes the month on the staff page. Each method is one of its four steps."""

    def __init__(self, page: Page, day: date, random: Random | None = None) -> None:
        """`page` shows the staff's list of months. Without `random` there are no pauses."""
        self.page, self.hands = page, Volunteer(page, random)
        self.month, self.name = f"{day:%Y-%m}", f"{day:%B %Y}"

    def step(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name)

    def open(self) -> None:
        self.hands.press(self.page.get_by_role("link", name=self.name))
        expect(heading(self.page, self.name)).to_be_visible()
        expect(self.step("Compare").get_by_text(f"{DIFFERENCES} lines to explain.")).to_be_visible()
        expect(self.step("Compare").get_by_text(f"{ORDERS - 1} lines matched")).to_be_visible()

    def compare(self) -> None:
        """Enter the withdrawal as a transfer, and explain the fee. The gift needs a line of the ledger first."""
        compare = self.step("Compare")
        self.hands.wait(READ_LINE)
        self.hands.press(compare.get_by_role("button", name="Enter as a transfer"))
        expect(compare.get_by_text("2 lines to explain.")).to_be_visible()
        self.hands.wait(LOOK_UP)
        self.explain("Payment", "PayPal changed its fee")
        expect(compare.get_by_text("1 line to explain.")).to_be_visible()

    def enter_costs(self) -> None:
        """Enter the gift without PayPal's fee, explain PayPal's line by it, and enter what was spent and paid out."""
        self.enter(20, "other", "38.11", "Gift of a neighbor")
        self.explain("Gift made at PayPal", "She gave on PayPal's site", entry="Other $38.11, Gift of a neighbor")
        expect(self.step("Compare").get_by_text("Everything matches or is explained.")).to_be_visible()
        self.enter(5, "cost", "60", "Room for four evenings")
        self.enter(28, "paid_out", "$250.00", "Bank transfer")

    def read_numbers(self) -> str:
        """Return the balance as it is shown."""
        numbers = self.step("Numbers")
        expect(numbers.get_by_role("listitem").filter(has_text="Bank transfer")).to_contain_text("−$250.00")
        self.hands.wait(READ_NUMBERS)
        return numbers.get_by_text("Balance").locator("xpath=following-sibling::*[1]").inner_text()

    def close(self) -> None:
        self.hands.press_named(f"Close {self.name}")
        self.hands.wait(READ_LINE)
        self.hands.press(self.page.get_by_role("alertdialog").get_by_role("button", name="Close the month"))
        expect(self.page.get_by_text(re.compile(f"^{self.name} was closed on"))).to_be_visible()

    def explain(self, line: str, text: str, entry: str = "") -> None:
        self.hands.wait(READ_LINE)
        self.hands.press(self.page.get_by_role("button", name=re.compile(f"^Explain: {line}")))
        dialog = self.page.get_by_role("dialog", name="Explain this movement")
        self.hands.type(dialog.get_by_label("What is it?"), text)
        if entry:
            self.hands.choose(dialog.get_by_label("Line of the ledger"), entry)
        self.hands.press(dialog.get_by_role("button", name="Save"))
        expect(dialog).to_be_hidden()

    def enter(self, day: int, kind: str, amount: str, text: str) -> None:
        """Look a receipt up, and enter its line."""
        self.hands.wait(LOOK_UP)
        form = self.page.get_by_role("form", name="New line")
        self.hands.choose(form.get_by_label("Kind"), kind)
        self.hands.wait(FIND_DAY)
        form.get_by_label("Date").fill(f"{self.month}-{day:02}")
        self.hands.type(form.get_by_label("Amount"), amount)
        self.hands.type(form.get_by_label("Text"), text)
        self.hands.press(form.get_by_role("button", name="Add"))
        entered = self.step("Costs and payouts").get_by_role("listitem")
        expect(entered.filter(has_text=text)).to_be_visible()
