"""Sign in with email address and password or emailed code, and a second factor if the account has one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from accounts import mails
from accounts.hashing import check_hash_slots
from accounts.models import SignInCode, User
from accounts.services.email_codes import find_code, use_code
from accounts.services.second_factor import check_second_factor
from accounts.services.users import (
    USER_EXISTS,
    check_credentials,
    check_is_active,
    is_known_place,
    remember_place,
    save_unless_taken,
)
from accounts.tokens import link_token
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Forbidden, InvalidField
from charityshop.observability import security_log


def sign_in(*, email: str, password: str, code: str = "", address: str) -> User:
    """Return the user with these credentials. `address` is the client's IP; `code` is for the second factor.

    Raises what accounts.services.users.check_credentials and accounts.services.second_factor.check_second_factor raise.
    """
    check_hash_slots()
    with noting_refusals(email, address):
        user, is_known = check_credentials(email=email, password=password, address=address)
        check_second_factor(user, code, address=address, is_known=is_known)
    remember_place(user, address)
    security_log.note("signed_in", user=user, by="password,code" if user.has_second_factor else "password")
    return user


def sign_in_with_code(
    *, email: str, code: str, browser: str, first_name: str, last_name: str, factor_code: str, address: str
) -> User:
    """Return the user with this address, who proved with an emailed code that it is theirs; a new one if there is none.

    Raises what accounts.services.email_codes.find_code and accounts.services.second_factor.check_second_factor raise,
    InvalidField (`name_needed`) for a new address without a first name, and Forbidden for a deactivated account, and
    for staff without a second factor. A code that was right stays valid after these.
    """
    with noting_refusals(email, address):
        row = find_code(email=email, browser=browser, code=code, address=address)
        user = User.objects.with_email(email).first()
        if user is not None:
            check_may_use_code(user)
            check_second_factor(user, factor_code, address=address, is_known=is_known_place(user, address))
        elif not first_name:
            raise InvalidField("firstName", "Enter your first name.", code="name_needed")
    user = let_in(row, User(email=User.objects.normalize_email(email), first_name=first_name, last_name=last_name))
    remember_place(user, address)
    security_log.note("signed_in", user=user, by="email,code" if user.has_second_factor else "email")
    return user


@contextmanager
def noting_refusals(email: str, address: str) -> Iterator[None]:
    """Log a refused sign-in with the account that was meant, if there is one."""
    try:
        yield
    except DomainError as refusal:
        meant = User.objects.with_email(email).first()
        security_log.note_refusal("sign_in_refused", user=meant, reason=refusal.code, address=address)
        raise


def check_may_use_code(user: User) -> None:
    check_is_active(user)
    if user.is_staff and not user.has_second_factor:
        raise Forbidden("Staff sign in with their password.", code="password_needed")


@in_one_transaction
def let_in(row: SignInCode, new: User) -> User:
    """Use up a code. Return the account with the address of `new`, or `new` if there is none yet."""
    use_code(row)
    user = User.objects.select_for_update(no_key=True).with_email(new.email).first()
    if user is None:
        new.email_proved_at = timezone.now()
        new.set_unusable_password()
        save_unless_taken(new, USER_EXISTS)
        security_log.note("registered", user=new)
        return new
    check_may_use_code(user)
    if user.email_proved_at is None:
        hand_over(user)
    return user


def hand_over(user: User) -> None:
    """Give an account to the owner of its mailbox, and lock out anybody else who may have registered it before.

    Addresses are not verified at registration. Call with the user locked.
    """
    had_password = user.has_usable_password()
    user.email_proved_at = timezone.now()
    user.set_unusable_password()
    user.end_sessions()
    if had_password:
        mails.password_removed(user, link_token(user))
    user.save(update_fields=["email_proved_at", "password", "session_generation"])
    security_log.note("address_proved", user=user)
