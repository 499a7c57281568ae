"""Import the club's list of members, after a preview of what would change."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Least
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import make_digest, refuse_other_digest
from charityshop.exceptions import Changed, InvalidField
from charityshop.text import fold
from discounts.member_list import MAX_ROWS, Member, RowError, TooManyRows, parse_members
from discounts.models import Membership

MEMBERS_CHANGED = "The file or the members changed since the preview. Look at the new preview."


@dataclass(frozen=True, slots=True)
class Unlinked:
    """An account that loses this number, because the list gives it to somebody else."""

    number: str
    user: User


@dataclass(frozen=True, slots=True)
class MembersPlan:
    """What importing a list does. `missing` are valid memberships that are not in the list."""

    added: Sequence[Member]
    changed: Sequence[tuple[Membership, Member]]
    unlinked: Sequence[Unlinked]  # of the changed ones
    missing: Sequence[Membership]
    errors: Sequence[RowError]
    digest: str = ""


def preview_members(*, csv: str, end_missing: bool) -> MembersPlan:
    """Return what `import_members` would do, without saving. Raise InvalidField for too many rows."""
    return plan_import(csv, end_missing, Membership.objects.select_related("user"))


@in_one_transaction
def import_members(*, csv: str, end_missing: bool, digest: str, by: User) -> MembersPlan:
    """Import the whole list, or nothing. Raise Changed unless `digest` is that of the preview.

    `end_missing` ends the missing memberships now: yesterday was their last day. Raise InvalidField if a row of the
    list is invalid.
    """
    rows = Membership.objects.select_for_update(of=["self"]).select_related("user").order_by("pk")
    plan = plan_import(csv, end_missing, rows)
    refuse_other_digest(digest, plan.digest, MEMBERS_CHANGED)
    if plan.errors:
        first = plan.errors[0]
        raise InvalidField("csv", f"Correct row {first.row} first: {first.message}")
    add_members(plan.added)
    change_members(plan.changed)
    for lost in plan.unlinked:
        audit.record("membership unlinked", lost.user, by=by, reason="The list gives its number to somebody else.")
    if end_missing:
        end_memberships(plan.missing)
    ended = len(plan.missing) if end_missing else 0
    audit.record(
        "members imported",
        by,
        by=by,
        added=len(plan.added),
        changed=len(plan.changed),
        unlinked=len(plan.unlinked),
        ended=ended,
    )
    return plan


def plan_import(csv: str, end_missing: bool, rows: QuerySet[Membership]) -> MembersPlan:
    try:
        members, errors = parse_members(csv)
    except TooManyRows:
        raise InvalidField("csv", f"Choose a file of at most {MAX_ROWS:,} rows.") from None
    existing = {fold(membership.number): membership for membership in rows}
    listed = {fold(member.number) for member in members}
    today = timezone.localdate()
    changed = [
        (found, member)
        for member in members
        if (found := existing.get(fold(member.number)))
        and (found.email, found.valid_until) != (member.email, member.valid_until)
    ]
    plan = MembersPlan(
        added=[member for member in members if fold(member.number) not in existing],
        changed=changed,
        unlinked=[
            Unlinked(row.number, row.user)
            for row, member in changed
            if row.user and is_given_away(row, row.user, member)
        ],
        missing=[row for number, row in existing.items() if number not in listed and row.valid_until >= today],
        errors=errors,
    )
    return replace(plan, digest=hash_plan(csv, plan, end_missing))


def is_given_away(row: Membership, user: User, member: Member) -> bool:
    """Return whether the list gives this user's number to somebody else. The list may follow them to a new address."""
    return member.email not in (row.email, user.email.lower())


def hash_plan(csv: str, plan: MembersPlan, end_missing: bool) -> str:
    """Return a hash of the file and of what the import would change."""
    before = [(row.number, row.email, row.valid_until, row.user_id) for row, _ in plan.changed]
    ended = [row.number for row in plan.missing] if end_missing else None
    return make_digest(csv, [member.number for member in plan.added], before, ended)


def add_members(members: Sequence[Member]) -> None:
    today = timezone.localdate()
    rows = [
        Membership(
            number=member.number,
            email=member.email,
            valid_from=min(today, member.valid_until),
            valid_until=member.valid_until,
        )
        for member in members
    ]
    try:
        with transaction.atomic():
            Membership.objects.bulk_create(rows)
    except IntegrityError:  # another import added one of them at the same time
        raise Changed(MEMBERS_CHANGED) from None


def change_members(changes: Sequence[tuple[Membership, Member]]) -> None:
    for row, member in changes:
        if row.user and is_given_away(row, row.user, member):
            row.user = None
        row.email, row.valid_until = member.email, member.valid_until
        row.valid_from = min(row.valid_from, row.valid_until)
    # An upsert of rows that exist: one statement for hundreds of rows, unlike bulk_update.
    Membership.objects.bulk_create(
        [row for row, _ in changes],
        update_conflicts=True,
        unique_fields=["number"],
        update_fields=["email", "valid_from", "valid_until", "user"],
    )


def end_memberships(memberships: Sequence[Membership]) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    Membership.objects.filter(pk__in=[row.pk for row in memberships]).update(
        valid_from=Least(F("valid_from"), Value(yesterday)), valid_until=yesterday
    )
