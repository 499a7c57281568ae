"""PUT /api/users/reset-password: an admin has somebody set a new password."""

import re

import pytest

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.messages import delivered

NEW = "quite another phrase"


def reset(client, person, **more):
    return client.put("/api/users/reset-password", {"userId": person.public_id} | more, format="json")


def sign_in(email: str, password: str = PASSWORD):
    client = signed_in()
    return client, client.post("/api/users/auth", {"email": email, "password": password}, format="json")


def test_a_reset_ends_the_persons_sessions_and_sets_the_flag(as_admin, as_visitor, visitor):
    answer = reset(as_admin, visitor)

    assert answer.status_code == 200
    assert answer.json() == {"message": "Password reset."}
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert as_admin.get("/api/users").status_code == 200


def test_the_old_password_then_opens_set_new_password_and_nothing_else(as_admin, visitor):
    reset(as_admin, visitor)

    client, answer = sign_in(visitor.email)

    assert answer.status_code == 200
    assert answer.json()["requiresPasswordReset"] is True
    assert client.get("/api/users/profile").status_code == 200
    for path in (f"/api/users/{visitor.public_id}", "/api/users", "/api/orders/my_orders"):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "password_reset_required")
    assert client.put("/api/users/change-password", {"newPw": NEW}, format="json").status_code == 200
    _, afterwards = sign_in(visitor.email, NEW)
    assert afterwards.json()["requiresPasswordReset"] is False


def test_a_flagged_person_can_sign_out(as_admin, visitor):
    reset(as_admin, visitor)
    client, _ = sign_in(visitor.email)

    assert client.post("/api/users/logout").status_code == 200
    assert client.get("/api/users/profile").status_code == 401


def test_the_old_password_can_be_locked_at_once(as_admin, visitor):
    reset(as_admin, visitor, lockPassword=True)

    _, answer = sign_in(visitor.email)

    assert answer.status_code == 401


@pytest.mark.parametrize("lock", [False, True])
def test_the_mailed_link_sets_a_new_password_even_after_a_sign_in_with_the_old(as_admin, visitor, lock):
    reset(as_admin, visitor, lockPassword=lock)
    sign_in(visitor.email)
    (letter,) = delivered()
    assert letter.to == [visitor.email]
    assert "An admin has initiated a password reset for your account" in letter.body
    token = re.search(r"/reset-password\?token=(\S+)", letter.body)
    assert token

    answer = signed_in().post("/api/users/set-password", {"token": token[1], "newPw": NEW}, format="json")

    assert answer.status_code == 200
    _, afterwards = sign_in(visitor.email, NEW)
    assert afterwards.json()["requiresPasswordReset"] is False


def test_a_second_reset_makes_the_first_link_useless(as_admin, visitor):
    for _ in range(2):
        reset(as_admin, visitor)
    tokens = [re.search(r"token=(\S+)", letter.body) for letter in delivered()]

    statuses = [
        signed_in().post("/api/users/set-password", {"token": token[1], "newPw": NEW}, format="json").status_code
        for token in tokens
        if token
    ]

    assert statuses == [400, 200]


def test_a_reset_is_for_admins(as_nobody, as_visitor, as_other_visitor, visitor):
    flagged = signed_in(UserFactory(is_staff=True, requires_password_reset=True))

    assert [reset(client, visitor).status_code for client in (as_nobody, as_visitor, as_other_visitor, flagged)] == [
        401,
        403,
        403,
        403,
    ]
    visitor.refresh_from_db()
    assert not visitor.requires_password_reset


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"userId": None}, 400), ({"userId": "0" * 24}, 404), ({"userId": "0" * 300}, 400)],
)
def test_an_unknown_person_is_refused(as_admin, body, status):
    answer = as_admin.put("/api/users/reset-password/", body, format="json")

    assert answer.status_code == status
    assert answer.json()["message"]
