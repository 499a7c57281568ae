"""PUT /api/users/reset-password: an admin requires a user to set a new password."""

import re

import pytest

from tests.conftest import signed_in
from tests.support.factories import PASSWORD
from tests.support.messages import delivered

NEW = "quite another phrase"


def reset(client, user, **more):
    return client.put("/api/users/reset-password", {"userId": user.public_id} | more, format="json")


def sign_in(email: str, password: str = PASSWORD):
    client = signed_in()
    return client, client.post("/api/users/auth", {"email": email, "password": password}, format="json")


def test_a_reset_ends_the_users_sessions_and_requires_a_new_password(as_admin, as_visitor, visitor):
    response = reset(as_admin, visitor)

    assert response.status_code == 200
    assert response.json() == {"message": "Password reset."}
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert as_admin.get("/api/users").status_code == 200


def test_the_old_password_then_only_allows_setting_a_new_one(as_admin, visitor):
    reset(as_admin, visitor)

    client, response = sign_in(visitor.email)

    assert response.status_code == 200
    assert response.json()["requiresPasswordReset"] is True
    assert client.get("/api/users/profile").status_code == 200
    for path in (f"/api/users/{visitor.public_id}", "/api/users", "/api/orders/my_orders"):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "password_reset_required")
    assert client.put("/api/users/change-password", {"newPw": NEW}, format="json").status_code == 200
    _, afterwards = sign_in(visitor.email, NEW)
    assert afterwards.json()["requiresPasswordReset"] is False


def test_the_old_password_can_be_disabled(as_admin, visitor):
    reset(as_admin, visitor, lockPassword=True)

    _, response = sign_in(visitor.email)

    assert response.status_code == 401


@pytest.mark.parametrize("lock", [False, True])
def test_the_emailed_link_works_after_a_sign_in_with_the_old_password(as_admin, visitor, lock):
    reset(as_admin, visitor, lockPassword=lock)
    sign_in(visitor.email)
    (email,) = delivered()
    assert email.to == [visitor.email]
    assert "An admin has initiated a password reset for your account" in email.body
    token = re.search(r"/reset-password\?token=(\S+)", email.body)
    assert token

    response = signed_in().post("/api/users/set-password", {"token": token[1], "newPw": NEW}, format="json")

    assert response.status_code == 200
    _, afterwards = sign_in(visitor.email, NEW)
    assert afterwards.json()["requiresPasswordReset"] is False
