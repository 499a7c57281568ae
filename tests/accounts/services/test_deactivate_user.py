"""isDeactivated in PUT /api/users/{id}."""

from tests.conftest import signed_in
from tests.support.factories import PASSWORD


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
