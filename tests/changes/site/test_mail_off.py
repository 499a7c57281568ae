"""/mail-off/{token}: turn reminders off without signing in."""

import pytest
from django.test import Client

from accounts.models import User
from changes.services.turn_off_reminders import get_mail_off_url
from charityshop.security.link_tokens import make_link_token

ONE_CLICK = {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}


@pytest.fixture
def path(visitor, settings) -> str:
    return get_mail_off_url(visitor).removeprefix(settings.SITE_URL)


@pytest.fixture
def browser() -> Client:
    """A browser that nobody is signed in on, and that checks CSRF tokens like a real server."""
    return Client(enforce_csrf_checks=True, SERVER_NAME="localhost")


def has_reminders() -> bool:
    return User.objects.values_list("reminders", flat=True).get()


def test_one_click_turns_reminders_off_also_when_repeated(browser, path):
    for _ in range(2):
        response = browser.post(path, **ONE_CLICK)

        assert response.status_code == 200
        assert "Reminders are off." in response.content.decode()
    assert not has_reminders()


def test_opening_the_link_changes_nothing_and_shows_a_button(browser, path):
    for method in (browser.get, browser.head):
        assert method(path).status_code == 200

    page = browser.get(path).content.decode()

    assert '<form method="post"><button>Turn reminders off</button></form>' in page
    assert has_reminders()


def test_wrong_links_are_limited_per_address(browser, path, settings):
    settings.THROTTLES = settings.THROTTLES | {"link": 3}

    assert [browser.get("/mail-off/x").status_code for _ in range(5)] == [404, 404, 404, 429, 429]
    assert browser.post(path, **ONE_CLICK).status_code == 200


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_link_is_not_found(browser, visitor, path, method):
    others = [make_link_token("seat", visitor.public_id, 0), make_link_token("mail off", "0" * 24, 0)]
    for wrong in (path[:-1], f"{path}0", "/mail-off/x", *(f"/mail-off/{token}" for token in others)):
        response = getattr(browser, method)(wrong)

        assert response.status_code == 404
        assert "This link no longer works." in response.content.decode()
    assert has_reminders()
