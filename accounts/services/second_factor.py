"""The second factor of staff: setup, checks at sign-in, recovery codes and removal.

Users with a second factor enter a code at every sign-in, in the shop and in the console. Password changes and emailed
links don't bypass or remove it.
"""

from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from accounts import mails, totp
from accounts.hashing import hash_slot
from accounts.models import SecondFactor, User
from accounts.services.locks import lock_user
from accounts.services.proofs import Proof, check_proof
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.api.throttling import Limit, count_failures
from charityshop.branding.shop import current_shop
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, Forbidden, NotPossible, NotSignedIn
from charityshop.images.qr_code import draw_qr_code
from charityshop.observability import security_log

WRONG = "That code is wrong or was already used."


# --- Signing in ------------------------------------------------------------------------------------------------------


def check_second_factor(user: User, code: str, *, address: str, is_known: bool) -> None:
    """Check the code after the password was accepted. `is_known`: this address signed in to the account before.

    Raises NotSignedIn without a right code, or TooMany after too many wrong ones. All unknown addresses share one limit
    per account, so that an attacker who knows the password can't lock out the user at a known address.
    """
    if not user.has_second_factor:
        return
    if not code:
        raise NotSignedIn("Enter the code from your authenticator app.", code="second_factor_required")
    limits = [Limit.of("second_factor_address", user.public_id, address)]
    if not is_known:
        limits.append(Limit.of("second_factor_account", user.public_id))
    with count_failures(*limits, of=NotSignedIn):
        if not use_code(user.second_factor, code):
            raise NotSignedIn(WRONG, code="wrong_code", errors={"code": [WRONG]})


def use_code(factor: SecondFactor, code: str) -> bool:
    """Return whether the code is valid, and invalidate it."""
    return use_totp_code(factor, code) or use_recovery_code(factor, code)


def use_totp_code(factor: SecondFactor, code: str) -> bool:
    step = totp.step_of(factor.secret, totp.normalize_code(code), now=timezone.now().timestamp())
    # Check and write in one statement, so that concurrent requests can't both use one code.
    return step is not None and bool(
        SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step).update(last_step=step)
    )


def use_recovery_code(factor: SecondFactor, code: str) -> bool:
    parts = totp.split_recovery_code(code)
    found = next((each for each in factor.recovery_codes if parts and each[0] == parts[0]), None)
    if parts is None or found is None or not check_password(parts[1], found[1]):
        return False
    return remove_recovery_code(factor, found)


@in_one_transaction
def remove_recovery_code(factor: SecondFactor, used: list[str]) -> bool:
    """Return whether it was still there, as only one of two concurrent requests finds it."""
    row = SecondFactor.objects.select_for_update(no_key=True).filter(pk=factor.pk).first()
    if row is None or used not in row.recovery_codes:
        return False
    row.recovery_codes.remove(used)
    row.save(update_fields=["recovery_codes"])
    return True


# --- Setting it up ---------------------------------------------------------------------------------------------------


def begin_setup(*, proof: Proof, by: User) -> dict[str, Any]:
    """Create a secret for a staff account, and return what the app needs. Until `confirm_setup`, it has no effect."""
    if not by.is_staff:
        raise Forbidden("Only staff can do this.", code="permission_denied")
    check_proof(proof, of=by)
    return store_secret(totp.new_secret(), by=by)


@in_one_transaction
def store_secret(secret: str, *, by: User) -> dict[str, Any]:
    user = lock_user(by.pk, by=by)
    if user.has_second_factor:
        raise NotPossible("Two-step verification is already on. Turn it off first.", code="second_factor_on")
    SecondFactor.objects.update_or_create(user=user, defaults={"secret": secret, "last_step": 0})
    uri = totp.uri_of(secret, account=user.email, issuer=current_shop().name)
    return {"secret": secret, "uri": uri, "qr_code": draw_qr_code(uri)}


def confirm_setup(*, code: str, by: User) -> tuple[User, list[str]]:
    """Turn on the second factor with the app's first code, and end all sessions. Return the user and recovery codes."""
    with count_failures(Limit.of("second_factor_address", by.public_id, "setup"), of=(BadRequest, NotPossible)):
        with hash_slot():  # slow on purpose, so before the transaction
            codes, stored = generate_recovery_codes()
        return turn_on(code=code, fresh=stored, by=by), codes


@in_one_transaction
def turn_on(*, code: str, fresh: list[list[str]], by: User) -> User:
    user = lock_user(by.pk, by=by)
    factor = SecondFactor.objects.filter(user=user, confirmed_at=None).first()
    if factor is None:
        raise NotPossible("Start setting up two-step verification again.", code="second_factor_not_begun")
    if not use_totp_code(factor, code):
        raise build_code_error()
    SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=timezone.now(), recovery_codes=fresh)
    user.end_sessions()
    user.save(update_fields=["session_generation"])
    audit.record("second factor turned on", user, by=by)
    security_log.note("second_factor_on", user=user, by=by.public_id)
    mails.second_factor_changed(user, "was turned on")
    return user


def build_code_error() -> BadRequest:
    """Return an error for signed-in users, for whom a 401 would be misleading."""
    return BadRequest(WRONG, code="wrong_code", errors={"code": [WRONG]})


def generate_recovery_codes() -> tuple[list[str], list[list[str]]]:
    """Return new recovery codes, and what is stored of them."""
    codes = [totp.new_recovery_code() for _ in range(totp.RECOVERY_CODES)]
    rests = (totp.normalize_code(code)[totp.GROUP_LENGTH :] for code in codes)
    return codes, [[code[: totp.GROUP_LENGTH], make_password(rest)] for code, rest in zip(codes, rests, strict=True)]


# --- Changing it -----------------------------------------------------------------------------------------------------


def renew_recovery_codes(*, proof: Proof, code: str, by: User) -> list[str]:
    """Replace one's own recovery codes and return the new ones, which can't be shown again."""
    factor = verify_both_factors(proof, code, by)
    with hash_slot():
        codes, stored = generate_recovery_codes()
    replace_recovery_codes(factor, stored, by=by)
    return codes


@in_one_transaction
def replace_recovery_codes(factor: SecondFactor, fresh: list[list[str]], *, by: User) -> None:
    user = lock_user(by.pk, by=by)
    SecondFactor.objects.filter(pk=factor.pk).update(recovery_codes=fresh)
    audit.record("recovery codes renewed", user, by=by)
    security_log.note("recovery_codes_renewed", user=user, by=by.public_id)
    mails.second_factor_changed(user, "has new recovery codes")


def turn_off(*, proof: Proof, code: str, by: User) -> None:
    verify_both_factors(proof, code, by)
    delete_factor(by=by)


@in_one_transaction
def delete_factor(*, by: User) -> None:
    user = lock_user(by.pk, by=by)
    SecondFactor.objects.filter(user=user).delete()
    audit.record("second factor turned off", user, by=by)
    security_log.note("second_factor_off", user=user, by=by.public_id)
    mails.second_factor_changed(user, "was turned off")


def verify_both_factors(proof: Proof, code: str, by: User) -> SecondFactor:
    """Check both factors of a signed-in user. Tries are limited, so a stolen session can't be used to guess them."""
    if not by.has_second_factor:
        raise NotPossible("Two-step verification is already off.", code="second_factor_off")
    check_proof(proof, of=by)
    with count_failures(Limit.of("second_factor_address", by.public_id, "profile"), of=BadRequest):
        if not use_code(by.second_factor, code):
            raise build_code_error()
    return by.second_factor


@in_one_transaction
def remove_lost_factor(*, user_id: int, seen: Seen | None = None, by: User) -> None:
    """Remove the second factor of a user who lost both phone and recovery codes, and end their sessions.

    Raises Changed, and Forbidden for one's own, which requires a code, and for an operator's unless the actor is one.
    """
    user = lock_user(user_id, by=by)
    refuse_unseen(user, seen)
    if not by.is_staff or user.pk == by.pk:
        raise Forbidden("Turn off your own two-step verification on your profile.", code="permission_denied")
    if not SecondFactor.objects.filter(user=user).delete()[0]:
        raise NotPossible(f"{user.get_full_name()} doesn't use two-step verification.", code="second_factor_off")
    user.end_sessions()
    user.save(update_fields=["session_generation"])
    audit.record("second factor removed", user, by=by)
    security_log.note("second_factor_removed", user=user, by=by.public_id)
    mails.second_factor_changed(user, "was turned off by staff")
