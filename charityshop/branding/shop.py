"""The shop's settings: name, images, colors and texts. Read for each request, so that all processes agree."""

import logging
import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest

from charityshop import audit
from charityshop.branding import logo
from charityshop.branding.logo import Icons, Logo
from charityshop.branding.theme import LIGHT, Theme, theme_of
from charityshop.db.transactions import in_one_transaction
from charityshop.models import ShopSettings

MAIL_LOGO = (160, 40)  # pixels
NOT_AUDITED = ("id", "discord_address")  # a secret, also encrypted
logger = logging.getLogger(__name__)


class Shop:
    """The shop settings and values computed from them. The theme is cached by its colors (`theme_of`)."""

    def __init__(self, row: ShopSettings) -> None:
        self.row = row
        self.name = row.name or settings.SHOP_NAME
        self.charity = row.charity or self.name  # as in "Gift to …"
        self.cause = f"What is left after costs goes to {self.charity}."

    @property
    def description(self) -> str:
        return self.row.description

    @property
    def welcome(self) -> tuple[str, str]:
        """Return the first sentence, which phones show, too, and the others."""
        first, *others = re.split(r"(?<=[.!?]) +", self.row.welcome, maxsplit=1)
        return first, " ".join(others)

    @property
    def theme(self) -> Theme:
        return theme_of(self.row.colors)

    @property
    def logo(self) -> Logo | None:
        row = self.row
        return Logo(row.logo, row.logo_width, row.logo_height) if row.logo and row.logo_height else None

    @property
    def mail_logo(self) -> bytes:
        """Return the logo as a PNG for emails."""
        return logo.mail_logo(self.row.logo)

    @property
    def mail_logo_size(self) -> tuple[int, int]:
        """Return the logo's width and height in emails."""
        return self.logo.within(MAIL_LOGO) if self.logo else (MAIL_LOGO[1], MAIL_LOGO[1])

    @property
    def icons(self) -> Icons:
        row, felt = self.row, self.theme.light.felt
        return logo.icons_of(row.logo, felt) if row.logo or felt != LIGHT.shop.felt else logo.default_icons()

    @property
    def shared_picture(self) -> str:
        """Return the URL of the image for link previews."""
        return logo.media_url(self.row.shared_picture) if self.row.shared_picture else logo.DEFAULT_SHARED_IMAGE


last_known = Shop(ShopSettings())


def current_shop() -> Shop:
    """Return the current settings, or the last known ones while the database is unavailable."""
    global last_known  # only a fallback, because other processes may have changed the settings
    try:
        row = ShopSettings.objects.filter(pk=ShopSettings.ONLY).first()
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        logger.warning("The shop settings cannot be read; using the last known ones.")
        return last_known
    last_known = Shop(row or ShopSettings())
    return last_known


def shop_of(request: HttpRequest) -> Shop:
    """Return the shop settings, read once per request."""
    if not hasattr(request, "shop"):
        request.shop = current_shop()  # type: ignore[attr-defined]
    found: Shop = request.shop  # type: ignore[attr-defined]
    return found


@in_one_transaction
def save_settings(row: ShopSettings, *, by: Any) -> None:
    """Save the settings and record the changes in the audit log. The form has checked the colors."""
    before = ShopSettings.objects.select_for_update().filter(pk=ShopSettings.ONLY).first() or ShopSettings()
    row.pk = ShopSettings.ONLY
    felt = theme_of(row.colors).light.felt
    if row.logo or felt != LIGHT.shop.felt:
        logo.store_icons_on(row.logo, felt)
    row.save()
    audit.record("shop settings changed", row, by=by, before=values_of(before), after=values_of(row))


def values_of(row: ShopSettings) -> Mapping[str, object]:
    return audit.columns(row, tuple(field.name for field in ShopSettings._meta.fields if field.name not in NOT_AUDITED))
