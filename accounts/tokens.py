"""One-time links for setting a password. Nothing is stored: the token is a signature over what its use changes."""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db.models import QuerySet

from accounts.models import User


class LinkTokens(PasswordResetTokenGenerator):
    """Good for PASSWORD_RESET_TIMEOUT, until the password or the address changes or an admin ends the sessions.

    Signing in does not end it, unlike Django's own: after an admin's reset the old password still opens the account,
    and the link in the mail has to outlive that.
    """

    key_salt = "accounts.tokens.LinkTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{user.pk}\n{user.password}\n{user.email}\n{user.session_generation}\n{timestamp}"


tokens = LinkTokens()


def link_token(person: User) -> str:
    return f"{person.public_id}-{tokens.make_token(person)}"


def person_of_link(people: QuerySet[User], token: str) -> User | None:
    """Who may set a password with this token, if it is alive."""
    public_id, _, signature = token.partition("-")
    person = people.filter(public_id=public_id, is_active=True).first()
    return person if person is not None and tokens.check_token(person, signature) else None
