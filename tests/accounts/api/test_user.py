"""GET and PUT /api/users/{id}."""

from tests.conftest import signed_in
from tests.support.factories import UserFactory

NOBODY_HAS = "0123456789abcdef01234567"


def url(user) -> str:
    return f"/api/users/{user.public_id}"


def test_another_users_account_is_a_404(as_visitor, other_visitor):
    theirs, missing = as_visitor.get(url(other_visitor)), as_visitor.get(f"/api/users/{NOBODY_HAS}")

    assert (theirs.status_code, theirs.json()) == (missing.status_code, missing.json())


def test_a_demoted_operator_who_becomes_an_admin_again_is_not_an_operator(db):
    operator, colleague = (UserFactory(is_staff=True, is_superuser=True) for _ in range(2))
    as_operator = signed_in(colleague)

    as_operator.put(url(operator), {"isAdmin": False}, format="json")
    as_operator.put(url(operator), {"isAdmin": True}, format="json")

    operator.refresh_from_db()
    assert (operator.is_staff, operator.is_superuser) == (True, False)
