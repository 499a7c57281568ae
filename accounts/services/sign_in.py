"""Signing in: address and password, then the second factor of those who have one."""

from accounts.hashing import check_hash_slots
from accounts.models import User
from accounts.services.second_factor import check_second_factor
from accounts.services.users import check_credentials, remember_place
from charityshop.exceptions import DomainError
from charityshop.observability import security_log


def sign_in(*, email: str, password: str, code: str = "", address: str) -> User:
    """Who these are the credentials of. `address` is where the try comes from; `code` is of the second factor.

    Raises what accounts.services.users.check_credentials and accounts.services.second_factor.check_second_factor raise.
    """
    check_hash_slots()
    try:
        person, is_known = check_credentials(email=email, password=password, address=address)
        check_second_factor(person, code, address=address, is_known=is_known)
    except DomainError as refusal:
        meant = User.objects.with_email(email).first()
        security_log.note_refusal("sign_in_refused", person=meant, reason=refusal.code, address=address)
        raise
    remember_place(person, address)
    security_log.note("signed_in", person=person, by="password,code" if person.has_second_factor else "password")
    return person
