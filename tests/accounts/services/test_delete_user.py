"""DELETE /api/users/{id}."""

import pytest

from accounts.models import User
from tests.conftest import signed_in
from tests.support.factories import BookingFactory


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


@pytest.mark.parametrize("slash", ["", "/"])
def test_an_account_with_sign_in_places_can_be_deleted(as_admin, visitor, slash):
    credentials = {"email": visitor.email, "password": "a few random words"}
    assert signed_in().post("/api/users/auth", credentials, format="json").status_code == 200

    assert as_admin.delete(f"/api/users/{visitor.public_id}{slash}").status_code == 200
