"""Letters about accounts, as plain text."""

from collections.abc import Callable

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction

from accounts.models import User


def password_link(person: User, token: str) -> None:
    send_letter(
        person.email,
        "Set a new password",
        f"""Hello {person.first_name},

somebody asked for a new password for your account at {settings.SHOP_NAME}.
If it was you, set it here within an hour:

{link(token)}

If it was not you, there is nothing to do: your password stays as it is.
""",
    )


def reset_required(person: User, token: str) -> None:
    send_letter(
        person.email,
        "Please set a new password",
        f"""Hello {person.first_name},

an admin has initiated a password reset for your account at {settings.SHOP_NAME}.
Set a new password here within an hour:

{link(token)}

Later, ask for a new link at {settings.SITE_URL}/login.
""",
    )


def email_changed(old_email: str, person: User) -> None:
    """Tell the old address, so that nobody loses an account without a word."""
    send_letter(
        old_email,
        "Your email address was changed",
        f"""Hello {person.first_name},

your account at {settings.SHOP_NAME} now has another email address. If this was not you, please answer this letter.
""",
    )


def link(token: str) -> str:
    return f"{settings.SITE_URL}/reset-password?token={token}"


def send_letter(to: str, subject: str, text: str) -> None:
    send_mail(f"{subject} – {settings.SHOP_NAME}", text, settings.DEFAULT_FROM_EMAIL, [to])


def mail_after_commit(letter: Callable[[], None]) -> None:
    """Send it once what it tells is certain. A mail server that is away is logged and undoes nothing."""
    transaction.on_commit(letter, robust=True)
