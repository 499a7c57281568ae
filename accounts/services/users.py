"""Every change to accounts but their passwords, which stand in accounts.services.passwords."""

from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import mails
from accounts.audit_fields import on_record, record_change
from accounts.hashing import hash_slot
from accounts.models import SignInPlace, User
from accounts.services.locks import lock_user
from accounts.services.passwords import check_new_password
from charityshop.api.throttling import Limit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Forbidden, Missing, NotPossible
from charityshop.observability import security_log

PLACES_LAST = timedelta(days=180)
USER_EXISTS = "User already exists."
ADDRESS_IN_USE = "Another account uses this email address."


class NotSignedIn(DomainError):
    """The same words for an unknown address and a wrong password."""

    status = 401
    code = "wrong_credentials"


class EmailTaken(NotPossible):
    code = "email_taken"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, errors={"email": [sentence]})


class LastAdmin(NotPossible):
    code = "last_admin"

    def __init__(self) -> None:
        super().__init__("This is the last active admin. Make somebody else an admin first.")


# --- Signing in ----------------------------------------------------------------------------------------------------


def check_credentials(*, email: str, password: str, address: str) -> tuple[User, bool]:
    """Return whose email address and password these are, and whether they signed in from this network address before.

    Raises NotSignedIn, Forbidden for a deactivated account, TooMany after too many failures from this address, and
    Unavailable while too many others sign in. Nothing here waits on purpose: a waiting thread would block seat holds.
    """
    person = User.objects.with_email(email).first()
    is_known = person is not None and person.places.filter(place=place_of(person, address)).exists()
    limits = sign_in_limits(email, address, is_known=is_known)
    for limit in limits:
        limit.check()
    with hash_slot():
        spend_all(limits)  # before hashing, so that simultaneous tries can't exceed the limit
        if is_right := has_password(person, password):
            take_back_all(limits)
    if person is None or not is_right:
        failures_of(email).count()
        raise NotSignedIn("Invalid email or password.")
    if not person.is_active:
        raise Forbidden("This account is switched off. Please contact the organizer.", code="deactivated")
    return person, is_known


def sign_in_limits(email: str, address: str, *, is_known: bool) -> list[Limit]:
    """Failures are limited per network address, and per account and network address.

    No limit counts an account's failures from all addresses together: anyone could use it to lock the owner out.
    Instead, while an account has many failures, addresses that never signed in to it get fewer tries each.
    """
    account = Limit.of("sign_in_account", email.lower(), address)
    if not is_known and failures_of(email).is_reached():
        account = replace(account, most=min(account.most, settings.THROTTLES["sign_in_new_address"]))
    return [account, Limit.of("sign_in_address", address)]


def failures_of(email: str) -> Limit:
    """Failed sign-ins to one account from everywhere."""
    return Limit.of("sign_in_everywhere", email.lower())


def spend_all(limits: list[Limit]) -> None:
    """Count a try on every limit, or on none: a refused try is no failed sign-in."""
    for position, limit in enumerate(limits):
        try:
            limit.spend()
        except DomainError:
            take_back_all(limits[:position])
            raise


def take_back_all(limits: list[Limit]) -> None:
    for limit in limits:
        limit.take_back()


def has_password(person: User | None, password: str) -> bool:
    """Takes about as long for an unknown address, so that time does not tell who has an account."""
    if person is None:
        make_password(password)
        return False
    return person.check_password(password) and not is_published(password)


def is_published(password: str) -> bool:
    """Whether this is the password of the demo's accounts, which a database that once was a demo's still has."""
    return password == settings.DEMO_PASSWORD and not settings.DEMO


def place_of(person: User, address: str) -> str:
    return salted_hmac("accounts.SignInPlace", f"{person.pk}\n{address}", algorithm="sha256").hexdigest()


@transaction.atomic
def remember_place(person: User, address: str) -> None:
    now = timezone.now()
    SignInPlace.objects.update_or_create(user=person, place=place_of(person, address), defaults={"seen_at": now})
    person.places.filter(seen_at__lt=now - PLACES_LAST).delete()


def forget_old_places() -> int:
    """Delete from where people signed in half a year ago; how many. Who signs in again is remembered anew."""
    return SignInPlace.objects.filter(seen_at__lt=timezone.now() - PLACES_LAST).delete()[0]


# --- Accounts ------------------------------------------------------------------------------------------------------


def register_user(*, email: str, password: str, first_name: str, last_name: str, address: str) -> User:
    """Open an account. Raises EmailTaken, also when somebody else is a moment faster with the same address."""
    with hash_slot():  # first: a refusal for load uses up no try
        Limit.of("register", address).spend()
        person = User(email=User.objects.normalize_email(email), first_name=first_name, last_name=last_name)
        check_new_password(password, of=person, field="password")
        refuse_taken_email(person, USER_EXISTS)
        person.password = make_password(password)
    with transaction.atomic():
        save_unless_taken(person, USER_EXISTS)
        remember_place(person, address)
        security_log.note("registered", person=person)
    return person


def save_unless_taken(person: User, sentence: str) -> None:
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        raise EmailTaken(sentence) from None


@in_one_transaction
def change_user(*, user_id: int, by: User, **changes: str | bool) -> User:
    """Change names, address, or (admins only) role and activity. What is not among `changes` keeps its value.

    The former address is told of a new one. Raises Forbidden, EmailTaken, LastAdmin, TooMany after too many changes of
    addresses by this user, or Missing when the account has just been deleted.
    """
    person = lock_user(user_id, by=by)
    before, was = (person.email, person.is_staff, person.is_active), on_record(person)
    for name, value in changes.items():
        setattr(person, name, value)
    person.email = User.objects.normalize_email(person.email)
    check_rights(person, before, by)
    if before[1:] == (True, True) and not (person.is_staff and person.is_active):
        refuse_without_other_admins(person)
    if person.email != before[0]:
        refuse_taken_email(person, ADDRESS_IN_USE)
        Limit.of("email_change", by.public_id).spend()  # each sends a mail to an address that may be anybody's
        mails.email_changed(before[0], person)
    if not person.is_staff:
        person.is_superuser = False  # an operator is an admin first; made admin again, they start without the console
    if not person.is_active and before[2]:
        person.end_sessions()  # and so they stay ended after a reactivation
    save_unless_taken(person, ADDRESS_IN_USE)
    record_change(person, was, by=by)
    return person


@in_one_transaction
def sign_out_everywhere(*, by: User) -> None:
    """End every session of one's own, this one too; links for setting a password that were mailed die with them."""
    person = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    person.end_sessions()
    person.save(update_fields=["session_generation"])
    security_log.note("signed_out_everywhere", person=person)


@transaction.atomic
def end_session(*, public_id: str, by: User) -> None:
    """End one of one's own sessions. Raises Missing for one that is over already, or somebody else's."""
    if not by.sessions.known_as(public_id).delete()[0]:
        raise Missing("You are not signed in there any more.", code="not_found")


@transaction.atomic
def end_other_sessions(*, current: str, by: User) -> None:
    """End all of one's own sessions but the one with this key."""
    by.sessions.exclude(pk=current).delete()


def check_rights(person: User, before: tuple[str, bool, bool], by: User) -> None:
    _, was_admin, was_active = before
    if not by.is_staff and (person.pk != by.pk or (person.is_staff, person.is_active) != (was_admin, was_active)):
        raise Forbidden("That is for staff.", code="permission_denied")


def refuse_taken_email(person: User, sentence: str) -> None:
    if User.objects.with_email(person.email).exclude(pk=person.pk).exists():
        raise EmailTaken(sentence)


def refuse_without_other_admins(person: User) -> None:
    """Asked under the lock of every active admin: somebody must be left to run the shop."""
    if not User.objects.active_admins().exclude(pk=person.pk).exists():
        raise LastAdmin
