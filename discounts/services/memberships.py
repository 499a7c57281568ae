"""Link memberships to accounts."""

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.api.throttling import Limit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import NotPossible
from charityshop.text import clean_code, fold
from discounts.exceptions import MembershipUnknown, format_day
from discounts.models import Membership


def link_membership(*, number: str, by: User) -> Membership:
    """Link the membership with this number and the user's email address, and return it.

    Both have to match, because anybody can register with any email address. Raise MembershipUnknown, TooMany after too
    many wrong numbers, or NotPossible while another membership is linked.
    """
    tries = Limit.of("membership", by.public_id)
    tries.spend()  # before the transaction, whose rollback would uncount it
    membership = link_if_known(number=clean_code(number), by=by)
    tries.take_back()
    return membership


@in_one_transaction
def link_if_known(*, number: str, by: User) -> Membership:
    user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    is_named = Q(number__fold=fold(number), email=user.email.lower(), user=None)
    rows = list(Membership.objects.select_for_update().filter(is_named | Q(user=user)).order_by("pk"))
    linked = next((row for row in rows if row.user_id == user.pk), None)
    if linked and fold(linked.number) == fold(number):
        return linked
    found = next((row for row in rows if row.user_id is None), None)
    if found is None:
        raise MembershipUnknown
    if linked:
        unlink_ended(linked)
    found.user = user
    found.save(update_fields=["user"])
    audit.record("membership linked", user, by=user)
    return found


def unlink_deleted(*, user: User) -> None:
    """Erase the address of a membership whose account is deleted, and unlink it."""
    Membership.objects.filter(user=user).update(user=None, email="")


def unlink_ended(membership: Membership) -> None:
    """Unlink an ended membership from its account. Raise NotPossible if it hasn't ended."""
    today = timezone.localdate()
    if membership.valid_until >= today:
        last = format_day(membership.valid_until, today=today)
        raise NotPossible(
            f"Your account has the membership {membership.number} until {last}. You can enter another number after "
            "that.",
            code="membership_linked",
        )
    membership.user, membership.email = None, ""  # nobody needs the address any more
    membership.save(update_fields=["user", "email"])


def lock_membership(membership_id: int) -> Membership:
    """Return the locked membership, which may have ended or been unlinked since it was found."""
    return Membership.objects.select_for_update().get(pk=membership_id)
