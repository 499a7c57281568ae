"""What the audit trail keeps of accounts."""

from accounts.models import User
from charityshop import audit
from charityshop.observability import security_log

ON_RECORD = ("email", "first_name", "last_name", "is_staff", "is_superuser", "is_active", "requires_password_reset")
NOTED = ("is_staff", "is_superuser", "is_active")
Values = dict[str, object]


def on_record(person: User) -> Values:
    return audit.columns(person, ON_RECORD)


def record_change(person: User, before: Values, *, by: User) -> None:
    """What staff changed of an account, and every change of an address; other changes of one's own are private."""
    after = on_record(person)
    note_change(person, before, after, by=by)
    by_staff = by.pk != person.pk or by.is_staff
    if after != before and (by_staff or after["email"] != before["email"]):
        audit.record(what_happened(before, after), person, by=by, before=before, after=after)


def note_change(person: User, before: Values, after: Values, *, by: User) -> None:
    """For the log: rights with their new value, an address only as changed."""
    rights = {name: after[name] for name in NOTED if after[name] != before[name]}
    if rights:
        security_log.note("rights_changed", person=person, by=by.public_id, **rights)
    if after["email"] != before["email"]:
        security_log.note("email_changed", person=person, by=by.public_id)


def what_happened(before: Values, after: Values) -> str:
    """The weightiest of the changes, in words."""
    for name, when_on, when_off in WORDS:
        if after[name] != before[name]:
            return when_on if after[name] else when_off
    return "account changed"


WORDS = (
    ("is_active", "account reactivated", "account deactivated"),
    ("is_superuser", "made an operator", "no longer an operator"),
    ("is_staff", "made an admin", "no longer an admin"),
)
