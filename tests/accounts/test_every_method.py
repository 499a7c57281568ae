"""Whoever calls whichever method of the accounts' calls: an answer in JSON, never a crash."""

import pytest
from django.db import transaction

from tests.conftest import signed_in
from tests.support.factories import UserFactory

PATHS = ["", "/auth", "/logout", "/profile", "/reset-password", "/change-password", "/forgot-password", "/set-password"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
PEOPLE = {
    "nobody": None,
    "visitor": {},
    "admin": {"is_staff": True},
    "flagged": {"requires_password_reset": True},
    "flagged admin": {"is_staff": True, "requires_password_reset": True},
    "deactivated": {"is_active": False},
}


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("method", METHODS)
def test_every_call_answers_everybody(db, who, method):
    rights = PEOPLE[who]
    person = UserFactory(**rights) if rights is not None else None
    target = UserFactory(email="target@example.com")

    for path in [*PATHS, f"/{target.public_id}"]:
        for body in ("", "{}", '{"email": "target@example.com", "newPw": 7, "userId": {}}'):
            with transaction.atomic():
                answer = signed_in(person).generic(method, f"/api/users{path}", body, content_type="application/json")
                transaction.set_rollback(True)
            assert answer.status_code < 500
            if method != "HEAD":
                assert answer["Content-Type"] == "application/json"
            if answer.status_code >= 400 and method != "HEAD":
                assert answer.json()["message"]
            if who in ("nobody", "deactivated") and path == f"/{target.public_id}":
                assert answer.status_code == 401
