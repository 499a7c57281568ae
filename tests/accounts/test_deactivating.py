"""isDeactivated in PUT /api/users/{id}."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


def set_deactivated(client, person, value: bool):
    return client.put(f"/api/users/{person.public_id}", {"isDeactivated": value}, format="json")


def test_a_deactivated_person_is_out_at_once_and_cannot_come_back_in(as_admin, as_visitor, visitor):
    answer = set_deactivated(as_admin, visitor, True)

    assert answer.status_code == 200
    assert answer.json()["isDeactivated"] is True
    assert as_visitor.get("/api/users/profile").status_code == 401
    sign_in = signed_in().post("/api/users/auth", {"email": visitor.email, "password": PASSWORD}, format="json")
    assert sign_in.status_code == 403


def test_a_reactivated_person_may_sign_in_but_old_sessions_stay_dead(as_admin, as_visitor, visitor):
    cookie = as_visitor.cookies["sessionid"].value
    set_deactivated(as_admin, visitor, True)

    answer = set_deactivated(as_admin, visitor, False)

    assert answer.json()["isDeactivated"] is False
    kept = signed_in()
    kept.cookies["sessionid"] = cookie
    assert kept.get("/api/users/profile").status_code == 401
    sign_in = signed_in().post("/api/users/auth", {"email": visitor.email, "password": PASSWORD}, format="json")
    assert sign_in.status_code == 200


def test_deactivating_is_for_admins(as_nobody, as_other_visitor, visitor):
    assert set_deactivated(as_nobody, visitor, True).status_code == 401
    assert set_deactivated(as_other_visitor, visitor, True).status_code == 404
    flagged = UserFactory(is_staff=True, requires_password_reset=True)
    assert set_deactivated(signed_in(flagged), visitor, True).status_code == 403
    visitor.refresh_from_db()
    assert visitor.is_active


@pytest.mark.parametrize("calls", [("GET", "/api/users"), ("PUT", "/api/users/reset-password")])
def test_a_deactivated_admins_session_has_no_rights_left(as_admin, calls):
    colleague = UserFactory(is_staff=True)
    client = signed_in(colleague)
    set_deactivated(as_admin, colleague, True)

    method, path = calls

    assert client.generic(method, path, "{}", content_type="application/json").status_code == 401
