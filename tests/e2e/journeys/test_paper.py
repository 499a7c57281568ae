"""What people print is readable: every code of an order, on one page with its ticket, and lists without cut rows."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    VENUE_ZONE,
    Account,
    book,
    claim_seat,
    new_account,
    new_event,
    pay_at_paypal,
    staff_account,
)
from tests.e2e.journeys.test_codes import images_of
from tests.support.servers.running_shop import Client, RunningShop

DOTS_PER_POINT = 150 / 72  # as a plain printer


def print_page(page: Page, paper: str) -> pypdfium2.PdfDocument:
    expect(page.locator("[data-waiting]")).to_have_count(0)  # an order's sums load after its tickets
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


@pytest.mark.parametrize(("dates", "paper"), [(3, "A4"), (8, "Letter")])
def test_each_ticket_of_an_order_is_whole_on_one_page_and_the_sums_follow_the_last(shop, visit, dates, paper):
    account = new_account(shop)
    order = pay_at_paypal(shop, account, *((new_event(shop, name=f"Paper {number}"), 2) for number in range(dates)))
    codes = list_codes(shop, account, order)
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    expect(page.get_by_role("button", name=re.compile("^Show code"))).to_have_count(dates - 1)

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
    (first,) = client.ask("GET", f"/api/orders/{order['_id']}")["orderItems"][0]["bookings"][0]["passes"]
    for number in range(1, 8):
        client.ask("POST", f"/api/passes/{first['_id']}/split", {"seats": 1, "label": f"Friend {number}"})
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    expect(images_of(page)).to_have_count(8)

    (codes,) = list_codes(shop, account, order).values()
    for paper in ("Letter", "A4"):
        pages = [found for found, _ in read_pages(print_page(page, paper)) if found]
        assert [sorted(found) for found in pages] == [sorted(codes)], paper


def test_a_guests_ticket_is_one_page_with_a_readable_code(shop, visit):
    account, event = new_account(shop), new_event(shop)
    ticket = claim_seat(shop, account, book(shop, account, event, 2))
    code = shop.client().call("GET", f"/api{ticket}").json()["pass"]["code"]
    page = visit(DESK).page(ticket)
    expect(images_of(page)).to_have_count(1)

    ((found, text),) = read_pages(print_page(page, "Letter"))

    assert found == [code]
    assert event["name"].replace(" ", "") in text


def test_a_printed_guest_list_has_each_guest_in_one_whole_row_even_after_a_search(shop, visit):
    event = new_event(shop, maximumEventCapacity=99)
    guests = [new_account(shop) for _ in range(40)]
    for guest in guests:
        book(shop, guest, event, 1)
    page = visit(DESK, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/guests")
    expect(page.get_by_role("link", name="@example.com")).to_have_count(len(guests))
    page.get_by_label("Find a guest").fill(guests[0].email)
    expect(page.get_by_text(f"1 of {len(guests)}")).to_be_visible()

    texts = [text for _, text in read_pages(print_page(page, "Letter"))]

    assert len(texts) > 1
    assert [sum(text.count(guest.email) for text in texts) for guest in guests] == [1] * len(guests)
    assert all(text.count("AnaDiaz") == text.count("@example.com") for text in texts)


@pytest.mark.parametrize(
    ("path", "headings"),
    [
        ("/admin/product/{}/guests", ["Name", "Seats", "Email", "Order"]),
        ("/admin/users", ["First Name", "Last Name", "Email", "Is Admin?", "ID"]),
    ],
)
def test_a_printed_list_has_its_headings_and_a_whole_frame(shop, visit, path, headings):
    event, account = new_event(shop), new_account(shop)
    book(shop, account, event, 1)
    page = visit(DESK, account=staff_account(shop)).page(path.format(event["_id"]))
    expect(page.get_by_role("table").get_by_role("link").first).to_be_visible()

    text = next(read_pages(print_page(page, "Letter")))[1]
    page.emulate_media(media="print")
    shown = page.locator("thead th").filter(visible=True)

    assert all(heading.replace(" ", "") in text for heading in headings)
    expect(shown).to_have_text(headings, use_inner_text=True)
    frame = page.get_by_role("table").evaluate("table => getComputedStyle(table).borderTopRightRadius")
    assert shown.last.evaluate("th => getComputedStyle(th).borderTopRightRadius") == frame != "0px"


def test_a_month_of_the_ledger_with_twelve_costs_is_one_sheet_that_says_whose_it_is(shop, visit):
    today = f"{datetime.now(ZoneInfo(VENUE_ZONE)):%Y-%m-%d}"
    client = Client(shop.url, session=staff_account(shop).session)
    for number in range(12):
        text = f"Ice and snacks for table {number}, bought at the corner store"
        entry = {"kind": "cost", "date": today, "amount": 0.01, "text": text}
        client.ask("POST", f"/api/ledger/{today[:7]}/entries", entry)
    page = visit(DESK).page(f"/ledger/{today[:7]}")
    expect(page.get_by_text("for table 11,").first).to_be_visible()

    for paper in ("Letter", "A4"):
        ((_, text),) = read_pages(print_page(page, paper))
        for part in ("CardsforaCause", f"{shop.url}/ledger/{today[:7]}", "Carriedforward", "enteredby"):
            assert part in text, paper
