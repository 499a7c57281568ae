"""What people print is readable: every code of an order, on one page with its ticket, and lists without cut rows."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    NARROWEST,
    SMALL_PHONE,
    Account,
    book,
    claim_seat,
    new_account,
    new_event,
    pay_at_paypal,
    staff_account,
)
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.e2e.journeys.test_codes import images_of
from tests.support.servers.running_shop import Client, RunningShop

DOTS_PER_POINT = 150 / 72  # as a plain printer


@pytest.fixture(scope="module")
def events(shop: RunningShop) -> list[dict[str, Any]]:
    return [new_event(shop, name=f"Paper Draft {number}", maximumEventCapacity=99) for number in range(1, 9)]


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
def test_each_ticket_of_an_order_is_whole_on_one_page_and_the_sums_follow_the_last(shop, visit, events, dates, paper):
    account = new_account(shop)
    order = pay_at_paypal(shop, account, *((event, 2) for event in events[:dates]))
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
    (first,) = client.call("GET", f"/api/orders/{order['_id']}").json()["orderItems"][0]["bookings"][0]["passes"]
    for number in range(1, 8):
        split = client.call("POST", f"/api/passes/{first['_id']}/split", {"seats": 1, "label": f"Friend {number}"})
        split.raise_for_status()
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


def test_lines_of_a_printed_month_of_the_ledger_are_whole(shop, visit):
    day = datetime.now(UTC).date() - timedelta(days=1)  # in no time zone a day of the future
    place, staff = "Room on paper", shop.as_staff()
    for _ in range(30):
        cost = {"kind": "cost", "date": str(day), "amount": 1, "text": place}
        staff.call("POST", f"/api/ledger/{day:%Y-%m}/entries", cost).raise_for_status()
    page = visit(DESK).page(f"/ledger/{day:%Y-%m}")
    expect(page.get_by_text(place)).to_have_count(30)

    texts = [text for _, text in read_pages(print_page(page, "A4"))]

    assert len(texts) > 1
    assert sum(text.count("Roomonpaper") for text in texts) == 30
    assert all(text.count("Cost−$") == text.count("Room") == text.count("enteredbystaff") for text in texts)


# --- Figures ---------------------------------------------------------------------------------------------------------


# Twelve events that took place: seats were sold, one door was closed, somebody waited, and one date was canceled.
PAST = """
from bookings.models import Entry
from door.models import Night
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days
staff = UserFactory(is_staff=True)
for number in range(12):
    event = EventFactory(name=f"Past Draft {number}", format=f"Draft {number}")
    date = OccurrenceFactory(event=event, starts_at=in_days(-3))
    BookingFactory(occurrence=date, seats=6 + number, created_at=in_days(-9))
OccurrenceFactory(event=event, starts_at=in_days(-10), status="skipped")
Entry.objects.create(occurrence=date, user=staff, seats=2, at_least=1, status="ended")
night = Night.objects.create(occurrence=date, closed_at=in_days(-2), closed_by=staff)
phone, at = night.devices.create(uuid="7d1c2a3e-0000-4000-8000-000000000000"), in_days(-2.9)
phone.entries.create(seq=1, at=at, received_at=at, kind="guest", seats=9)
"""


@pytest.fixture(scope="module")
def club() -> Iterator[RunningShop]:
    """A separate shop, because past dates of other journeys would be on the printed page, too."""
    with RunningShop(workers=1) as own:
        own.manage("shell", "--no-imports", "-c", PAST)
        yield own


@pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])
def test_the_figures_are_accessible_and_fit(club, visit, size):
    page = visit(size, at=club, account=staff_account(club), reduced_motion="reduce").page("/admin/figures")
    expect(page.get_by_text("1 canceled").first).to_be_visible()

    found = violations_in_both_themes(page)

    assert found == []
    expect_no_sideways_scrolling(page)
    page.set_viewport_size(NARROWEST if size == SMALL_PHONE else {"width": 960, "height": 800})
    expect_no_sideways_scrolling(page)


def test_a_dozen_rows_with_all_their_numbers_and_what_they_mean_fit_on_one_printed_page(club, visit):
    for size, paper in ((SMALL_PHONE, "A4"), (DESK, "Letter")):
        page = visit(size, at=club, account=staff_account(club)).page("/admin/figures?by=event")
        expect(page.get_by_text("1 canceled").first).to_be_visible()

        printed = pypdfium2.PdfDocument(page.pdf(format=paper, prefer_css_page_size=True))

        assert len(printed) == 1
        text = "".join(printed[0].get_textpage().get_text_bounded().split())
        assert "PastDraft11" in text
        assert text.count("$0.00") >= 12  # the last column
        assert "withoutsalestax." in text
