"""Staff's second factor at sign-in: setting it up, asking for it, and what to do when a phone is lost.

Whoever has one gives a code at every sign-in, here and at the console. It outlives a new password, and no mailed link
goes past it.
"""

from dataclasses import dataclass

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from accounts import mails, totp
from accounts.hashing import hash_slot
from accounts.models import RecoveryCode, SecondFactor, User
from accounts.services.locks import lock_user
from accounts.services.passwords import check_current_password
from accounts.services.users import spend_all, take_back_all
from charityshop import audit
from charityshop.api.throttling import Limit
from charityshop.branding.shop import current_shop
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError, Forbidden, NotPossible
from charityshop.observability import security_log

WRONG = "That code is not right, or it was used already."


class CodeNeeded(DomainError):
    """Address and password are right, and the account has a second factor."""

    status = 401
    code = "second_factor_required"

    def __init__(self) -> None:
        super().__init__("Enter the code from your authenticator app.")


class WrongCode(DomainError):
    status = 401
    code = "wrong_code"

    def __init__(self) -> None:
        super().__init__(WRONG, errors={"code": [WRONG]})


@dataclass(frozen=True, slots=True)
class Setup:
    """What somebody needs to set up an authenticator app."""

    secret: str
    uri: str
    picture: totp.Picture


# --- Signing in ------------------------------------------------------------------------------------------------------


def check_second_factor(person: User, code: str, *, address: str, is_known: bool) -> None:
    """Asked after the password was right. `is_known`: somebody signed in to this account from this address before.

    Raises CodeNeeded, WrongCode, or TooMany after too many wrong ones. Whoever knows the password and guesses from
    everywhere runs into the account's limit; the person, at home, has their own.
    """
    if not person.has_second_factor:
        return
    if not code:
        raise CodeNeeded
    limits = [Limit.of("second_factor_address", person.public_id, address)]
    if not is_known:
        limits.append(Limit.of("second_factor_account", person.public_id))
    spend_all(limits)
    if not spend_code(person.second_factor, code):
        raise WrongCode
    take_back_all(limits)


def spend_code(factor: SecondFactor, code: str) -> bool:
    """Whether it is good; then it is so no more."""
    return spend_step(factor, code) or spend_recovery_code(factor, code)


def spend_step(factor: SecondFactor, code: str) -> bool:
    step = totp.step_of(factor.secret, totp.as_typed(code), now=timezone.now().timestamp())
    # Look and write are one statement: of two who use one code at the same moment, one is too late.
    return step is not None and bool(
        SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step).update(last_step=step)
    )


def spend_recovery_code(factor: SecondFactor, code: str) -> bool:
    parts = totp.split_recovery_code(code)
    found = factor.recovery_codes.filter(mark=parts[0], used_at=None).first() if parts else None
    if parts is None or found is None or not check_password(parts[1], found.encoded):
        return False
    return bool(RecoveryCode.objects.filter(pk=found.pk, used_at=None).update(used_at=timezone.now()))


# --- Setting it up ---------------------------------------------------------------------------------------------------


def begin_setup(*, current_password: str, by: User) -> Setup:
    """Make a secret, which counts for nothing until a code proves that it has arrived. For staff."""
    if not by.is_staff:
        raise Forbidden("That is for staff.", code="permission_denied")
    check_current_password(current_password, of=by)
    return store_secret(totp.new_secret(), by=by)


@in_one_transaction
def store_secret(secret: str, *, by: User) -> Setup:
    person = lock_user(by.pk, by=by)
    if person.has_second_factor:
        raise NotPossible("Your second factor is on already. Turn it off first.", code="second_factor_on")
    SecondFactor.objects.update_or_create(user=person, defaults={"secret": secret, "last_step": 0})
    uri = totp.uri_of(secret, account=person.email, issuer=current_shop().name)
    return Setup(secret, uri, totp.picture_of(uri))


def confirm_setup(*, code: str, by: User) -> tuple[User, list[str]]:
    """Turn it on with the app's first code, and end every session; the recovery codes are told this once."""
    tries = Limit.of("second_factor_address", by.public_id, "setup")
    with hash_slot():  # slow on purpose, so before the transaction
        tries.spend()
        fresh = new_recovery_codes()
    person = turn_on(code=code, fresh=fresh, by=by)
    tries.take_back()
    return person, list(fresh)


@in_one_transaction
def turn_on(*, code: str, fresh: dict[str, str], by: User) -> User:
    person = lock_user(by.pk, by=by)
    factor = SecondFactor.objects.filter(user=person, confirmed_at=None).first()
    if factor is None:
        raise NotPossible("Begin setting up your second factor again.", code="second_factor_not_begun")
    if not spend_step(factor, code):
        raise refused_code()
    SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=timezone.now())
    keep_recovery_codes(factor, fresh)
    person.end_sessions()
    person.save(update_fields=["session_generation"])
    audit.record("second factor turned on", person, by=by)
    security_log.note("second_factor_on", person=person, by=by.public_id)
    mails.second_factor_changed(person, "was turned on")
    return person


def refused_code() -> BadRequest:
    """While signed in: a 401 would say that one is not."""
    return BadRequest(WRONG, code="wrong_code", errors={"code": [WRONG]})


def new_recovery_codes() -> dict[str, str]:
    """Each with its hash."""
    made = [totp.new_recovery_code() for _ in range(totp.RECOVERY_CODES)]
    return {code: make_password(totp.as_typed(code)[totp.GROUP :]) for code in made}


def keep_recovery_codes(factor: SecondFactor, fresh: dict[str, str]) -> None:
    """In place of all that were there."""
    factor.recovery_codes.all().delete()
    rows = [RecoveryCode(factor=factor, mark=code[: totp.GROUP], encoded=encoded) for code, encoded in fresh.items()]
    RecoveryCode.objects.bulk_create(rows)


# --- Changing it -----------------------------------------------------------------------------------------------------


def renew_recovery_codes(*, current_password: str, code: str, by: User) -> list[str]:
    """New ones in place of all old ones; told this once."""
    factor = proven_factor(current_password, code, by)
    with hash_slot():
        fresh = new_recovery_codes()
    replace_recovery_codes(factor, fresh, by=by)
    return list(fresh)


@in_one_transaction
def replace_recovery_codes(factor: SecondFactor, fresh: dict[str, str], *, by: User) -> None:
    person = lock_user(by.pk, by=by)
    keep_recovery_codes(factor, fresh)
    audit.record("recovery codes renewed", person, by=by)
    security_log.note("recovery_codes_renewed", person=person, by=by.public_id)
    mails.second_factor_changed(person, "has new recovery codes")


def turn_off(*, current_password: str, code: str, by: User) -> None:
    proven_factor(current_password, code, by)
    forget_factor(by=by)


@in_one_transaction
def forget_factor(*, by: User) -> None:
    person = lock_user(by.pk, by=by)
    SecondFactor.objects.filter(user=person).delete()
    audit.record("second factor turned off", person, by=by)
    security_log.note("second_factor_off", person=person, by=by.public_id)
    mails.second_factor_changed(person, "was turned off")


def proven_factor(current_password: str, code: str, by: User) -> SecondFactor:
    """Of somebody who has just given both factors. Tries are limited, so a borrowed session cannot search for them."""
    if not by.has_second_factor:
        raise NotPossible("You have no second factor.", code="second_factor_off")
    check_current_password(current_password, of=by)
    tries = Limit.of("second_factor_address", by.public_id, "profile")
    tries.spend()
    if not spend_code(by.second_factor, code):
        raise refused_code()
    tries.take_back()
    return by.second_factor


@in_one_transaction
def remove_lost_factor(*, user_id: int, by: User) -> None:
    """Remove the second factor of somebody else whose phone and recovery codes are lost, and sign them out.

    Raises Forbidden for one's own, which takes a code, and for an operator's unless an operator asks.
    """
    person = lock_user(user_id, by=by)
    if not by.is_staff or person.pk == by.pk:
        raise Forbidden("Turn off your own second factor on your profile.", code="permission_denied")
    if not SecondFactor.objects.filter(user=person).delete()[0]:
        raise NotPossible(f"{person.get_full_name()} has no second factor.", code="second_factor_off")
    person.end_sessions()
    person.save(update_fields=["session_generation"])
    audit.record("second factor removed", person, by=by)
    security_log.note("second_factor_removed", person=person, by=by.public_id)
    mails.second_factor_changed(person, "was removed by staff")
