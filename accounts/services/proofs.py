"""What signed-in users type to prove who they are, before a change that a stolen session must not make."""

from dataclasses import dataclass

from accounts.hashing import hash_slot
from accounts.models import User
from accounts.services.email_codes import find_code, use_code
from charityshop.api.throttling import Limit, count_failures
from charityshop.exceptions import InvalidField
from charityshop.observability import security_log


@dataclass(frozen=True, slots=True)
class Proof:
    """The current password or, in an account without one, a code that was emailed to this browser.

    `browser` is the secret in the browser's cookie, `address` the client's IP.
    """

    current_password: str = ""
    email_code: str = ""
    browser: str = ""
    address: str = ""


def check_proof(proof: Proof, *, of: User) -> None:
    """Raise BadRequest for a wrong password or code, and TooMany after too many. Slow: call outside transactions."""
    if of.has_usable_password():
        check_current_password(proof.current_password, of=of)
    else:
        check_email_code(proof, of=of)


def check_email_code(proof: Proof, *, of: User) -> None:
    if not proof.email_code:
        raise InvalidField("emailCode", "Enter the code from the email.", code="email_code_needed")
    code, browser, address = proof.email_code, proof.browser, proof.address
    use_code(find_code(email=of.email, browser=browser, code=code, address=address, field="emailCode"))


def check_current_password(current: str, *, of: User) -> None:
    """Raise BadRequest for a wrong password. Tries are limited, so a stolen session can't be used to guess it."""
    if not current:
        raise InvalidField("currentPw", "Enter your current password.")
    with (
        hash_slot(),
        count_failures(Limit.of("sign_in_account", "current password", of.public_id), of=InvalidField),
    ):
        if not of.check_password(current):
            security_log.note_refusal("current_password_wrong", user=of)
            raise InvalidField("currentPw", "That is not your current password.")
