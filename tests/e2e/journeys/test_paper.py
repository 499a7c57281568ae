"""What people print is readable: every code of an order, on one page with its ticket."""

from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, Account, new_account, new_event, pay_at_paypal
from tests.e2e.journeys.test_passes import images_of
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser

DOTS_PER_POINT = 150 / 72  # as a plain printer


@pytest.fixture(scope="module")
def events(shop: RunningShop) -> list[dict[str, Any]]:
    return [new_event(shop, name=f"Paper Draft {number}", maximumEventCapacity=99) for number in range(1, 9)]


def print_page(page: Page, paper: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(page.pdf(format=paper))


def read_pages(paper: pypdfium2.PdfDocument) -> Iterator[tuple[list[str], str]]:
    """Yield the codes that a QR reader finds on each page, and the page's text without spaces."""
    for page in paper:
        codes = zxingcpp.read_barcodes(page.render(scale=DOTS_PER_POINT).to_pil())
        text = page.get_textpage().get_text_range()
        yield [code.text for code in codes], "".join(text.split())  # PDFs place letters, not words


def list_codes(shop: RunningShop, account: Account, order: dict[str, Any]) -> dict[str, list[str]]:
    """Return the codes of an order's tickets by event."""
    shown = Client(shop.url, session=account.session).call("GET", f"/api/orders/{order['_id']}").json()
    return {
        item["name"]: [each["code"] for booking in item["bookings"] for each in booking["passes"]]
        for item in shown["orderItems"]
    }


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize("dates", range(1, 9))
def test_each_ticket_of_an_order_is_whole_on_one_page_and_the_sums_follow_the_last(shop, visit, events, dates, paper):
    account = new_account(shop)
    order = pay_at_paypal(shop, account, *((event, 2) for event in events[:dates]))
    codes = list_codes(shop, account, order)
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    expect(images_of(page)).to_have_count(dates)

    pages = list(read_pages(print_page(page, paper)))

    for name, (code,) in codes.items():
        (whole,) = [number for number, (found, _) in enumerate(pages) if code in found]
        assert name.replace(" ", "") in pages[whole][1], f"{name} is not on the page of its code"
    (sums,) = [number for number, (_, text) in enumerate(pages) if "PlacedAt" in text]
    assert all(not found for found, _ in pages[sums + 1 :])


def test_eight_codes_of_one_date_are_readable(shop, visit):
    account, event = new_account(shop), new_event(shop)
    order = pay_at_paypal(shop, account, (event, 8))
    client = Client(shop.url, session=account.session)
    (first,) = client.call("GET", f"/api/orders/{order['_id']}").json()["orderItems"][0]["bookings"][0]["passes"]
    for number in range(1, 8):
        split = client.call("POST", f"/api/passes/{first['_id']}/split", {"seats": 1, "label": f"Friend {number}"})
        split.raise_for_status()
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    expect(images_of(page)).to_have_count(8)

    pages = list(read_pages(print_page(page, "Letter")))

    (codes,) = list_codes(shop, account, order).values()
    assert sorted(code for found, _ in pages for code in found) == sorted(codes)
    assert [len(found) for found, _ in pages if found] == [8]
