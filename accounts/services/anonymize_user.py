"""Delete or anonymize accounts.

Staff delete accounts without orders. Accounts deleted by their owners are anonymized, because orders reference them.
"""

from collections.abc import Iterable

from django.db.models import ProtectedError, Q

from accounts.models import DELETED_EMAIL_SUFFIX, SecondFactor, User
from accounts.services.locks import lock_user
from accounts.services.users import refuse_without_other_admins
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.db.transactions import in_one_transaction
from charityshop.erasure import Eraser, erase_audit_entries, known_values
from charityshop.exceptions import NotPossible
from outbox.erasure import erase_messages

PRIVATE = ("email", "first_name", "last_name")


def get_placeholder_email(user: User) -> str:
    """Return a unique, undeliverable email address for an anonymized account."""
    return f"deleted-{user.public_id}{DELETED_EMAIL_SUFFIX}"


def get_eraser(user: User, names: Iterable[str] = ()) -> Eraser:
    """Return an Eraser for the user's current and former names and email addresses, and these other names."""
    return Eraser([user.get_full_name(), *known_values(user, *PRIVATE), *names])


def refuse_last_admin(user: User) -> None:
    """Raise NotPossible for the last active admin. Call with the lock of `accounts.services.locks.lock_user` held."""
    if user.is_staff and user.is_active:
        refuse_without_other_admins(user)


def anonymize_user(user: User, eraser: Eraser, *, about: Q) -> None:
    """Anonymize an account, its messages and its audit log entries, and end its sessions.

    Call with `user` locked. `about` matches the audit log entries about objects that the account owns.
    """
    erase_records(user, eraser, about=about)
    placeholder = get_placeholder_email(user)
    user.places.all().delete()
    SecondFactor.objects.filter(user=user).delete()
    user.email, user.first_name, user.last_name = placeholder, "Deleted", ""
    user.is_active = user.is_staff = user.is_superuser = user.requires_password_reset = False
    user.last_login = None
    user.set_unusable_password()
    user.end_sessions()
    user.save()
    audit.record("account deleted by its owner", user, by=user, action=audit.DELETED)


def erase_records(user: User, eraser: Eraser, *, about: Q) -> None:
    placeholder = get_placeholder_email(user)
    erase_audit_entries(user, private=PRIVATE, eraser=eraser, placeholder=placeholder, about=about)
    erase_messages(user.pk, placeholder)


@in_one_transaction
def delete_user(*, user_id: int, seen: Seen | None = None, by: User) -> None:
    """Delete an account without orders. Raises Changed, or NotPossible if it has orders or is the last active admin.

    The audit log still says who deleted which ID, but not the name.
    """
    user = lock_user(user_id, by=by)
    refuse_unseen(user, seen)
    refuse_last_admin(user)
    audit.record("account deleted", user, by=by, action=audit.DELETED)
    erase_records(user, get_eraser(user), about=Q())
    try:
        user.delete()
    except ProtectedError:
        raise NotPossible(
            f"{user.get_full_name()} has orders or bookings. Deactivate the account instead.", code="has_orders"
        ) from None
