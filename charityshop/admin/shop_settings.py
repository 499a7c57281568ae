"""The shop settings in the console, a single page. `outbox.admin` adds the Discord channel and registers it."""

from typing import Any

from django.contrib import admin
from django.forms import Script
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from charityshop.admin.seen import SeenAdmin
from charityshop.admin.shop_settings_form import COLORS, RECEIPTS, ShopForm
from charityshop.branding.contrast import pairs, tokens_in
from charityshop.branding.shop import Shop, save_settings
from charityshop.branding.theme import DARK, LIGHT
from charityshop.models import ShopSettings

SHARED_IMAGE = ("current_shared_image", "new_shared_image", "remove_shared_image")
ABOUT_SECTIONS = ("about_1_title", "about_1", "about_2_title", "about_2", "about_3_title", "about_3")
COLORS_HELP = (
    "Three colors are enough: empty ones of the dark scheme are computed. "
    "Colors with too little contrast are rejected, and the nearest readable color is suggested."
)
ABOUT_HELP = (
    "The page that “Our Story” links to, with up to three sections. An empty line starts a new paragraph. "
    "Sections without a text are omitted."
)
RECEIPTS_HELP = (
    "What order pages and emails say about gifts. The texts follow IRS Publication 1771; have your accountant confirm "
    "them."
)


class ShopSettingsAdmin(SeenAdmin):
    form = ShopForm
    readonly_fields = ["current_logo", "current_shared_image", "contrast"]
    fieldsets = [
        ("Name", {"fields": ["name", "description", "contact_email", "postal_address", "maker_credit"]}),
        ("Images", {"fields": ["current_logo", "new_logo", "remove_logo", *SHARED_IMAGE]}),
        ("Colors", {"fields": [*COLORS, "contrast"], "description": COLORS_HELP}),
        ("Home page", {"fields": ["welcome", "invitation_title", "invitation"]}),
        ("About Us", {"fields": ["about", *ABOUT_SECTIONS], "description": ABOUT_HELP}),
        ("Accessibility", {"fields": ["accessibility"]}),
        ("Gifts", {"fields": ["charity", "charity_email", *RECEIPTS], "description": RECEIPTS_HELP}),
    ]

    class Media:
        js = [Script("console/colours.js", defer=True)]

    @admin.display(description="Current logo")
    def current_logo(self, row: ShopSettings) -> SafeString:
        return format_html('<span class="logo-now">{}</span>', render_to_string("admin/logo.html", {"shop": Shop(row)}))

    @admin.display(description="Current social image")
    def current_shared_image(self, row: ShopSettings) -> SafeString:
        image = '<img class="shared-picture-now" src="{}" width="1200" height="630" alt="What link previews show">'
        return format_html(image, Shop(row).shared_picture)

    @admin.display(description="Contrast")
    def contrast(self, row: ShopSettings) -> SafeString:
        """Show the contrast of each checked pair of colors, as saved."""
        colors = row.colors.only_valid()
        schemes = [(scheme, pairs(scheme, tokens_in(scheme, colors))) for scheme in (LIGHT, DARK)]
        return render_to_string("admin/charityshop/contrast.html", {"schemes": schemes})

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> ShopSettings | None:
        """Return the saved settings, or the defaults if nothing was saved yet."""
        found = super().get_object(request, object_id, from_field)
        return found or (ShopSettings(pk=ShopSettings.ONLY) if object_id == str(ShopSettings.ONLY) else None)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return redirect("admin:charityshop_shopsettings_change", ShopSettings.ONLY)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        titles = {"title": "Shop settings", "subtitle": None}
        return super().change_view(request, object_id, form_url, {**titles, **(extra_context or {})})

    def save_model(self, request: HttpRequest, obj: ShopSettings, form: Any, change: bool) -> None:
        save_settings(obj, by=request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ShopSettings | None = None) -> bool:
        return False
