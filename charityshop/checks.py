"""What `manage.py check --deploy` looks at beyond Django's own: that mails reach somebody."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

GOES_NOWHERE = ("console", "dummy", "locmem", "filebased")


@register(Tags.security, deploy=True)
def mails_reach_somebody(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """An error in a live shop: buyers would wait for tickets, and links that open accounts would stand in the log."""
    module = settings.EMAIL_BACKEND.split(".")[-2]
    if settings.DEMO or module not in GOES_NOWHERE:
        return []
    is_live = settings.PAYPAL_ENVIRONMENT == "live"
    hint = "Set EMAIL_URL to a mail server, such as smtp+tls://user:password@host:587."
    said = "Mails are not sent: EMAIL_URL names no mail server, and upkeep prints them, links that open accounts too."
    return [
        Error(said, hint=hint, id="charityshop.E001") if is_live else Warning(said, hint=hint, id="charityshop.W001")
    ]
