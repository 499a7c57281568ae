"""All methods of the accounts' API return JSON and never an unexpected error."""

import pytest
from django.db import transaction

from tests.conftest import signed_in
from tests.support.factories import UserFactory

PATHS = ["", "/auth", "/logout", "/profile", "/reset-password", "/change-password", "/forgot-password", "/set-password"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
USERS = {
    "anonymous": None,
    "visitor": {},
    "admin": {"is_staff": True},
    "flagged": {"requires_password_reset": True},
    "flagged admin": {"is_staff": True, "requires_password_reset": True},
    "deactivated": {"is_active": False},
}


@pytest.mark.parametrize("who", USERS)
@pytest.mark.parametrize("method", METHODS)
def test_all_methods_return_json_for_all_users(db, who, method):
    fields = USERS[who]
    user = UserFactory(**fields) if fields is not None else None
    target = UserFactory(email="target@example.com")

    for path in [*PATHS, f"/{target.public_id}"]:
        for body in ("", "{}", '{"email": "target@example.com", "newPw": 7, "userId": {}}'):
            with transaction.atomic():
                response = signed_in(user).generic(method, f"/api/users{path}", body, content_type="application/json")
                transaction.set_rollback(True)
            assert response.status_code < 500
            if method != "HEAD":
                assert response["Content-Type"] == "application/json"
            if response.status_code >= 400 and method != "HEAD":
                assert response.json()["message"]
            if who in ("anonymous", "deactivated") and path == f"/{target.public_id}":
                assert response.status_code == 401
