"""Emails about accounts, and how many with links an address gets."""

from datetime import timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from charityshop.api.throttling import Limit
from charityshop.text import clean_email, format_short_day, format_time
from outbox.mail.posting import log_posting_errors, post_mail
from outbox.models import Outgoing


@log_posting_errors
def password_link(user: User, token: str) -> None:
    post_link(user, token, kind="password_link", subject="Set a new password")


@log_posting_errors
def reset_required(user: User, token: str) -> None:
    post_link(user, token, kind="password_reset", subject="Please set a new password")


def sign_in_code(email: str, code: str, *, owner_id: int | None, lives: timedelta) -> Outgoing:
    context = {
        "first_name": "",  # no greeting by name: the person who registered the address may have typed a misleading one
        "code": code,
        "minutes": lives.seconds // 60,
        "link": f"{settings.SITE_URL}/login#{urlencode({'email': email, 'code': code})}",
    }
    return post_mail(
        "sign_in_code",
        to=email,
        owner_id=owner_id,
        subject="Your code to sign in",
        context=context,
        is_secret=True,
        useful_for=lives,
        is_sent_now=True,
    )


@log_posting_errors
def password_removed(user: User, token: str) -> None:
    post_link(user, token, kind="password_removed", subject="Your password was removed")


@log_posting_errors
def email_changed(old_email: str, user: User) -> None:
    """Notify the old address, so that the owner notices a takeover of the account."""
    subject = "Your email address was changed"
    post_mail("email_changed", to=old_email, owner_id=user.pk, subject=subject, context={"first_name": user.first_name})


@log_posting_errors
def second_factor_changed(user: User, what: str) -> None:
    """Notify the user. `what` completes “Two-step verification …”, for example “was turned off”."""
    subject, context = f"Two-step verification {what}", {"first_name": user.first_name, "what": what}
    post_mail("second_factor_changed", to=user.email, owner_id=user.pk, subject=subject, context=context)


def post_link(user: User, token: str, *, kind: str, subject: str) -> None:
    """Send a password link. Its lifetime starts now, so the outbox drops the message once the link has expired."""
    lives = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    until = timezone.localtime(timezone.now() + lives)
    context = {
        "first_name": user.first_name,
        "link": f"{settings.SITE_URL}/reset-password?token={token}",
        "until": f"{format_short_day(until)}, {format_time(until)} {until:%Z}",
    }
    post_mail(kind, to=user.email, owner_id=user.pk, subject=subject, context=context, is_secret=True, useful_for=lives)


# --- How many emails with links an address gets -----------------------------------------------------------------------


def can_send_password_mail(email: str) -> bool:
    """Count one email with a password link to this address. Return False, counting nothing, at the hourly limit.

    Nobody is locked out if somebody else uses up the limit: the links are in the owner's mailbox, and still work.
    """
    return Limit.of("password_mail", clean_email(email).lower()).try_spend()
