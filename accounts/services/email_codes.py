"""Codes of six digits that are sent by email, to sign in or to confirm a change without a password.

A code is for the browser that asked for it, which proves that with a cookie. So nobody can guess a code from elsewhere,
use up its tries, or use one that they talked somebody into reading out.
"""

import re
import secrets
from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import mails
from accounts.mails import can_send_password_mail, take_back_password_mail
from accounts.models import DELETED_EMAIL_SUFFIX, SignInCode, User
from charityshop.api.throttling import Limit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, Unavailable
from charityshop.mail.delivery import send_now
from charityshop.models import OutgoingMail
from charityshop.security.slots import Slots
from charityshop.text import clean_email

LIFETIME = timedelta(minutes=15)
MAX_TRIES = 5
MAIL_SLOTS = 3  # of a process's 8 threads
WRONG = "That code is wrong or has ended."

mail_slots = Slots(MAIL_SLOTS)


class WrongCode(BadRequest):
    code = "wrong_code"

    def __init__(self, field: str) -> None:
        super().__init__(WRONG, errors={field: [WRONG]})


def send_code(*, email: str, browser: str, address: str) -> None:
    """Email a new code, which ends the one before. `browser` is the secret in the browser's cookie.

    Any address gets one, so that nobody learns who has an account; beyond the limit for an address, none is sent, and
    the caller can't tell. Raises TooMany after too many from this network address, and Unavailable if the mail server
    or the shop is too busy for it.
    """
    with mail_slots.take():  # first, so that rejecting a request under load doesn't count
        Limit.of("link", "code", address).spend()
        if email.endswith(DELETED_EMAIL_SUFFIX) or not can_send_password_mail(email):
            return
        if not send_now(store_code(email=email, browser=browser)):
            take_back_password_mail(email)
            raise Unavailable("We couldn't send the email. Use your password or try again.", code="mail_unavailable")


@in_one_transaction
def store_code(*, email: str, browser: str) -> OutgoingMail:
    code = f"{secrets.randbelow(1_000_000):06}"
    fresh = {
        "browser": hash_text("browser", browser),
        "code": hash_code(email, browser, code),
        "tries": 0,
        "expires_at": timezone.now() + LIFETIME,
    }
    SignInCode.objects.update_or_create(email=hash_email(email), defaults=fresh)
    owner_id = User.objects.with_email(email).values_list("pk", flat=True).first()
    return mails.sign_in_code(email, code, owner_id=owner_id, lives=LIFETIME)


def find_code(*, email: str, browser: str, code: str, address: str, field: str = "code") -> SignInCode:
    """Return the row of a code that is right, without using it up. `field` is its API name.

    Raises WrongCode, or TooMany after too many wrong codes from this network address. The right code always works.
    """
    row = take_try(email, browser)
    if row is None or not constant_time_compare(row.code, hash_code(email, browser, re.sub(r"\D", "", code))):
        Limit.of("link", "wrong code", address).spend()
        raise WrongCode(field)
    SignInCode.objects.filter(pk=row.pk, code=row.code, tries__gt=0).update(tries=F("tries") - 1)
    return row


def take_try(email: str, browser: str) -> SignInCode | None:
    """Count a try and return the row of the browser's code, or None if there is none or its tries are used up."""
    rows = SignInCode.objects.filter(
        email=hash_email(email), browser=hash_text("browser", browser), expires_at__gt=timezone.now()
    )
    row = rows.first()
    # Count before comparing, in one statement, so that simultaneous tries can't exceed the limit.
    is_counted = row and rows.filter(code=row.code, tries__lt=MAX_TRIES).update(tries=F("tries") + 1)
    return row if is_counted else None


def use_code(row: SignInCode) -> None:
    """Use up a code. Of simultaneous uses one succeeds; the others raise WrongCode."""
    if not SignInCode.objects.filter(pk=row.pk, code=row.code).delete()[0]:
        raise WrongCode("code")


def delete_expired_codes() -> int:
    """Delete expired codes. Return how many."""
    return SignInCode.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def hash_email(email: str) -> str:
    return hash_text("email", clean_email(email).lower())


def hash_code(email: str, browser: str, code: str) -> str:
    return hash_text("code", f"{clean_email(email).lower()}\n{browser}\n{code}")


def hash_text(what: str, text: str) -> str:
    return salted_hmac(f"accounts.SignInCode.{what}", text, algorithm="sha256").hexdigest()
