"""What a password has to be, and everything that sets one. Whoever sets a new one is signed out everywhere."""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import mails
from accounts.hashing import hash_slot
from accounts.models import User
from accounts.services.locks import lock_user
from accounts.tokens import link_token, person_of_link
from charityshop import audit
from charityshop.api.throttling import Limit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, TooMany
from charityshop.observability import security_log

SENTENCES = {
    "password_too_short": "Use at least 8 characters.",
    "password_breached": "This password is known from a breach elsewhere. Choose another one.",
    "password_of_own_words": "Choose a password that is more than words of this shop.",
    "password_entirely_numeric": "Use more than digits alone.",
    "password_too_similar": "Choose a password that is less like your name or email address.",
}
LINK_EXPIRED = "This link has expired."


def check_new_password(password: str, *, of: User, field: str) -> None:
    """Raises BadRequest, with the sentences under the wire's name of the field. The caller holds a hash slot."""
    try:
        validate_password(password, of)
    except ValidationError as error:
        problems = {str(problem.code): problem for problem in error.error_list}
        if known := problems.get("password_breached"):  # no other word helps with a password that has to go anyway
            problems = {"password_breached": known}
        sentences = [SENTENCES.get(str(problem.code), str(problem.message)) for problem in problems.values()]
        raise refused(field, *sentences) from None
    if of.requires_password_reset and of.check_password(password):
        raise refused(field, "Choose a password that you have not used here.")


def refused(field: str, *sentences: str) -> BadRequest:
    return BadRequest(sentences[0], errors={field: list(sentences)})


def change_password(*, new: str, current: str | None, by: User) -> None:
    """Set one's own new password. Without the present one only where an admin asked for the change."""
    if not (by.requires_password_reset and current is None):
        check_current_password(current or "", of=by)
    with hash_slot():  # slow on purpose, so before the transaction
        check_new_password(new, of=by, field="newPw")
        encoded = make_password(new)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=by.pk)
        if person.password != by.password or person.requires_password_reset != by.requires_password_reset:
            raise BadRequest("Your password was changed a moment ago. Please sign in.", code="password_changed")
        store_password(person, encoded, by="a forced reset" if current is None else "the current password")


def check_current_password(current: str, *, of: User) -> None:
    """Raises BadRequest for a wrong one; tries are limited, so a borrowed session cannot search for it."""
    if not current:
        raise refused("currentPw", "Enter your current password.")
    tries = Limit.of("sign_in_account", "current password", of.public_id)
    with hash_slot():
        tries.spend()
        if is_right := of.check_password(current):
            tries.take_back()
    if not is_right:
        security_log.note_refusal("current_password_wrong", person=of)
        raise refused("currentPw", "That is not your current password.")


def store_password(person: User, encoded: str, *, by: str) -> None:
    """Write down a hash that is already made, on a row that is already locked. `by` is what allowed it, in words."""
    person.password = encoded
    person.requires_password_reset = False
    person.end_sessions()
    person.save(update_fields=["password", "requires_password_reset", "session_generation"])
    security_log.note("password_changed", person=person, by=by)


@in_one_transaction
def require_password_reset(*, user_id: str, lock_password: bool, by: User) -> bool:
    """Have somebody set a new password: they are signed out everywhere and are mailed a link.

    `lock_password` makes the old password useless at once; then only the link opens the account. Returns whether the
    limit of mails to this person held back the link: it must not hold back the reset, because strangers can exhaust it.
    Raises Missing, and Forbidden for an operator's account unless an operator asks.
    """
    person = lock_user(User.objects.filter(public_id=user_id).values_list("pk", flat=True).first(), by=by)
    person.requires_password_reset = True
    person.end_sessions()
    if lock_password:
        person.set_unusable_password()
    person.save(update_fields=["requires_password_reset", "session_generation", "password"])
    audit.record("password reset required", person, by=by, old_password_locked=lock_password)
    security_log.note("password_reset_required", person=person, by=by.public_id)
    if not person.is_active:
        return False
    if not takes_password_mail(person.email):
        return True
    mails.reset_required(person, link_token(person))
    return False


def takes_password_mail(email: str) -> bool:
    """Count one mail about a password to this address; False, and nothing counted, where the hour's are spent."""
    try:
        Limit.of("password_mail", email.strip().lower()).spend()
    except TooMany:
        return False
    return True


@in_one_transaction
def record_password_set(*, user_id: int, by: User) -> User:
    """After an operator set a password in the console: end every session of that account, and put it on record."""
    user = lock_user(user_id, by=by)
    user.end_sessions()
    user.save(update_fields=["session_generation"])
    audit.record("password set", user, by=by)
    security_log.note("password_changed", person=user, by=by.public_id)
    return user


def send_password_link(*, email: str) -> None:
    """Mail a one-time link to whoever has this address.

    An address that is unknown, deactivated or over its limit gets none, and the caller can't tell these apart. Unknown
    ones are counted as well, so that all take the same steps.
    """
    with transaction.atomic():
        person = User.objects.with_email(email).filter(is_active=True).first()
        if takes_password_mail(email) and person is not None:
            mails.password_link(person, link_token(person))


def set_password_by_link(*, token: str, new: str) -> None:
    """Set a new password with a mailed link, which dies by it. Raises BadRequest for a link that is dead already."""
    person = person_of_link(User.objects.all(), token)
    if person is None:
        raise BadRequest(LINK_EXPIRED, code="link_expired")
    with hash_slot():
        check_new_password(new, of=person, field="newPw")
        encoded = make_password(new)
    with transaction.atomic():
        # Looked at again under the lock: of two people with one link, one comes too late.
        person = person_of_link(User.objects.select_for_update(no_key=True), token)
        if person is None:
            raise BadRequest(LINK_EXPIRED, code="link_expired")
        store_password(person, encoded, by="a mailed link")
