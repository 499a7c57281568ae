"""A treasurer closes a month of forty orders in a real browser, in real time: within five minutes."""

import time
from random import Random

from playwright.sync_api import expect, sync_playwright

from tests.e2e.journeys.conftest import DESK, Visit, staff_account, storage_state_of
from tests.e2e.journeys.month_close import DIFFERENCES, ORDERS, Treasurer, paypal_in_the_past, sell_a_month
from tests.resilience.proof.race import check_books
from tests.resilience.proof.result import Result
from tests.support.browser import find_browser
from tests.support.servers.running_shop import RunningShop

MAX_SECONDS = 300


def close_month(seed: int) -> Result:
    """Time from opening the list of months to the month's "was closed on"."""
    with paypal_in_the_past() as day, RunningShop() as shop, sync_playwright() as playwright:
        sell_a_month(shop)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        visit = Visit(browser, shop, DESK, storage_state=storage_state_of(shop, staff_account(shop), None))
        treasurer = Treasurer(visit.page("/admin/ledger"), day, Random(seed))
        began = time.monotonic()
        treasurer.open()
        treasurer.compare()
        treasurer.enter_costs()
        treasurer.read_numbers()
        treasurer.close()
        seconds = round(time.monotonic() - began)
        expect(treasurer.page.get_by_role("form", name="New line")).to_have_count(0)
        browser.close()
        violations = check_books(shop) + visit.list_unexpected()
    if seconds > MAX_SECONDS:
        violations.append(f"Closing the month took {seconds} s.")
    return Result({"orders": ORDERS, "differences": DIFFERENCES, "s to close the month": seconds}, violations)
