"""The session key changes with each authentication, and the old key becomes invalid; sessions end; cookies are safe."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Session, User
from tests.accounts.factors import FACTOR, begin, code_of, confirm, with_both
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

NEW = "quite another phrase"
DOORS = {
    "api": lambda client, user, **more: client.post(
        "/api/users/auth", {"email": user.email, "password": PASSWORD} | more, "application/json"
    ),
    "console": lambda client, user, **more: client.post(
        "/admin-console/login/", {"username": user.email, "password": PASSWORD, "next": "/admin-console/"} | more
    ),
}
every_door = pytest.mark.parametrize("door", DOORS)


@pytest.fixture
def browser(db) -> Client:
    return Client(SERVER_NAME="localhost")


@pytest.fixture
def operator(db) -> User:
    return UserFactory(email="olu@example.com", is_staff=True, is_superuser=True)


@pytest.fixture
def other_operator(db) -> User:
    return UserFactory(email="ida@example.com", is_staff=True, is_superuser=True)


def key_of(client) -> str:
    return str(client.cookies["sessionid"].value)


def opens(key: str) -> bool:
    """Return whether this session key is valid, from any browser."""
    browser = Client(SERVER_NAME="localhost")
    browser.cookies["sessionid"] = key
    return bool(browser.get("/api/users/profile").status_code == 200)


def sign_in(client, door, user, **more):
    response = DOORS[door](client, user, **more)
    assert response.status_code in (200, 302), response.content
    assert client.get("/api/users/profile").json()["email"] == user.email


def assert_renewed(client, before: str) -> None:
    assert key_of(client) != before
    assert client.get("/api/users/profile").status_code == 200
    assert not opens(before)


@every_door
@pytest.mark.parametrize("first", DOORS)
def test_signing_in_again_replaces_the_session_key(browser, operator, first, door):
    sign_in(browser, first, operator)
    before = key_of(browser)

    sign_in(browser, door, operator)

    assert_renewed(browser, before)
    assert Session.objects.count() == 1


@every_door
def test_signing_in_as_another_user_replaces_the_session_key(browser, operator, other_operator, door):
    sign_in(browser, door, operator)
    before = key_of(browser)

    sign_in(browser, door, other_operator)

    assert_renewed(browser, before)


@every_door
def test_signing_in_with_a_second_factor_replaces_the_session_key(browser, sam, clock, door):
    sign_in(browser, door, sam, code=code_of(sam, steps=-1))
    before = key_of(browser)

    sign_in(browser, door, sam, code=code_of(sam))

    assert_renewed(browser, before)


def test_registering_while_signed_in_replaces_the_session_key(browser, operator):
    sign_in(browser, "api", operator)
    before = key_of(browser)

    form = {"email": "new@example.com", "password": PASSWORD, "firstName": "Noor"}
    assert browser.post("/api/users", form, "application/json").status_code == 201

    assert_renewed(browser, before)


def test_both_steps_of_setting_up_a_second_factor_replace_the_session_key(admin, clock):
    client, elsewhere = signed_in(admin), signed_in(admin)
    keys = [key_of(client)]

    assert begin(client).status_code == 200
    assert_renewed(client, keys[-1])
    keys.append(key_of(client))
    assert confirm(client, code_of(admin)).status_code == 200

    for key in keys:
        assert_renewed(client, key)
    assert not opens(key_of(elsewhere))


@pytest.mark.parametrize(("method", "path"), [("delete", FACTOR), ("post", f"{FACTOR}/recovery-codes")])
def test_verifying_both_factors_replaces_the_session_key(sam, clock, method, path):
    client = signed_in(sam)
    before = key_of(client)

    assert with_both(client, method, path, code_of(sam)).status_code == 200

    assert_renewed(client, before)


def test_a_new_password_ends_all_sessions(as_visitor, visitor):
    before = key_of(as_visitor)

    response = as_visitor.put("/api/users/change-password", {"newPw": NEW, "currentPw": PASSWORD}, format="json")

    assert response.status_code == 200
    assert key_of(as_visitor) == ""
    assert not opens(before)
    as_visitor.post("/api/users/auth", {"email": visitor.email, "password": NEW}, format="json")
    assert_renewed(as_visitor, before)


def test_a_password_set_by_an_operator_ends_the_users_sessions(browser, operator, as_visitor, visitor):
    sign_in(browser, "console", operator)
    form = {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "1"}

    assert browser.post(f"/admin-console/accounts/user/{visitor.pk}/password/", form).status_code == 302

    assert not visitor.sessions.exists()
    assert not opens(key_of(as_visitor))
    assert browser.get("/admin-console/").status_code == 200


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
