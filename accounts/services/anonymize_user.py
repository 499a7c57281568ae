"""Accounts that end: those that never ordered are deleted by staff, and everybody may delete their own.

Of one's own a row is left that orders can point to, and nothing that names anybody.
"""

from django.db.models import ProtectedError, Q

from accounts.models import NOWHERE, SecondFactor, User
from accounts.services.locks import lock_user
from accounts.services.users import refuse_without_other_admins
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.erasure import Eraser, forget_entries, forget_mails, known_by
from charityshop.exceptions import NotPossible

PRIVATE = ("email", "first_name", "last_name")


def stand_in_for(person: User) -> str:
    """An address that no mail can ever reach, unique as an account's has to be."""
    return f"deleted-{person.public_id}{NOWHERE}"


def eraser_for(person: User) -> Eraser:
    """Knows the person by their names and addresses, the former ones too."""
    return Eraser([person.get_full_name(), *known_by(person, *PRIVATE)])


def refuse_last_admin(person: User) -> None:
    """Asked under the lock of accounts.services.locks.lock_user."""
    if person.is_staff and person.is_active:
        refuse_without_other_admins(person)


def overwrite_account(person: User, eraser: Eraser, *, about: Q) -> None:
    """Anonymize an account, its mails and its entries in the audit log, and end all of its sessions.

    `person` is locked, and `about` finds the audit log's entries about what the account owns.
    """
    forget_writings(person, eraser, about=about)
    stand_in = stand_in_for(person)
    person.places.all().delete()
    SecondFactor.objects.filter(user=person).delete()
    person.email, person.first_name, person.last_name = stand_in, "Deleted", ""
    person.is_active = person.is_staff = person.is_superuser = person.requires_password_reset = False
    person.last_login = None
    person.set_unusable_password()
    person.end_sessions()
    person.save()
    audit.record("account deleted by its owner", person, by=person, action=audit.DELETED)


def forget_writings(person: User, eraser: Eraser, *, about: Q) -> None:
    stand_in = stand_in_for(person)
    forget_entries(person, private=PRIVATE, eraser=eraser, stand_in=stand_in, about=about)
    forget_mails(person.pk, stand_in)


@in_one_transaction
def delete_user(*, user_id: int, by: User) -> None:
    """Delete an account that never ordered. Raises NotPossible for one that did, LastAdmin for the last of them.

    The audit trail keeps who deleted which id, and not whose name that was.
    """
    person = lock_user(user_id, by=by)
    refuse_last_admin(person)
    audit.record("account deleted", person, by=by, action=audit.DELETED)
    forget_writings(person, eraser_for(person), about=Q())
    try:
        person.delete()
    except ProtectedError:
        raise NotPossible(
            f"{person.get_full_name()} has orders or bookings. Deactivate the account instead.", code="has_orders"
        ) from None
