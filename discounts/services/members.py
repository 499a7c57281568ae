"""Add, end and unlink single members, beside the import of the club's list."""

from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, InvalidField
from charityshop.text import fold
from discounts.models import Membership
from discounts.services.import_members import end_memberships
from discounts.services.memberships import lock_membership


class NumberTaken(DomainError):
    """Another member has this number."""

    code = "number_taken"

    def __init__(self) -> None:
        message = "There is a member with this number already."
        super().__init__(message, errors={"number": [message]})


@in_one_transaction
def add_member(*, number: str, email: str, valid_until: date, by: User) -> Membership:
    """Add a member from today on. Raise NumberTaken, also for the number in another case, or InvalidField."""
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
def end_member(*, membership_id: int, by: User) -> Membership:
    """End a membership at once: yesterday was its last day. One that has ended stays as it is."""
    member = lock_membership(membership_id)
    if member.valid_until >= timezone.localdate():
        before = audit.columns(member, ("valid_until",))
        end_memberships([member])
        member.refresh_from_db()
        audit.record("membership ended", member, by=by, before=before, after=audit.columns(member, ("valid_until",)))
    return member


@in_one_transaction
def unlink_member(*, membership_id: int, by: User) -> Membership:
    """Unlink a membership from its account. An account with the member's email address can link it again."""
    member = lock_membership(membership_id)
    if user := member.user:
        member.user = None
        member.save(update_fields=["user"])
        audit.record("membership unlinked", user, by=by)
    return member
