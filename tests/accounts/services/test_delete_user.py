"""DELETE /api/users/{id}, and isDeactivated in its PUT: staff end accounts."""

from accounts.models import User
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, BookingFactory


def delete(client, user):
    return client.delete(f"/api/users/{user.public_id}")


def test_an_admin_deletes_an_account_without_orders(as_admin, as_visitor, visitor):
    response = delete(as_admin, visitor)

    assert response.status_code == 200
    assert response.json() == {"message": "User deleted."}
    assert not User.objects.filter(pk=visitor.pk).exists()
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert delete(as_admin, visitor).status_code == 404


def test_an_account_with_bookings_cannot_be_deleted(as_admin, visitor):
    BookingFactory(user=visitor)

    response = delete(as_admin, visitor)

    assert response.status_code == 409
    assert response.json()["message"] == "Ana Diaz has orders or bookings. Deactivate the account instead."
    assert User.objects.filter(pk=visitor.pk).exists()


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
