"""Post an email."""

from types import SimpleNamespace

from charityshop.mail.outbox import post_mail
from charityshop.models import OutgoingMail

ANA = SimpleNamespace(first_name="Ana")


def post(to: str = "ana@example.com", subject: str = "Hello", **more) -> OutgoingMail:
    return post_mail("email_changed", to=to, owner_id=None, subject=subject, context={"user": ANA}, **more)
