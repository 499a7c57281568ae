"""Link memberships to accounts, and let staff add, end and unlink them."""

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.api.throttling import Limit, count_failures
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, InvalidField, NotPossible
from charityshop.text import clean_code, fold
from discounts.codes import format_day
from discounts.models import Membership
from discounts.services.import_members import end_memberships


def link_membership(*, number: str, by: User) -> Membership:
    """Link the membership with this number and the user's email address, and return it.

    Both have to match, because anybody can register with any email address. Raise DomainError, TooMany after too
    many wrong numbers, or NotPossible while another membership is linked.
    """
    with count_failures(Limit.of("membership", by.public_id), of=DomainError):
        return link_if_known(number=clean_code(number), by=by)


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
        message = "We don't know this number with your email address. Check both, or ask the club."
        raise DomainError(message, code="membership_unknown")
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


# --- By staff --------------------------------------------------------------------------------------------------------


class NumberTaken(DomainError):
    """Another member has this number."""

    code = "number_taken"

    def __init__(self) -> None:
        message = "There is a member with this number already."
        super().__init__(message, errors={"number": [message]})


@in_one_transaction
def add_member(*, number: str, email: str, valid_until: date, by: User) -> Membership:
    """Add a member from today on. Raise NumberTaken, even for the number in another case, or InvalidField."""
    today = timezone.localdate()
    if valid_until < today:
        raise InvalidField("validUntil", "Choose today or a later day.")
    if Membership.objects.filter(number__fold=fold(number)).exists():
        raise NumberTaken
    try:
        with transaction.atomic():
            member = Membership.objects.create(
                number=number, email=email.lower(), valid_from=today, valid_until=valid_until
            )
    except IntegrityError:  # it was added at the same time
        raise NumberTaken from None
    added = audit.columns(member, ("number", "valid_until"))
    audit.record("member added", member, by=by, after=added, action=audit.CREATED)
    return member


@in_one_transaction
def end_member(*, membership_id: int, seen: Seen | None = None, by: User) -> Membership:
    """End a membership immediately: yesterday was its last day. One that has ended stays as it is. Raise Changed."""
    member = lock_membership(membership_id)
    if member.valid_until >= timezone.localdate():
        refuse_unseen(member, seen)
        before = audit.columns(member, ("valid_until",))
        end_memberships([member])
        member.refresh_from_db()
        audit.record("membership ended", member, by=by, before=before, after=audit.columns(member, ("valid_until",)))
    return member


@in_one_transaction
def unlink_member(*, membership_id: int, seen: Seen | None = None, by: User) -> Membership:
    """Unlink a membership from its account. An account with the member's email address can link it again.

    Raise Changed.
    """
    member = lock_membership(membership_id)
    if user := member.user:
        refuse_unseen(member, seen)
        member.user = None
        member.save(update_fields=["user"])
        audit.record("membership unlinked", user, by=by)
    return member
