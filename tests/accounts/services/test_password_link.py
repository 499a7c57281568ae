"""POST /api/users/forgot-password and /api/users/set-password."""

import re
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from accounts.tokens import link_token, tokens
from outbox.models import Outgoing
from tests.accounts.factors import post_sign_in, reset
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.messages import delivered, html_of
from tests.support.races import run_together
from tests.support.servers.mail_server import no_mail_server

NEW = "quite another phrase"


def forgot(email: str):
    return signed_in().post("/api/users/forgot-password", {"email": email}, format="json")


def set_password(token: str, new: str = NEW):
    return signed_in().post("/api/users/set-password", {"token": token, "newPw": new}, format="json")


@pytest.fixture
def token(visitor) -> str:
    forgot("ANA@example.com")
    (email,) = delivered()
    assert email.to == ["ana@example.com"]
    found = re.search(r"http://\S+/reset-password\?token=(\S+)", email.body)
    assert found
    return found[1]


def test_a_deactivated_account_gets_no_link_and_the_same_response(visitor):
    UserFactory(email="gone@example.com", is_active=False)

    assert forgot("gone@example.com").content == forgot("ana@example.com").content
    assert [email.to for email in delivered()] == [["ana@example.com"]]


def test_the_email_contains_the_link_and_its_expiry_and_is_erased_once_sent(visitor):
    forgot("ana@example.com")

    (email,) = delivered()

    assert email.subject == "Set a new password – Cards for a Cause"
    for body in (email.body, html_of(email)):
        assert "Hello Ana," in body
        assert re.search(r"within an hour, until \w{3}, \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M P[DS]T", body)
        assert "If it was not you" in body
        assert "/reset-password?token=" in body
    stored = Outgoing.objects.get()
    assert (stored.state, stored.text, stored.data) == ("sent", "", {})


def test_the_link_sets_a_new_password_once_and_ends_every_session(token, as_visitor, visitor):
    assert set_password(token).status_code == 200

    again = set_password(token, "and a third phrase")

    assert (again.status_code, again.json()) == (400, {"message": "This link has expired.", "code": "link_expired"})
    assert as_visitor.get("/api/users/profile").status_code == 401
    visitor.refresh_from_db()
    assert visitor.check_password(NEW)


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("change-password", {"newPw": "changed by hand", "currentPw": PASSWORD}),
        ("profile", {"email": "anna@example.com"}),
    ],
)
def test_a_changed_password_or_email_address_invalidates_the_link(token, as_visitor, path, changes):
    assert as_visitor.put(f"/api/users/{path}", changes, format="json").status_code == 200

    assert set_password(token).status_code == 400


def test_a_link_does_not_work_for_a_deactivated_account(token, as_admin, visitor):
    as_admin.put(f"/api/users/{visitor.public_id}", {"isDeactivated": True}, format="json")
    assert set_password(token).status_code == 400

    as_admin.put(f"/api/users/{visitor.public_id}", {"isDeactivated": False}, format="json")
    assert set_password(token).status_code == 400


@pytest.mark.parametrize(("age", "status"), [(timedelta(minutes=59), 200), (timedelta(minutes=61), 400)])
def test_a_link_expires_after_one_hour(visitor, monkeypatch, age, status):
    with monkeypatch.context() as clock:
        clock.setattr(tokens, "_now", lambda: datetime.now() - age)  # noqa: DTZ005  # Django's tokens are naive
        token = link_token(visitor)

    assert set_password(token).status_code == status


@pytest.mark.parametrize("broken", ["", "x", "-", "a-b-c", "0" * 24 + "-abc-def", "x" * 500, "💥", None, 7, {}])
def test_an_invalid_token_is_rejected(visitor, broken):
    response = set_password(broken)

    assert response.status_code == 400
    assert response.json()["message"]


def test_a_token_with_another_users_id_is_rejected(token, other_visitor):
    assert set_password(f"{other_visitor.public_id}-{token.partition('-')[2]}").status_code == 400


def test_password_links_are_throttled_per_ip_address(db, settings):
    settings.THROTTLES = settings.THROTTLES | {"forgot_password": 2}

    responses = [forgot("who@example.com") for _ in range(3)]

    assert [response.status_code for response in responses] == [200, 200, 429]
    assert int(responses[-1]["Retry-After"]) > 0


def test_an_unavailable_mail_server_does_not_change_the_response(visitor, settings):
    with no_mail_server(settings):
        assert forgot("ana@example.com").status_code == 200
        assert delivered() == []
    assert Outgoing.objects.get().state == "waiting"


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_can_use_a_link_only_once():
    user = UserFactory()
    token = link_token(user)
    passwords = [f"a phrase of number {number}" for number in range(2)]

    answers = run_together(*(lambda password=password: set_password(token, password) for password in passwords))

    statuses = [answer.status_code for answer in answers]
    assert sorted(statuses) == [200, 400]
    assert User.objects.get().check_password(passwords[statuses.index(200)])


def test_after_a_reset_the_old_password_only_allows_setting_a_new_one(as_admin, as_visitor, visitor):
    done = reset(as_admin, visitor)

    client = signed_in()
    response = post_sign_in(visitor.email, client=client)

    assert (done.status_code, done.json()) == (200, {"message": "Password reset."})
    assert as_visitor.get("/api/users/profile").status_code == 401, "the sessions ended"
    assert response.status_code == 200
    assert response.json()["requiresPasswordReset"] is True
    assert client.get("/api/users/profile").status_code == 200
    for path in (f"/api/users/{visitor.public_id}", "/api/users", "/api/orders/my_orders"):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "password_reset_required")
    assert client.put("/api/users/change-password", {"newPw": NEW}, format="json").status_code == 200
    assert post_sign_in(visitor.email, NEW).json()["requiresPasswordReset"] is False


@pytest.mark.parametrize(("lock", "status"), [(False, 200), (True, 401)])
def test_after_a_reset_the_emailed_link_works_whether_or_not_the_old_password_does(as_admin, visitor, lock, status):
    reset(as_admin, visitor, lockPassword=lock)
    assert post_sign_in(visitor.email).status_code == status
    (email,) = delivered()
    assert email.to == [visitor.email]
    assert "An admin has initiated a password reset for your account" in email.body
    token = re.search(r"/reset-password\?token=(\S+)", email.body)
    assert token

    assert set_password(token[1]).status_code == 200

    assert post_sign_in(visitor.email, NEW).json()["requiresPasswordReset"] is False
