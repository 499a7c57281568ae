"""Check, change and reset passwords. Setting a new password ends all sessions."""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts import mails
from accounts.hashing import hash_slot, normalize
from accounts.mails import can_send_password_mail
from accounts.models import User
from accounts.services.locks import lock_user
from accounts.services.proofs import Proof, check_proof
from accounts.tokens import get_user_by_link, link_token
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest
from charityshop.observability import security_log

MESSAGES = {
    "password_too_short": "Use at least 8 characters.",
    "password_breached": "This password is known from a data breach. Choose another one.",
    "password_of_own_words": "Choose a password that has more than this shop's own words.",
    "password_entirely_numeric": "Use more than digits alone.",
    "password_too_similar": "Choose a password that is less like your name or email address.",
}
LINK_EXPIRED = "This link has expired."


def check_new_password(password: str, *, of: User, field: str) -> None:
    """Raise BadRequest if the validators reject a password. `field` is its API name. Call with a hash slot held."""
    try:
        validate_password(normalize(password), of)
    except ValidationError as error:
        problems = {str(problem.code): problem for problem in error.error_list}
        if known := problems.get("password_breached"):  # the other messages would not help
            problems = {"password_breached": known}
        messages = [MESSAGES.get(str(problem.code), str(problem.message)) for problem in problems.values()]
        raise build_field_error(field, *messages) from None
    if of.requires_password_reset and of.check_password(password):
        raise build_field_error(field, "Choose a password that you have not used here.")


def build_field_error(field: str, *messages: str) -> BadRequest:
    return BadRequest(messages[0], errors={field: list(messages)})


def change_password(*, new: str, proof: Proof, by: User) -> None:
    """Set one's own password. A proof is required unless staff required the reset."""
    is_forced = by.requires_password_reset and not proof.current_password
    if not is_forced:
        check_proof(proof, of=by)
    with hash_slot():  # slow on purpose, so before the transaction
        check_new_password(new, of=by, field="newPw")
        encoded = make_password(normalize(new))
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
        if user.password != by.password or user.requires_password_reset != by.requires_password_reset:
            raise BadRequest("Your password was changed a moment ago. Please sign in.", code="password_changed")
        store_password(user, encoded, by=get_authorization(by, is_forced))


def get_authorization(user: User, is_forced: bool) -> str:
    if is_forced:
        return "a forced reset"
    return "the current password" if user.has_usable_password() else "an emailed code"


def store_password(user: User, encoded: str, *, by: str) -> None:
    """Store a password hash on a locked user and end all sessions. `by` says for the log what authorized it."""
    user.password = encoded
    user.requires_password_reset = False
    user.end_sessions()
    user.save(update_fields=["password", "requires_password_reset", "session_generation", "email_proved_at"])
    security_log.note("password_changed", user=user, by=by)


@in_one_transaction
def require_password_reset(*, user_id: str, lock_password: bool, seen: Seen | None = None, by: User) -> bool:
    """Require a user to set a new password: end their sessions and email them a link.

    `lock_password` disables the old password, so that only the link works. Returns whether no email was sent
    because the user's limit was reached; the reset still applies, since anyone can exhaust that limit. Raises
    Changed, Missing, and Forbidden for an operator's account unless the actor is an operator.
    """
    user = lock_user(User.objects.filter(public_id=user_id).values_list("pk", flat=True).first(), by=by)
    refuse_unseen(user, seen)
    user.requires_password_reset = True
    user.end_sessions()
    if lock_password:
        user.set_unusable_password()
    user.save(update_fields=["requires_password_reset", "session_generation", "password"])
    audit.record("password reset required", user, by=by, old_password_locked=lock_password)
    security_log.note("password_reset_required", user=user, by=by.public_id)
    if not user.is_active:
        return False
    if not can_send_password_mail(user.email):
        return True
    mails.reset_required(user, link_token(user))
    return False


@in_one_transaction
def record_password_set(*, user_id: int, by: User) -> User:
    """End all sessions of an account whose password an operator set in the console, and log the change."""
    user = lock_user(user_id, by=by)
    user.end_sessions()
    user.save(update_fields=["session_generation"])
    audit.record("password set", user, by=by)
    security_log.note("password_changed", user=user, by=by.public_id)
    return user


def send_password_link(*, email: str) -> None:
    """Email a one-time link to the user with this address.

    Unknown and deactivated addresses and those over their limit get none, and the caller can't tell the difference.
    Unknown addresses are counted too, so that all take the same steps.
    """
    with transaction.atomic():
        user = User.objects.with_email(email).filter(is_active=True).first()
        if can_send_password_mail(email) and user is not None:
            mails.password_link(user, link_token(user))


def set_password_by_link(*, token: str, new: str) -> None:
    """Set a password with an emailed link, which works once. Raises BadRequest for an expired link."""
    user = get_user_by_link(User.objects.all(), token)
    if user is None:
        raise BadRequest(LINK_EXPIRED, code="link_expired")
    with hash_slot():
        check_new_password(new, of=user, field="newPw")
        encoded = make_password(normalize(new))
    with transaction.atomic():
        # Check again after locking: another request may have used the link meanwhile.
        user = get_user_by_link(User.objects.select_for_update(no_key=True), token)
        if user is None:
            raise BadRequest(LINK_EXPIRED, code="link_expired")
        user.email_proved_at = user.email_proved_at or timezone.now()
        store_password(user, encoded, by="a mailed link")
