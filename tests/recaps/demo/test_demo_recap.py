"""The demo's past date: its page, its emails and what guests answered."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from bookings.demo import load, seed
from changes.demo import JUNE
from events.models import Event, Occurrence
from orders.models import Order
from payments.reports.consistency_checks import list_violations
from recaps.demo import EVENT, NOTE, seed_recap
from recaps.models import Answer, Recap, Recipient
from tests.orders.api_calls import format_start
from tests.support.messages import delivered

pytestmark = pytest.mark.django_db
SHOP = ZoneInfo("America/Los_Angeles")


@pytest.fixture(autouse=True)
def club() -> None:
    """The demo names the club's postal address itself."""


@pytest.fixture
def demo(tmp_path: Path, paypal: Any, settings: Any) -> Any:
    """Load the demo data without its images, which are slow to resize. Return the simulator."""
    settings.DEMO = True
    file = tmp_path / "data.toml"
    file.write_text(re.sub("^art = .*$", "", (load.FOLDER / "data.toml").read_text(), flags=re.MULTILINE))
    users, events = load.load_demo_data(timezone.now().astimezone(SHOP).date(), SHOP, file)
    seed.seed_users(users, "a demo password")
    seed.seed_events([event for event in events if event.fields["name"] == EVENT], [])
    return paypal


def test_the_demo_shows_a_past_date_with_its_emails_and_answers(demo: Any, client: Any, as_admin: Any) -> None:
    seed_recap()

    date = Recap.objects.get().occurrence
    recap = client.get("/api/recaps", {"product": date.event.public_id, "startTime": format_start(date)}).json()
    assert recap["buyers"] == 3
    assert recap["raised"] > 50
    emails = delivered("recap")
    assert JUNE in {address for email in emails for address in email.to}
    assert all(NOTE in email.body for email in emails)
    named = {"product": date.event.public_id, "bookingDate": format_start(date)}
    answers = as_admin.get("/api/recaps/draft", named).json()["answers"]
    assert (answers["good"], answers["better"], len(answers["texts"])) == (1, 1, 2)
    rows = as_admin.get("/api/figures").json()["events"]
    assert [row["figures"]["sold"] for row in rows if row["name"] == EVENT] == [9]
    assert list(list_violations()) == []


def test_a_second_run_changes_nothing(demo: Any) -> None:
    seed_recap()
    tables = (Recap, Recipient, Answer, Order, Occurrence)
    before = [table.objects.count() for table in tables]  # type: ignore[attr-defined]

    seed_recap()

    assert [table.objects.count() for table in tables] == before  # type: ignore[attr-defined]


def test_the_demo_prints_the_address_of_the_date(demo: Any, client: Any) -> None:
    (line,) = seed_recap()

    address = urlsplit(line.split()[-1])
    assert client.get(f"{address.path}?{address.query}").status_code == 200


def test_without_its_event_the_demo_has_no_past_date(demo: Any) -> None:
    Event.objects.update(name="Another one")

    assert "no past date" in seed_recap()[0]
