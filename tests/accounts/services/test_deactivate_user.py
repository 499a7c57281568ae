"""isDeactivated in PUT /api/users/{id}."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


def set_deactivated(client, user, value: bool):
    return client.put(f"/api/users/{user.public_id}", {"isDeactivated": value}, format="json")


def test_a_deactivated_user_is_signed_out_and_cannot_sign_in(as_admin, as_visitor, visitor):
    response = set_deactivated(as_admin, visitor, True)

    assert response.status_code == 200
    assert response.json()["isDeactivated"] is True
    assert as_visitor.get("/api/users/profile").status_code == 401
    sign_in = signed_in().post("/api/users/auth", {"email": visitor.email, "password": PASSWORD}, format="json")
    assert sign_in.status_code == 403


def test_a_reactivated_user_can_sign_in_but_old_sessions_stay_ended(as_admin, as_visitor, visitor):
    cookie = as_visitor.cookies["sessionid"].value
    set_deactivated(as_admin, visitor, True)

    response = set_deactivated(as_admin, visitor, False)

    assert response.json()["isDeactivated"] is False
    reused = signed_in()
    reused.cookies["sessionid"] = cookie
    assert reused.get("/api/users/profile").status_code == 401
    sign_in = signed_in().post("/api/users/auth", {"email": visitor.email, "password": PASSWORD}, format="json")
    assert sign_in.status_code == 200


def test_only_admins_can_deactivate(as_anonymous, as_other_visitor, visitor):
    assert set_deactivated(as_anonymous, visitor, True).status_code == 401
    assert set_deactivated(as_other_visitor, visitor, True).status_code == 404
    flagged = UserFactory(is_staff=True, requires_password_reset=True)
    assert set_deactivated(signed_in(flagged), visitor, True).status_code == 403
    visitor.refresh_from_db()
    assert visitor.is_active


@pytest.mark.parametrize("calls", [("GET", "/api/users"), ("PUT", "/api/users/reset-password")])
def test_a_deactivated_admins_session_has_no_rights(as_admin, calls):
    colleague = UserFactory(is_staff=True)
    client = signed_in(colleague)
    set_deactivated(as_admin, colleague, True)

    method, path = calls

    assert client.generic(method, path, "{}", content_type="application/json").status_code == 401
