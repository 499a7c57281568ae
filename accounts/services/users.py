"""Check credentials, and register and change users. Passwords are changed in `accounts.services.passwords`."""

from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import mails
from accounts.audit_fields import get_audit_values, record_change
from accounts.hashing import hash_slot, normalize
from accounts.models import HOUSE_EMAIL, SignInPlace, User
from accounts.services.locks import lock_user
from accounts.services.passwords import check_new_password
from accounts.services.proofs import Proof, check_proof
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.api.throttling import Limit, count_failures
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import refuse_other_digest
from charityshop.exceptions import Forbidden, InvalidField, Missing, NotPossible, NotSignedIn
from charityshop.observability import security_log
from charityshop.text import clean_email

SIGN_IN_PLACE_LIFETIME = timedelta(days=180)
SEEN_AT_INTERVAL = timedelta(days=1)  # precision of when a place was last seen; writing it costs a transaction
USER_EXISTS = "User already exists."
ACCOUNT_CHANGED = "The account's name, email or rights changed since you looked. Look at it again, then confirm."
ADDRESS_IN_USE = "Another account uses this email address."


class Deactivated(Forbidden):
    """The account may neither sign in nor buy."""

    code = "deactivated"
    message = "This account is deactivated. Please contact the organizer."


class AccountDeleted(NotPossible):
    """Its owner deleted it: a page that was open before would bring back what was erased."""

    code = "account_deleted"
    message = "This account was deleted by its owner, so it can't be changed."


class EmailTaken(NotPossible):
    code = "email_taken"

    def __init__(self, message: str) -> None:
        super().__init__(message, errors={"email": [message]})


# --- Signing in ----------------------------------------------------------------------------------------------------


def check_credentials(*, email: str, password: str, address: str) -> tuple[User, bool]:
    """Return the user with these credentials, and whether they signed in from this IP address before.

    Raises NotSignedIn, Forbidden for a deactivated account, TooMany after too many failures from this address, and
    Unavailable while too many others sign in. There is no deliberate delay: a waiting thread would block seat holds.
    """
    user = User.objects.with_email(email).first()
    is_known = user is not None and is_known_place(user, address)
    limits = get_sign_in_limits(email, address, is_known=is_known)
    for limit in limits:
        limit.check()
    with hash_slot(), count_failures(*limits, of=NotSignedIn):
        if not check_password(user, password) or user is None:
            get_failure_limit(email).count()
            raise NotSignedIn("Invalid email or password.", code="wrong_credentials")  # the same for unknown addresses
    check_is_active(user)
    return user, is_known


def check_is_active(user: User) -> None:
    if not user.is_active:
        raise Deactivated


def is_known_place(user: User, address: str) -> bool:
    """Return whether somebody signed in to the account from this IP address before."""
    return user.places.filter(place=hash_place(user, address)).exists()


def get_sign_in_limits(email: str, address: str, *, is_known: bool) -> list[Limit]:
    """Return the limits on failures: one per IP address, and one per account and IP address.

    There is no limit per account alone, because anyone could use it to lock the owner out. Instead, while an account
    has many failures, addresses that never signed in to it get fewer tries each.
    """
    account = Limit.of("sign_in_account", clean_email(email).lower(), address)
    if not is_known and get_failure_limit(email).is_reached():
        account = replace(account, most=min(account.most, settings.THROTTLES["sign_in_new_address"]))
    return [account, Limit.of("sign_in_address", address)]


def get_failure_limit(email: str) -> Limit:
    """Return the counter of an account's failed sign-ins from all addresses."""
    return Limit.of("sign_in_everywhere", clean_email(email).lower())


def check_password(user: User | None, password: str) -> bool:
    """Return whether the password is right. Hash for unknown users, too, so that timing doesn't reveal accounts."""
    if user is None:
        for text in {normalize(password), password}:  # as User.check_password does
            make_password(text)
        return False
    return user.check_password(password) and not is_demo_password(password)


def is_demo_password(password: str) -> bool:
    """Return whether this is the demo's password outside the demo. A former demo database may still contain it."""
    return password == settings.DEMO_PASSWORD and not settings.DEMO


def hash_place(user: User, address: str) -> str:
    return salted_hmac("accounts.SignInPlace", f"{user.pk}\n{address}", algorithm="sha256").hexdigest()


@in_one_transaction
def remember_place(user: User, address: str) -> None:
    now = timezone.now()
    place, is_new = SignInPlace.objects.get_or_create(user=user, place=hash_place(user, address))
    if is_new or place.seen_at < now - SEEN_AT_INTERVAL:
        place.seen_at = now
        place.save(update_fields=["seen_at"])
        user.places.filter(seen_at__lt=now - SIGN_IN_PLACE_LIFETIME).delete()


def delete_old_sign_in_places() -> int:
    """Delete sign-in places not used for half a year. Return how many."""
    return SignInPlace.objects.filter(seen_at__lt=timezone.now() - SIGN_IN_PLACE_LIFETIME).delete()[0]


# --- Accounts ------------------------------------------------------------------------------------------------------


def get_house_account() -> User:
    """Return the account in whose name seats are sold at the door. Nobody can sign in to it. Create it if needed."""
    found = User.objects.filter(email=HOUSE_EMAIL).first()
    if found is None:
        new = User(first_name="Walk-up", is_active=False, reminders=False)
        new.set_unusable_password()
        values = {name: getattr(new, name) for name in ("first_name", "is_active", "reminders", "password")}
        found, _ = User.objects.get_or_create(email=HOUSE_EMAIL, defaults=values)
    return found


def register_user(*, email: str, password: str, first_name: str, last_name: str, address: str) -> User:
    """Register a user. Raises EmailTaken, even if a concurrent request takes the address first."""
    with hash_slot():  # first, so that rejecting a request under load doesn't count as a try
        Limit.of("register", address).spend()
        user = User(email=User.objects.normalize_email(email), first_name=first_name, last_name=last_name)
        check_new_password(password, of=user, field="password")
        refuse_taken_email(user, USER_EXISTS)
        user.set_password(password)
    with transaction.atomic():
        save_unless_taken(user, USER_EXISTS)
        remember_place(user, address)
        security_log.note("registered", user=user)
    return user


def save_unless_taken(user: User, message: str) -> None:
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise EmailTaken(message) from None


def change_user(
    *,
    user_id: int,
    by: User,
    proof: Proof | None = None,
    seen: Seen | None = None,
    digest: str | None = None,
    **changes: str | bool,
) -> User:
    """Change an account as `store_changes` does. Without a password, one's own address needs a proof."""
    changes_address = "email" in changes and clean_email(str(changes["email"])).lower() != by.email.lower()
    if user_id == by.pk and changes_address and not by.has_usable_password():
        check_proof(proof or Proof(), of=by)
    return store_changes(user_id=user_id, by=by, seen=seen, digest=digest, **changes)


@in_one_transaction
def store_changes(
    *, user_id: int, by: User, seen: Seen | None = None, digest: str | None = None, **changes: str | bool
) -> User:
    """Change names, email address, or (admins only) role and activity. Fields not in `changes` keep their values.

    A changed address is reported to the old one. Raises Changed, Forbidden, AccountDeleted, EmailTaken, NotPossible for
    the last admin, TooMany after too many address changes by this actor, or Missing if staff just deleted the account.
    """
    user = lock_user(user_id, by=by)
    if user.is_deleted:
        raise AccountDeleted
    refuse_unseen(user, seen)
    refuse_other_digest(digest, user.digest, ACCOUNT_CHANGED)
    before, was = (user.email, user.is_staff, user.is_active), get_audit_values(user)
    for name, value in changes.items():
        setattr(user, name, value)
    if changes.get("sales_emails") and not user.is_staff:
        raise InvalidField("salesEmails", "Only staff get each day's sales. Turn this off.")
    user.email = User.objects.normalize_email(user.email)
    check_rights(user, before, by)
    if before[1:] == (True, True) and not (user.is_staff and user.is_active):
        refuse_without_other_admins(user)
    if user.email != before[0]:
        refuse_taken_email(user, ADDRESS_IN_USE)
        user.email_proved_at = None
        Limit.of("email_change", by.public_id).spend()  # each sends an email to an unverified address
        mails.email_changed(before[0], user)
    if not user.is_staff:
        user.is_superuser = False  # only admins can be operators; a later promotion makes an admin only
    if not user.is_active and before[2]:
        user.end_sessions()  # so that reactivation doesn't restore them
    save_unless_taken(user, ADDRESS_IN_USE)
    record_change(user, was, by=by)
    return user


@in_one_transaction
def sign_out_everywhere(*, by: User) -> None:
    """End all of one's own sessions, including this one, and invalidate emailed password links."""
    user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    user.end_sessions()
    user.save(update_fields=["session_generation"])
    security_log.note("signed_out_everywhere", user=user)


@transaction.atomic
def end_session(*, public_id: str, by: User) -> None:
    """End one of one's own sessions. Raises Missing for an expired session or another user's."""
    if not by.sessions.known_as(public_id).delete()[0]:
        raise Missing("This device is already signed out.", code="not_found")


@transaction.atomic
def end_other_sessions(*, current: str, by: User) -> None:
    """End all of one's own sessions except the current one."""
    by.sessions.exclude(pk=current).delete()


def check_rights(user: User, before: tuple[str, bool, bool], by: User) -> None:
    _, was_admin, was_active = before
    if not by.is_staff and (user.pk != by.pk or (user.is_staff, user.is_active) != (was_admin, was_active)):
        raise Forbidden("Only staff can do this.", code="permission_denied")


def refuse_taken_email(user: User, message: str) -> None:
    if User.objects.with_email(user.email).exclude(pk=user.pk).exists():
        raise EmailTaken(message)


def refuse_without_other_admins(user: User) -> None:
    """Raise NotPossible (`last_admin`) unless another active admin exists. Call with every active admin locked."""
    if not User.objects.active_admins().exclude(pk=user.pk).exists():
        raise NotPossible("This is the last active admin. Make somebody else an admin first.", code="last_admin")
