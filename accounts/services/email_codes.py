"""Codes that are sent by email, to sign in or to confirm a change without a password.

A code is for the browser that asked for it, which proves that with a cookie. So nobody can guess a code from elsewhere,
use up its tries, end it, or use one that they talked somebody into reading out. It counts from when its email has left,
which the outbox says; only then does it replace the one before.

Codes have six digits. Any browser may ask for one, so an address that is sent many within a day gets longer ones, which
can't be guessed: no limit locks its owner out, and nobody has more than a bounded number of guesses at short ones.
"""

import re
import secrets
from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import mails
from accounts.models import DELETED_EMAIL_SUFFIX, SignInCode, User
from charityshop.api.throttling import DAY_SECONDS, Limit, count_tries, uncount_tries
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, TooMany, Unavailable
from charityshop.security.slots import Slots
from charityshop.text import clean_email, format_time
from outbox.mail.delivery import send_now
from outbox.models import Outgoing

LIFETIME = timedelta(minutes=15)
MAX_TRIES = 5
SHORT, LONG = 6, 12  # digits
MAIL_SLOTS = 3  # of a process's 8 threads
WRONG = "That code is wrong or has ended."

mail_slots = Slots(MAIL_SLOTS)


class WrongCode(BadRequest):
    code = "wrong_code"

    def __init__(self, field: str) -> None:
        super().__init__(WRONG, errors={field: [WRONG]})


def send_code(*, email: str, browser: str, address: str) -> None:
    """Email a new code, which ends the browser's one before. `browser` is the secret in the browser's cookie.

    Any address gets one, so that nobody learns who has an account. Raises TooMany after too many, and Unavailable if
    the mail server or the shop is too busy for it; both leave the code before as it is, and say so.
    """
    with mail_slots.take():  # first, so that rejecting a request under load doesn't count
        if email.endswith(DELETED_EMAIL_SUFFIX):
            return
        limits = get_mail_limits(email, browser, address)
        try:
            count_tries(limits)
        except TooMany as refusal:
            if not (sent_at := get_sent_time(email, browser)):
                raise
            message = f"You have asked for too many codes. The last one, sent at {sent_at}, still works."
            raise TooMany(message, retry_after=refusal.retry_after or 0, code="code_still_works") from None
        short = get_short_limit(hash_email(email))
        is_short = short.try_spend()
        if not send_now(store_code(email=email, browser=browser, digits=SHORT if is_short else LONG)):
            uncount_tries([*limits, short] if is_short else limits)
            message = "We couldn't send the email. Use your password or try again."
            if sent_at := get_sent_time(email, browser):
                message += f" The code that we sent at {sent_at} still works."
            raise Unavailable(message, code="mail_unavailable")


def get_mail_limits(email: str, browser: str, address: str) -> list[Limit]:
    """Return the limits on emails: to the address for this browser and this network, and for the network.

    There is none to the address alone, because anyone could use it to lock the owner out.
    """
    to = hash_email(email)
    return [
        Limit.of("password_mail", to, browser),
        Limit.of("code_recipient", to, address),
        Limit.of("code_address", "asked", address),
    ]


def get_short_limit(hashed_email: str) -> Limit:
    """Return the limit on short codes to an address within a day. Those that were used don't count."""
    return Limit.of("short_codes", hashed_email, seconds=DAY_SECONDS)


@in_one_transaction
def store_code(*, email: str, browser: str, digits: int = SHORT) -> Outgoing:
    code = f"{secrets.randbelow(10**digits):0{digits}}"
    owner_id = User.objects.with_email(email).values_list("pk", flat=True).first()
    mail = mails.sign_in_code(email, code, owner_id=owner_id, lives=LIFETIME)
    SignInCode.objects.create(
        email=hash_email(email),
        browser=hash_text("browser", browser),
        code=hash_code(email, browser, code),
        mail=mail,
        expires_at=mail.give_up_at,
    )
    return mail


def get_code(email: str, browser: str) -> SignInCode | None:
    """Return the browser's code for this address: the newest whose email has left, unless it can't be used any more."""
    rows = SignInCode.objects.filter(email=hash_email(email), browser=hash_text("browser", browser))
    row = rows.filter(mail__sent_at__isnull=False).select_related("mail").order_by("-pk").first()
    is_good = row is not None and row.expires_at > timezone.now() and row.tries < MAX_TRIES
    return row if is_good else None


def get_sent_time(email: str, browser: str) -> str:
    """Return when the browser's code for this address was sent, as in "7:05 PM", or an empty text if there is none."""
    row = get_code(email, browser)
    sent_at = row and row.mail and row.mail.sent_at
    return format_time(timezone.localtime(sent_at)) if sent_at else ""


def find_code(*, email: str, browser: str, code: str, address: str, field: str = "code") -> SignInCode:
    """Return the row of a code that is right, without using it up. `field` is its API name.

    Raises WrongCode, or TooMany after too many wrong codes from this network address. The right code always works.
    """
    row = take_try(email, browser)
    if row is None or not constant_time_compare(row.code, hash_code(email, browser, re.sub(r"\D", "", code))):
        Limit.of("code_address", "wrong", address).spend()
        raise WrongCode(field)
    SignInCode.objects.filter(pk=row.pk, tries__gt=0).update(tries=F("tries") - 1)
    return row


def take_try(email: str, browser: str) -> SignInCode | None:
    """Count a try and return the row of the browser's code, or None if there is none or its tries are used up."""
    row = get_code(email, browser)
    # Count before comparing, in one statement, so that simultaneous tries can't exceed the limit.
    is_counted = row and SignInCode.objects.filter(pk=row.pk, tries__lt=MAX_TRIES).update(tries=F("tries") + 1)
    return row if is_counted else None


def use_code(row: SignInCode) -> None:
    """Use up a code and those before it. Of simultaneous uses one succeeds; the others raise WrongCode."""
    rows = SignInCode.objects.filter(email=row.email, browser=row.browser)
    rows.filter(pk__lt=row.pk).delete()  # first: without the newer one they would be good again
    if not rows.filter(pk=row.pk).delete()[0]:
        raise WrongCode("code")
    get_short_limit(row.email).take_back()


def delete_expired_codes() -> int:
    """Delete expired codes. Return how many."""
    return SignInCode.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def hash_email(email: str) -> str:
    return hash_text("email", clean_email(email).lower())


def hash_code(email: str, browser: str, code: str) -> str:
    return hash_text("code", f"{clean_email(email).lower()}\n{browser}\n{code}")


def hash_text(what: str, text: str) -> str:
    return salted_hmac(f"accounts.SignInCode.{what}", text, algorithm="sha256").hexdigest()
