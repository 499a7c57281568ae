"""Turn reminders off with the link in each of them, without signing in."""

from django.conf import settings

from accounts.models import User
from charityshop.db.transactions import in_one_transaction
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token

KIND = "mail off"
GENERATION = 0  # the links of all reminders stay valid: they give access to nothing


def get_mail_off_url(user: User) -> str:
    return f"{settings.SITE_URL}/mail-off/{make_link_token(KIND, user.public_id, GENERATION)}"


def find_mail_off_user(token: str) -> User | None:
    """Return the user whose reminders this token turns off, or None."""
    if not is_valid_link_token(token, KIND, GENERATION):
        return None
    return User.objects.filter(public_id=get_public_id(token)).first()


@in_one_transaction
def turn_reminders_off(*, token: str) -> User | None:
    """Turn the user's reminders off, and return the user. Return None if the link is wrong."""
    user = find_mail_off_user(token)
    if user is not None:
        User.objects.filter(pk=user.pk).update(reminders=False)
        user.reminders = False
    return user
