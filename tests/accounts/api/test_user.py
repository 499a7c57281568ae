"""GET and PUT /api/users/{id}."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import UserFactory

NOBODY_HAS = "0123456789abcdef01234567"


def url(user) -> str:
    return f"/api/users/{user.public_id}"


def test_another_users_account_is_a_404(as_visitor, other_visitor):
    theirs, missing = as_visitor.get(url(other_visitor)), as_visitor.get(f"/api/users/{NOBODY_HAS}")

    assert (theirs.status_code, theirs.json()) == (missing.status_code, missing.json())


def test_an_admin_changes_names_address_and_role(as_admin, visitor):
    body = {
        "userId": visitor.public_id,
        "firstName": "Anna",
        "lastName": "",
        "email": "anna@example.com",
        "isAdmin": True,
        "isDeactivated": False,
    }

    response = as_admin.put(url(visitor), body, format="json")

    assert response.status_code == 200
    assert response.json() == {
        "_id": visitor.public_id,
        "firstName": "Anna",
        "lastName": "",
        "email": "anna@example.com",
        "isAdmin": True,
        "isDeactivated": False,
        "requiresPasswordReset": False,
    }
    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.email, visitor.is_staff) == ("Anna", "anna@example.com", True)


def test_omitted_user_fields_keep_their_values(as_admin, visitor):
    as_admin.put(url(visitor), {"isAdmin": True}, format="json")

    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.email, visitor.is_staff, visitor.is_active) == (
        "Ana",
        "ana@example.com",
        True,
        True,
    )


def test_users_change_their_own_names_and_address(as_visitor, visitor):
    body = {"firstName": "Anna", "email": "anna@example.com", "isAdmin": False, "isDeactivated": False}

    assert as_visitor.put(url(visitor), body, format="json").status_code == 200

    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.email) == ("Anna", "anna@example.com")


def test_an_address_in_use_is_rejected(as_admin, visitor, other_visitor):
    response = as_admin.put(url(visitor), {"email": "Ben@example.com"}, format="json")

    assert response.status_code == 409
    assert response.json()["errors"]["email"]


@pytest.mark.parametrize("body", [{"isAdmin": "perhaps"}, {"isDeactivated": None}, {"email": ""}, {"isAdmin": {}}])
def test_invalid_fields_are_named(as_admin, visitor, body):
    response = as_admin.put(url(visitor), body, format="json")

    assert response.status_code == 400
    assert list(response.json()["errors"]) == list(body)


def test_a_demoted_operator_who_becomes_an_admin_again_is_not_an_operator(db):
    operator, colleague = (UserFactory(is_staff=True, is_superuser=True) for _ in range(2))
    as_operator = signed_in(colleague)

    as_operator.put(url(operator), {"isAdmin": False}, format="json")
    as_operator.put(url(operator), {"isAdmin": True}, format="json")

    operator.refresh_from_db()
    assert (operator.is_staff, operator.is_superuser) == (True, False)
