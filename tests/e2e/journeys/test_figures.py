"""Organizers read how dates went, on a phone, on a large screen and on paper."""

from collections.abc import Iterator

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, NARROWEST, SMALL_PHONE, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

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
    """A shop of its own, because past dates of other journeys would be on the printed page, too."""
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


@pytest.mark.parametrize(("size", "paper"), [(SMALL_PHONE, "A4"), (DESK, "Letter")], ids=["phone", "desk"])
def test_a_dozen_rows_with_all_their_numbers_and_what_they_mean_fit_on_one_printed_page(club, visit, size, paper):
    page = visit(size, at=club, account=staff_account(club)).page("/admin/figures?by=event")
    expect(page.get_by_text("1 canceled").first).to_be_visible()

    printed = pypdfium2.PdfDocument(page.pdf(format=paper, prefer_css_page_size=True))

    assert len(printed) == 1
    text = "".join(printed[0].get_textpage().get_text_bounded().split())
    assert "PastDraft11" in text
    assert text.count("$0.00") >= 12  # the last column
    assert "untilthreepeoplehavegiven." in text
