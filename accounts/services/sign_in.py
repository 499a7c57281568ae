"""Sign in with email address and password, and a second factor if the account has one."""

from accounts.hashing import check_hash_slots
from accounts.models import User
from accounts.services.second_factor import check_second_factor
from accounts.services.users import check_credentials, remember_place
from charityshop.exceptions import DomainError
from charityshop.observability import security_log


def sign_in(*, email: str, password: str, code: str = "", address: str) -> User:
    """Return the user with these credentials. `address` is the client's IP; `code` is for the second factor.

    Raises what accounts.services.users.check_credentials and accounts.services.second_factor.check_second_factor raise.
    """
    check_hash_slots()
    try:
        user, is_known = check_credentials(email=email, password=password, address=address)
        check_second_factor(user, code, address=address, is_known=is_known)
    except DomainError as refusal:
        meant = User.objects.with_email(email).first()
        security_log.note_refusal("sign_in_refused", user=meant, reason=refusal.code, address=address)
        raise
    remember_place(user, address)
    security_log.note("signed_in", user=user, by="password,code" if user.has_second_factor else "password")
    return user
