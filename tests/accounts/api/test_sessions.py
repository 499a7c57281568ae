"""GET and DELETE /api/users/sessions, and POST /api/users/logout-everywhere."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import UNKNOWN, describe_device
from tests.accounts.factors import FACTOR, begin, code_of, confirm, with_both
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

SESSIONS = "/api/users/sessions"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


def sign_in(email: str = "ana@example.com", user_agent: str = FIREFOX):
    client = signed_in()
    client.defaults["HTTP_USER_AGENT"] = user_agent
    assert client.post("/api/users/auth", {"email": email, "password": PASSWORD}, format="json").status_code == 200
    return client


def is_in(client) -> bool:
    return client.get("/api/users/profile").status_code == 200


def test_users_see_their_sessions_and_which_one_is_current(visitor, as_other_visitor):
    phone, desk = sign_in(user_agent=SAFARI), sign_in()

    response = desk.get(SESSIONS)

    assert response.status_code == 200
    rows = {row["device"]: row for row in response.json()}
    assert set(rows) == {"Safari on iPhone", "Firefox on Windows"}
    assert rows["Firefox on Windows"]["isCurrent"] is True
    assert rows["Safari on iPhone"]["isCurrent"] is False
    assert rows["Safari on iPhone"]["signedInAt"] <= rows["Safari on iPhone"]["lastSeenAt"]
    assert [row["device"] for row in phone.get(SESSIONS).json() if row["isCurrent"]] == ["Safari on iPhone"]


def test_ending_a_session_signs_out_only_there(visitor):
    lost, other, here = sign_in(user_agent=SAFARI), sign_in(), sign_in()
    gone = next(row["_id"] for row in here.get(SESSIONS).json() if row["device"] == "Safari on iPhone")

    response = here.delete(f"{SESSIONS}/{gone}")

    assert (response.status_code, response.json()) == (200, {"message": "Signed out there."})
    assert [is_in(client) for client in (lost, other, here)] == [False, True, True]
    assert here.delete(f"{SESSIONS}/{gone}").status_code == 404
    assert here.delete(SESSIONS).status_code == 200, "all others"
    assert [is_in(client) for client in (other, here)] == [False, True]
    assert [row["isCurrent"] for row in here.get(SESSIONS).json()] == [True]


@pytest.mark.parametrize(
    "action",
    [
        lambda client: client.post("/api/users/logout-everywhere"),
        lambda client: client.put(
            "/api/users/change-password", {"currentPw": PASSWORD, "newPw": "some other words"}, format="json"
        ),
        lambda client: client.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json"),
    ],
    ids=["logout everywhere", "new password", "account deleted"],
)
def test_signing_out_everywhere_deletes_all_sessions_of_this_user(visitor, as_other_visitor, action):
    elsewhere, here = sign_in(), sign_in()
    cookie = key_of(here)

    assert action(here).status_code == 200

    assert not visitor.sessions.exists()
    assert not opens(cookie)
    assert not is_in(elsewhere)
    assert is_in(as_other_visitor)


@pytest.mark.parametrize("cookie", ["expired", "unknown", "not a key"])
def test_an_invalid_cookie_is_ignored_and_deleted(visitor, cookie):
    here = sign_in()
    visitor.sessions.update(expire_date=timezone.now() - timedelta(seconds=1))
    if cookie != "expired":
        here.cookies["sessionid"] = cookie

    assert here.get("/api/products").status_code == 200
    refused = here.get("/api/users/profile")

    assert refused.status_code == 401
    assert refused.cookies["sessionid"].value == ""
    assert refused.cookies["sessionid"]["max-age"] == 0
    assert visitor.sessions.exists() == (cookie != "expired")


def test_the_cookie_is_not_stored(visitor):
    cookie = key_of(sign_in())

    assert cookie not in str(visitor.sessions.values().get())


@pytest.mark.parametrize(
    ("user_agent", "expected"),
    [
        (FIREFOX, "Firefox on Windows"),
        (SAFARI, "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit Version/18.1 Safari/605.1.15", "Safari on Mac"),
        ("curl/8.5.0", UNKNOWN),
        ("<script>Firefox/1</script>", "Firefox"),
        ("", UNKNOWN),
    ],
)
def test_devices_have_names_from_a_fixed_list(user_agent, expected):
    assert describe_device(user_agent) == expected


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


def key_of(client) -> str:
    return str(client.cookies["sessionid"].value)


def opens(key: str) -> bool:
    """Return whether this session key is valid, from any browser."""
    browser = signed_in()
    browser.cookies["sessionid"] = key
    return is_in(browser)


def sign_in_at(client, door, user, **more):
    response = DOORS[door](client, user, **more)
    assert response.status_code in (200, 302), response.content
    assert client.get("/api/users/profile").json()["email"] == user.email


def assert_renewed(client, before: str) -> None:
    assert key_of(client) != before
    assert is_in(client)
    assert not opens(before)


@every_door
@pytest.mark.parametrize("first", DOORS)
@pytest.mark.parametrize("is_same", [True, False], ids=["as the same user", "as another"])
def test_signing_in_again_replaces_the_session_key(browser, operator, first, door, is_same):
    sign_in_at(browser, first, operator)
    before = key_of(browser)

    sign_in_at(browser, door, operator if is_same else UserFactory(is_staff=True))

    assert_renewed(browser, before)
    assert Session.objects.count() == 1


@every_door
def test_signing_in_with_a_second_factor_replaces_the_session_key(browser, sam, clock, door):
    sign_in_at(browser, door, sam, code=code_of(sam, steps=-1))
    before = key_of(browser)

    sign_in_at(browser, door, sam, code=code_of(sam))

    assert_renewed(browser, before)


def test_registering_while_signed_in_replaces_the_session_key(browser, operator):
    sign_in_at(browser, "api", operator)
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


def test_a_password_set_by_an_operator_ends_the_users_sessions(browser, operator, as_visitor, visitor):
    sign_in_at(browser, "console", operator)
    form = {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "1"}

    assert browser.post(f"/admin-console/accounts/user/{visitor.pk}/password/", form).status_code == 302

    assert not visitor.sessions.exists()
    assert not opens(key_of(as_visitor))
    assert browser.get("/admin-console/").status_code == 200


USERS = "/admin-console/accounts/user/"
DAY = timedelta(days=1).total_seconds()


def remove_second_factor(console, user):
    """Run an action that fails and shows a message on the next page."""
    data = {"action": "remove_second_factor", "_selected_action": user.pk}
    return console.post(USERS, data, secure=True)


@pytest.fixture
def console(operator) -> Client:
    """An operator who signed in to the console over HTTPS."""
    console = Client(SERVER_NAME="localhost")
    form = {"username": operator.email, "password": PASSWORD, "next": USERS}
    assert console.post("/admin-console/login/", form, secure=True).status_code == 302
    return console


@pytest.fixture
def https(settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"


def test_cookies_are_limited_to_this_host(https, console, visitor):
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


def test_a_session_ends_fourteen_days_after_the_sign_in(clock, console, visitor):
    for _ in range(13):
        clock.wait(DAY)
        remove_second_factor(console, visitor)  # stores a message for the next page
        assert console.get(USERS, secure=True).status_code == 200
    clock.wait(DAY)

    assert console.get(USERS, secure=True).status_code == 302
