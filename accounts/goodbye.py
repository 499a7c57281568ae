"""Accounts that end: those that never ordered are deleted by staff, and everybody may delete their own.

Of one's own a row is left that orders can point to, and nothing that names anybody.
"""

from django.db.models import ProtectedError, Q

from accounts.models import NOWHERE, SecondFactor, User
from accounts.services import lock_person, refuse_without_other_admins
from charityshop import audit
from charityshop.errors import NotPossible
from charityshop.forgetting import Eraser, forget_entries, forget_mails, known_by
from charityshop.transactions import in_one_transaction

PRIVATE = ("email", "first_name", "last_name")


def stand_in_for(person: User) -> str:
    """An address that no mail can ever reach, unique as an account's has to be."""
    return f"deleted-{person.public_id}{NOWHERE}"


def eraser_for(person: User) -> Eraser:
    """Knows the person by their names and addresses, the former ones too."""
    return Eraser([person.get_full_name(), *known_by(person, *PRIVATE)])


def refuse_last_admin(person: User) -> None:
    """Asked under the lock of accounts.services.lock_person."""
    if person.is_staff and person.is_active:
        refuse_without_other_admins(person)


def overwrite_account(person: User, eraser: Eraser, *, about: Q) -> None:
    """Forget who this was, in the account, the mails and the audit trail; all of their sessions end.

    `person` is locked, and `about` finds the audit trail's entries about what is theirs.
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
    emails, stand_in = known_by(person, "email"), stand_in_for(person)
    forget_entries(person, private=PRIVATE, eraser=eraser, emails=emails, stand_in=stand_in, about=about)
    forget_mails(emails, stand_in)


@in_one_transaction
def delete_user(*, user_id: int, by: User) -> None:
    """Delete an account that never ordered. Raises NotPossible for one that did, LastAdmin for the last of them.

    The audit trail keeps who deleted which id, and not whose name that was.
    """
    person = lock_person(user_id, by=by)
    refuse_last_admin(person)
    audit.record("account deleted", person, by=by, action=audit.DELETED)
    forget_writings(person, eraser_for(person), about=Q())
    try:
        person.delete()
    except ProtectedError:
        raise NotPossible(
            f"{person.get_full_name()} has orders or bookings. Deactivate the account instead.", code="has_orders"
        ) from None
