"""How many emails about passwords and codes an address gets."""

from charityshop.api.throttling import Limit
from charityshop.exceptions import TooMany
from charityshop.text import clean_email


def can_send_password_mail(email: str) -> bool:
    """Count one email about a password or code to this address. Return False, counting nothing, at the hourly limit."""
    try:
        get_limit(email).spend()
    except TooMany:
        return False
    return True


def take_back_password_mail(email: str) -> None:
    """Uncount an email that could not be sent."""
    get_limit(email).take_back()


def get_limit(email: str) -> Limit:
    return Limit.of("password_mail", clean_email(email).lower())
