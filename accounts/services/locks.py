"""Locks on accounts, and who may change a locked account."""

from accounts.models import User
from charityshop.exceptions import Forbidden, Missing

OPERATORS_ONLY = "Only an operator can change an operator's account."


def lock_user(user_id: int | None, *, by: User) -> User:
    """Return this account, locked together with every active admin.

    Raises Missing for an unknown ID, and Forbidden if the actor was demoted while waiting for the lock or is not an
    operator but the account is. Checks the locked rows, because `by` may be stale.
    """
    rows = {row.pk: row for row in User.objects.locked_with_admins(user_id or 0)}
    acting = rows.get(by.pk)
    if by.is_staff and not (acting and acting.is_staff and acting.is_active):
        raise Forbidden("Only staff can do this.", code="permission_denied")
    if user_id not in rows:
        raise Missing("User not found.", code="not_found")
    user = rows[user_id]
    if not may_change(user, by=acting or by):
        raise Forbidden(OPERATORS_ONLY, code="permission_denied")
    return user


def may_change(user: User, *, by: User) -> bool:
    """Return whether `by` may change `user`.

    Only operators may change operators: changing their email address or password would give access to the console.
    """
    return by.is_superuser or not user.is_superuser
