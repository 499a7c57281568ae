"""Tokens for emailed password links. Nothing is stored: each is a signature over values that using it changes."""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db.models import QuerySet

from accounts.models import User


class LinkTokens(PasswordResetTokenGenerator):
    """Tokens that expire after PASSWORD_RESET_TIMEOUT, or when the password, address or session generation changes.

    Unlike Django's own, they survive a sign-in: after a required reset the user may sign in with the old password, and
    the emailed link must still work.
    """

    key_salt = "accounts.tokens.LinkTokens"

    # Django documents no other way to choose what a token signs, and links that were mailed have to stay valid.
    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{user.pk}\n{user.password}\n{user.email}\n{user.session_generation}\n{timestamp}"


tokens = LinkTokens()


def link_token(user: User) -> str:
    return f"{user.public_id}-{tokens.make_token(user)}"


def get_user_by_link(users: QuerySet[User], token: str) -> User | None:
    """Return the active user whose password this token may set, or None."""
    public_id, _, signature = token.partition("-")
    user = users.filter(public_id=public_id, is_active=True).first()
    return user if user is not None and tokens.check_token(user, signature) else None
