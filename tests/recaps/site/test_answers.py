"""/thanks/{token}: one answer for each ticket, without a name, by a link that shows a button."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from charityshop.security.link_tokens import make_link_token
from events.models import Occurrence
from giving.models import Goal
from notices.models import Notice
from recaps.models import Answer, Recap
from recaps.services import NO, get_answer_url
from tests.orders.api_calls import format_start
from tests.support.factories import BookingFactory, OccurrenceFactory, create_notice, in_days


@pytest.fixture
def notice() -> Notice:
    booking = BookingFactory(occurrence__event__name="Friday Draft")
    Occurrence.objects.update(starts_at=in_days(-2), ends_at=in_days(-1))
    Recap.objects.create(occurrence=booking.occurrence, sent_at=in_days(0))
    return create_notice(booking, kind="recap")


@pytest.fixture
def url(notice, settings) -> str:
    return get_answer_url(notice, NO).removeprefix(settings.SITE_URL)


@pytest.fixture
def browser() -> Client:
    """A browser that nobody is signed in on, and that checks CSRF tokens like a real server."""
    return Client(enforce_csrf_checks=True, SERVER_NAME="localhost")


def list_answers() -> list[tuple[bool, str]]:
    return list(Answer.objects.values_list("is_good", "text"))


def test_opening_the_link_stores_nothing_and_shows_the_pressed_answer_with_a_button(browser, url):
    for method in (browser.get, browser.head):
        assert method(url).status_code == 200

    page = browser.get(url).content.decode()

    assert "Did you like it?" in page
    assert '<input type="radio" name="answer" value="no" required checked> Could be better' in page
    assert "<button>Send</button>" in page
    assert list_answers() == []


def test_an_answer_says_neither_who_nor_when(browser, url):
    page = browser.post(url, {"answer": "no", "text": " Too loud.\r\nToo late.\u200b "})

    assert "Thank you!" in page.content.decode()
    assert list_answers() == [(False, "Too loud.\nToo late.")]
    assert {field.name for field in Answer._meta.get_fields()} == {"id", "recap", "is_good", "text"}


def test_each_link_takes_one_answer(browser, url):
    browser.post(url, {"answer": "yes"})

    for again in (browser.get(url), browser.post(url, {"answer": "no", "text": "I changed my mind."})):
        assert "Thank you!" in again.content.decode()
    assert list_answers() == [(True, "")]


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({"text": "Nice"}, "Choose an answer."),
        ({"answer": "maybe", "text": "Nice"}, "Choose an answer."),
        ({"answer": "yes", "text": "Nice" + 297 * "e"}, "Use at most 300 characters."),
    ],
)
def test_a_wrong_answer_is_explained_and_nothing_typed_is_lost(browser, url, sent, problem):
    response = browser.post(url, sent)

    assert response.status_code == 400
    assert problem in response.content.decode()
    assert sent["text"] in response.content.decode()
    assert list_answers() == []


def test_a_wrong_link_is_not_found_and_limited(browser, url, notice, settings):
    settings.THROTTLES = settings.THROTTLES | {"link": 4}
    token = make_link_token("mail off", notice.public_id, 0)

    for wrong in ("/thanks/x", f"/thanks/{token}", url.partition("?")[0][:-1], f"/thanks/{notice.public_id}"):
        response = browser.post(wrong, {"answer": "yes"})
        assert response.status_code == 404
        assert "This link no longer works." in response.content.decode()
    assert browser.get("/thanks/x").status_code == 429
    assert list_answers() == []


def test_after_thirty_days_nobody_answers_and_what_was_written_is_erased(browser, url):
    browser.post(url, {"answer": "no", "text": "Ana was too loud."})
    Notice.objects.update(has_answered=False)
    Occurrence.objects.update(starts_at=in_days(-32), ends_at=in_days(-31))
    cache.clear()

    call_command("upkeep")

    assert browser.post(url, {"answer": "yes"}).status_code == 404
    assert list_answers() == [(False, "")]


def test_the_page_is_private(browser, url):
    for response in (browser.get(url), browser.post(url, {"answer": "yes"}), browser.get("/thanks/x")):
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["X-Robots-Tag"] == "noindex"
        assert "no-store" in response["Cache-Control"]


def read_head(client: Any, date: Occurrence) -> str:
    path = f"/product/{date.event.public_id}"
    return str(client.get(path, {"rsvpDate": format_start(date)}).content.decode())


def test_a_past_date_is_previewed_with_what_it_brought_in_and_the_next_date(past_date, client):
    Goal.objects.create(title="Lunches", event=past_date.event, unit_name="school lunches", unit_cost="1.80")
    later = OccurrenceFactory(event=past_date.event, starts_at=in_days(20))
    BookingFactory(occurrence=later, seats=15)

    head = read_head(client, past_date)

    told = "Friday Draft brought in $67.65 after PayPal&#x27;s fees; what it cost comes off at the end of the month. "
    told += "Before costs, 3 people paid for 37 school lunches. Next: "
    assert f'<meta property="og:description" content="{told}' in head
    assert ', 9 seats left.">' in head
    assert '<meta property="og:title" content="Friday Draft, ' in head
    assert f'og:url" content="http://localhost:8000/product/{past_date.event.public_id}?rsvpDate=' in head


def test_a_past_date_without_a_number_thanks_everybody_and_an_upcoming_one_is_previewed_as_before(client):
    past, upcoming = OccurrenceFactory(starts_at=in_days(-2)), OccurrenceFactory(event__description="Bring a deck.")

    assert 'og:description" content="Thank you to everybody who came.">' in read_head(client, past)
    assert "Bring a deck." in read_head(client, upcoming)
