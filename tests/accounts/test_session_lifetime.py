"""How long a session lives, and which cookies there are besides the session's."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

USERS = "/admin-console/accounts/user/"
DAY = timedelta(days=1).total_seconds()


@pytest.fixture
def https(settings):
    """As settings.py has it for a site whose address begins with https."""
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"


def remove_second_factor(console, person):
    """An operator's action that fails, and says so on the next page."""
    asked = {"action": "remove_second_factor", "_selected_action": person.pk}
    return console.post(USERS, asked, secure=True)


def operators_console() -> Client:
    operator = UserFactory(email="olu@example.com", is_staff=True, is_superuser=True)
    console = Client(SERVER_NAME="localhost")
    form = {"username": operator.email, "password": PASSWORD, "next": USERS}
    assert console.post("/admin-console/login/", form, secure=True).status_code == 302
    return console


def test_every_cookie_is_for_this_host_alone(https, visitor):
    console = operators_console()
    console.get("/admin-console/login/", secure=True)  # draws a form, so the CSRF cookie is set
    remove_second_factor(console, visitor)
    shown = console.get(USERS, secure=True)

    assert [str(message) for message in shown.context["messages"]] == [f"{visitor}: Ana Diaz has no second factor."]
    assert set(console.cookies) == {"__Host-sessionid", "__Host-csrftoken"}
    for cookie in console.cookies.values():
        flags = (cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"])
        assert flags == (True, True, "Lax", "/", "")


def test_a_session_ends_fourteen_days_after_its_sign_in_however_much_it_is_used(clock, visitor):
    console = operators_console()

    for _ in range(13):
        clock.wait(DAY)
        remove_second_factor(console, visitor)  # leaves a message for the next page, which is stored
        assert console.get(USERS, secure=True).status_code == 200
    clock.wait(DAY)

    assert console.get(USERS, secure=True).status_code == 302


def test_an_unused_session_ends_then_too(clock, visitor):
    client = signed_in()
    client.post("/api/users/auth", {"email": visitor.email, "password": PASSWORD}, format="json")

    clock.wait(14 * DAY - 1)
    assert client.get("/api/users/profile").status_code == 200
    clock.wait(1)

    assert client.get("/api/users/profile").status_code == 401
