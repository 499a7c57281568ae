"""The shop settings in the console, a single page."""

from typing import Any

from django.contrib import admin
from django.forms import Script
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from charityshop.admin.shop_settings_form import COLOURS, ShopForm
from charityshop.branding.contrast import pairs, tokens_in
from charityshop.branding.shop import Shop, save_settings
from charityshop.branding.theme import DARK, LIGHT
from charityshop.models import ShopSettings

SHARED_PICTURE = ("shared_picture_now", "new_shared_picture", "remove_shared_picture")
ABOUT_SECTIONS = ("about_1_title", "about_1", "about_2_title", "about_2", "about_3_title", "about_3")
ABOUT_COLOURS = (
    "Three are enough: those of the dark scheme are worked out where they are empty. "
    "Colors that some people could not read are refused, with the nearest that they can."
)
ABOUT_ABOUT = (
    "What “Our Story” leads to, in up to three sections. An empty line begins a new paragraph. "
    "A section without a text is left out."
)


@admin.register(ShopSettings)
class ShopSettingsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    form = ShopForm
    readonly_fields = ["logo_now", "shared_picture_now", "how_they_read"]
    fieldsets = [
        ("Name", {"fields": ["name", "tagline", "description", "contact_email", "maker_credit"]}),
        ("Pictures", {"fields": ["logo_now", "new_logo", "remove_logo", *SHARED_PICTURE]}),
        ("Colors", {"fields": [*COLOURS, "how_they_read"], "description": ABOUT_COLOURS}),
        ("Home page", {"fields": ["welcome", "invitation_title", "invitation"]}),
        ("About Us", {"fields": ["about", *ABOUT_SECTIONS], "description": ABOUT_ABOUT}),
    ]

    class Media:
        js = [Script("console/colours.js", defer=True)]

    @admin.display(description="Logo now")
    def logo_now(self, row: ShopSettings) -> SafeString:
        return render_to_string("admin/charityshop/logo_now.html", {"shop": Shop(row)})

    @admin.display(description="Social picture now")
    def shared_picture_now(self, row: ShopSettings) -> SafeString:
        return render_to_string("admin/charityshop/shared_picture_now.html", {"shop": Shop(row)})

    @admin.display(description="How they read")
    def how_they_read(self, row: ShopSettings) -> SafeString:
        """Show the contrast of each checked pair of colors, as saved."""
        colours = row.colours.that_are_colours()
        schemes = [(scheme, pairs(scheme, tokens_in(scheme, colours))) for scheme in (LIGHT, DARK)]
        return render_to_string("admin/charityshop/how_they_read.html", {"schemes": schemes})

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
