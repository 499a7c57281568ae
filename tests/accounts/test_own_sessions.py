"""GET and DELETE /api/users/sessions: where one is signed in, and ending it there."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import SEEN_AT_INTERVAL, delete_expired_sessions
from accounts.user_agents import UNKNOWN, describe_device
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


def others(client) -> list[str]:
    return [row["_id"] for row in client.get(SESSIONS).json() if not row["isCurrent"]]


def test_everybody_sees_where_they_are_signed_in_and_which_one_this_is(visitor, as_other_visitor):
    phone, desk = sign_in(user_agent=SAFARI), sign_in()

    answer = desk.get(SESSIONS)

    assert answer.status_code == 200
    rows = {row["device"]: row for row in answer.json()}
    assert set(rows) == {"Safari on iPhone", "Firefox on Windows"}
    assert rows["Firefox on Windows"]["isCurrent"] is True
    assert rows["Safari on iPhone"]["isCurrent"] is False
    assert rows["Safari on iPhone"]["signedInAt"] <= rows["Safari on iPhone"]["lastSeenAt"]
    assert [row["device"] for row in phone.get(SESSIONS).json() if row["isCurrent"]] == ["Safari on iPhone"]


def test_a_registration_and_the_consoles_door_are_named_too(as_nobody, db):
    form = {"email": "new@example.com", "password": PASSWORD, "firstName": "Noor"}
    as_nobody.post("/api/users", form, format="json", HTTP_USER_AGENT=SAFARI)
    UserFactory(email="olu@example.com", is_staff=True, is_superuser=True)
    console = Client(SERVER_NAME="localhost", HTTP_USER_AGENT=FIREFOX)
    console.post("/admin-console/login/", {"username": "olu@example.com", "password": PASSWORD})

    devices = Session.objects.values_list("user__email", "device")

    assert set(devices) == {("new@example.com", "Safari on iPhone"), ("olu@example.com", "Firefox on Windows")}


def test_ending_one_session_signs_out_there_and_nowhere_else(visitor):
    lost, kept, here = sign_in(user_agent=SAFARI), sign_in(), sign_in()
    gone = next(row["_id"] for row in here.get(SESSIONS).json() if row["device"] == "Safari on iPhone")

    answer = here.delete(f"{SESSIONS}/{gone}")

    assert (answer.status_code, answer.json()) == (200, {"message": "Signed out there."})
    assert [is_in(client) for client in (lost, kept, here)] == [False, True, True]
    assert here.delete(f"{SESSIONS}/{gone}").status_code == 404


def test_ending_all_others_leaves_this_one(visitor):
    elsewhere, here = [sign_in() for _ in range(2)], sign_in()

    answer = here.delete(SESSIONS)

    assert answer.status_code == 200
    assert [is_in(client) for client in (*elsewhere, here)] == [False, False, True]
    assert others(here) == []


def test_nobody_ends_somebody_elses_session(visitor, other_visitor, as_admin, as_nobody):
    ana, ben = sign_in(), sign_in("ben@example.com")
    hers = ana.get(SESSIONS).json()[0]["_id"]

    assert [client.delete(f"{SESSIONS}/{hers}").status_code for client in (ben, as_admin, as_nobody)] == [404, 404, 401]
    assert [client.delete(SESSIONS).status_code for client in (ben, as_nobody)] == [200, 401]
    assert as_nobody.get(SESSIONS).status_code == 401
    assert is_in(ana)


def test_who_has_to_set_a_new_password_does_that_first(db):
    flagged = signed_in(UserFactory(requires_password_reset=True))

    assert flagged.get(SESSIONS).json()["code"] == "password_reset_required"


def test_logout_takes_this_sessions_row_along(visitor):
    elsewhere, here = sign_in(), sign_in()

    here.post("/api/users/logout")

    assert visitor.sessions.count() == 1
    assert is_in(elsewhere)


@pytest.mark.parametrize(
    "leave",
    [
        lambda client: client.post("/api/users/logout-everywhere"),
        lambda client: client.put(
            "/api/users/change-password", {"currentPw": PASSWORD, "newPw": "some other words"}, format="json"
        ),
        lambda client: client.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json"),
    ],
    ids=["logout everywhere", "new password", "account deleted"],
)
def test_whoever_leaves_everywhere_leaves_no_session_behind(visitor, leave):
    elsewhere, here = sign_in(), sign_in()
    cookie = here.cookies["sessionid"].value

    assert leave(here).status_code == 200

    assert not visitor.sessions.exists()
    again = signed_in()
    again.cookies["sessionid"] = cookie
    assert not is_in(again)
    assert not is_in(elsewhere)


@pytest.mark.parametrize("action", ["reset", "deactivate"])
def test_what_staff_do_to_an_account_ends_its_sessions_for_good(visitor, as_admin, action):
    here = sign_in()

    if action == "reset":
        as_admin.put("/api/users/reset-password", {"userId": visitor.public_id}, format="json")
    else:
        for state in (True, False):
            as_admin.put(f"/api/users/{visitor.public_id}", {"isDeactivated": state}, format="json")

    assert not visitor.sessions.exists()
    assert not is_in(here)


def test_a_lapsed_session_is_not_listed_and_its_row_goes(visitor, monkeypatch):
    here = sign_in()
    visitor.sessions.update(expire_date=timezone.now() - timedelta(seconds=1))
    here = sign_in()

    assert len(here.get(SESSIONS).json()) == 1
    assert delete_expired_sessions() == 1
    assert is_in(here)


def test_last_seen_is_written_now_and_then_and_not_at_every_call(visitor, django_assert_num_queries):
    here = sign_in()
    long_ago = timezone.now() - 2 * SEEN_AT_INTERVAL
    visitor.sessions.update(seen_at=long_ago)

    with django_assert_num_queries(3):  # the session, when it was seen, and the user
        is_in(here)
    with django_assert_num_queries(2):
        is_in(here)

    assert visitor.sessions.get().seen_at > long_ago


def test_the_cookie_is_nowhere_in_the_database(visitor):
    cookie = sign_in().cookies["sessionid"].value

    row = visitor.sessions.values().get()

    assert cookie not in str(row)


@pytest.mark.parametrize(
    ("user_agent", "words"),
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
def test_a_device_is_named_in_words_of_ours(user_agent, words):
    assert describe_device(user_agent) == words
