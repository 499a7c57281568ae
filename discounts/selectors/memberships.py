"""Find the membership of a user, and list all members."""

from datetime import date
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from discounts.models import Membership


def find_membership(user: Any, today: date) -> Membership | None:
    """Return the membership that is linked to this user and valid today. Visitors who are not signed in have none."""
    if not (user and user.is_authenticated):
        return None
    found = get_linked_membership(user)
    return found if found and found.is_valid_on(today) else None


def list_members() -> QuerySet[Membership]:
    """Return all memberships with the accounts that are linked."""
    return Membership.objects.select_related("user")


def get_linked_membership(user: User) -> Membership | None:
    """Return the membership that is linked to this user, also if it has ended."""
    return Membership.objects.filter(user=user).first()
