"""Mails about accounts."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from charityshop.mail.outbox import never_in_the_way, post_mail


@never_in_the_way
def password_link(person: User, token: str) -> None:
    post_link(person, token, kind="password_link", subject="Set a new password")


@never_in_the_way
def reset_required(person: User, token: str) -> None:
    post_link(person, token, kind="password_reset", subject="Please set a new password")


@never_in_the_way
def email_changed(old_email: str, person: User) -> None:
    """Tell the old address, so that nobody loses an account without a word."""
    subject = "Your email address was changed"
    post_mail("email_changed", to=old_email, owner_id=person.pk, subject=subject, context={"person": person})


@never_in_the_way
def second_factor_changed(person: User, what: str) -> None:
    """`what` happened, as in “Your second factor was turned off”; so that nobody weakens an account without a word."""
    subject, context = f"Your second factor {what}", {"person": person, "what": what}
    post_mail("second_factor_changed", to=person.email, owner_id=person.pk, subject=subject, context=context)


def post_link(person: User, token: str, *, kind: str, subject: str) -> None:
    """The link lives from now on, wherever the mail waits; so a mail that is later than it is of no use."""
    lives = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    until = timezone.localtime(timezone.now() + lives)
    context = {
        "person": person,
        "link": f"{settings.SITE_URL}/reset-password?token={token}",
        "until": f"{until.hour % 12 or 12}:{until:%M %p %Z}",
    }
    post_mail(
        kind, to=person.email, owner_id=person.pk, subject=subject, context=context, is_secret=True, useful_for=lives
    )
