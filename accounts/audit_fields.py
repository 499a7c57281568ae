"""Account fields in the audit log and the security log."""

from accounts.models import User
from charityshop import audit
from charityshop.observability import security_log

AUDITED_FIELDS = (
    "email",
    "first_name",
    "last_name",
    "is_staff",
    "is_superuser",
    "is_active",
    "requires_password_reset",
)
LOGGED_FIELDS = ("is_staff", "is_superuser", "is_active")
Values = dict[str, object]


def get_audit_values(user: User) -> Values:
    return audit.columns(user, AUDITED_FIELDS)


def record_change(user: User, before: Values, *, by: User) -> None:
    """Log a change, also of one's own account: staff whose form was open before read who changed the name."""
    after = get_audit_values(user)
    log_rights_change(user, before, after, by=by)
    if after != before:
        audit.record(describe_change(before, after), user, by=by, before=before, after=after)


def log_rights_change(user: User, before: Values, after: Values, *, by: User) -> None:
    """Write changed rights, with their new values, and the fact of a changed address to the security log."""
    rights = {name: after[name] for name in LOGGED_FIELDS if after[name] != before[name]}
    if rights:
        security_log.note("rights_changed", user=user, by=by.public_id, **rights)
    if after["email"] != before["email"]:
        security_log.note("email_changed", user=user, by=by.public_id)


def describe_change(before: Values, after: Values) -> str:
    """Describe the most important of the changes."""
    for name, when_on, when_off in DESCRIPTIONS:
        if after[name] != before[name]:
            return when_on if after[name] else when_off
    return "account changed"


DESCRIPTIONS = (
    ("is_active", "account reactivated", "account deactivated"),
    ("is_superuser", "made an operator", "no longer an operator"),
    ("is_staff", "made an admin", "no longer an admin"),
)
