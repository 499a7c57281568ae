"""The shop's settings: name, images, colors and texts. Read for each request, so that all processes agree."""

import logging
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
logger = logging.getLogger(__name__)


class Shop:
    """The settings with what follows from them. What is costly to work out is kept by its colours, not by time."""

    def __init__(self, row: ShopSettings) -> None:
        self.row = row
        self.name = row.name or settings.SHOP_NAME

    @property
    def description(self) -> str:
        return self.row.description

    @property
    def theme(self) -> Theme:
        return theme_of(self.row.colours)

    @property
    def logo(self) -> Logo | None:
        row = self.row
        return Logo(row.logo, row.logo_width, row.logo_height) if row.logo and row.logo_height else None

    @property
    def mail_logo(self) -> bytes:
        """A PNG. The shop's own mark where the logo's file is lost: a mail is worth more than its logo."""
        return logo.mail_logo(self.row.logo)

    @property
    def mail_logo_size(self) -> tuple[int, int]:
        """The width and height that mails give it."""
        return self.logo.within(MAIL_LOGO) if self.logo else (MAIL_LOGO[1], MAIL_LOGO[1])

    @property
    def icons(self) -> Icons:
        row, felt = self.row, self.theme.light.felt
        return logo.icons_of(row.logo, felt) if row.logo or felt != LIGHT.shop.felt else logo.shops_icons()

    @property
    def shared_picture(self) -> str:
        """Its address on this site."""
        return logo.address(self.row.shared_picture) if self.row.shared_picture else logo.SHARED_PICTURE


last_known = Shop(ShopSettings())


def current_shop() -> Shop:
    """One look at one row by its key. While the database is away the shop looks as it did last."""
    global last_known  # never the truth, only better than nothing
    try:
        row = ShopSettings.objects.filter(pk=ShopSettings.ONLY).first()
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        logger.warning("The shop's settings cannot be read; it looks as it did last.")
        return last_known
    last_known = Shop(row or ShopSettings())
    return last_known


def shop_of(request: HttpRequest) -> Shop:
    """The shop as it was when this request first asked."""
    if not hasattr(request, "shop"):
        request.shop = current_shop()  # type: ignore[attr-defined]
    found: Shop = request.shop  # type: ignore[attr-defined]
    return found


@in_one_transaction
def save_settings(row: ShopSettings, *, by: Any) -> None:
    """Keep the settings and put what changed on record. Their colours have been looked at by the form."""
    before = ShopSettings.objects.select_for_update().filter(pk=ShopSettings.ONLY).first() or ShopSettings()
    row.pk = ShopSettings.ONLY
    felt = theme_of(row.colours).light.felt
    if row.logo or felt != LIGHT.shop.felt:
        logo.store_icons_on(row.logo, felt)
    row.save()
    audit.record("shop settings changed", row, by=by, before=values_of(before), after=values_of(row))


def values_of(row: ShopSettings) -> Mapping[str, object]:
    return audit.columns(row, tuple(field.name for field in ShopSettings._meta.fields if not field.primary_key))
