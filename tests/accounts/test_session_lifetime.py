"""The lifetime of sessions, and the attributes of all cookies."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

USERS = "/admin-console/accounts/user/"
DAY = timedelta(days=1).total_seconds()


@pytest.fixture
def https(settings):
    """Apply the settings of a site with HTTPS."""
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"


def remove_second_factor(console, user):
    """Run an action that fails and shows a message on the next page."""
    data = {"action": "remove_second_factor", "_selected_action": user.pk}
    return console.post(USERS, data, secure=True)


def operators_console() -> Client:
    operator = UserFactory(email="olu@example.com", is_staff=True, is_superuser=True)
    console = Client(SERVER_NAME="localhost")
    form = {"username": operator.email, "password": PASSWORD, "next": USERS}
    assert console.post("/admin-console/login/", form, secure=True).status_code == 302
    return console


def test_cookies_are_limited_to_this_host(https, visitor):
    console = operators_console()
    console.get("/admin-console/login/", secure=True)  # sets the CSRF cookie
    remove_second_factor(console, visitor)
    shown = console.get(USERS, secure=True)

    assert [str(message) for message in shown.context["messages"]] == [
        f"{visitor}: Ana Diaz doesn't use two-step verification."
    ]
    assert set(console.cookies) == {"__Host-sessionid", "__Host-csrftoken"}
    for cookie in console.cookies.values():
        flags = (cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"])
        assert flags == (True, True, "Lax", "/", "")


def test_a_session_ends_fourteen_days_after_the_sign_in(clock, visitor):
    console = operators_console()

    for _ in range(13):
        clock.wait(DAY)
        remove_second_factor(console, visitor)  # stores a message for the next page
        assert console.get(USERS, secure=True).status_code == 200
    clock.wait(DAY)

    assert console.get(USERS, secure=True).status_code == 302


def test_an_unused_session_ends_after_fourteen_days(clock, visitor):
    client = signed_in()
    client.post("/api/users/auth", {"email": visitor.email, "password": PASSWORD}, format="json")

    clock.wait(14 * DAY - 1)
    assert client.get("/api/users/profile").status_code == 200
    clock.wait(1)

    assert client.get("/api/users/profile").status_code == 401
