"""The Discord channel in the console's shop settings."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from charityshop.admin.shop_settings import ShopSettingsAdmin
from charityshop.admin.shop_settings_form import ShopForm
from charityshop.branding.shop import shop_of
from charityshop.models import ShopSettings
from outbox.discord.address import encrypt_address
from outbox.discord.delivery import Refused, deliver
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from outbox.sending import ChannelBusy, ChannelGone

HELP = (
    "A channel gets a post when an event is published, seats of a full date are free for everybody, a date is moved or "
    "canceled, a round of a tournament is paired, and the guests of a date are thanked with what it raised. Posts name "
    "no person."
)


class ShopFormWithDiscord(ShopForm):
    new_discord_address = forms.CharField(
        required=False,
        label="New webhook address",
        max_length=300,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "class": "vTextField"}),
        help_text="In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL. It is stored "
        "encrypted, and the shop never shows it again.",
    )
    remove_discord = forms.BooleanField(required=False, label="Post nothing")

    def clean_new_discord_address(self) -> None:
        if text := self.cleaned_data["new_discord_address"]:
            try:
                self.instance.discord_address, self.instance.discord_problem = encrypt_address(text), ""
            except ValueError as refusal:
                raise forms.ValidationError(str(refusal)) from None

    def save(self, commit: bool = True) -> ShopSettings:
        if self.cleaned_data["remove_discord"]:
            self.instance.discord_address = self.instance.discord_problem = ""
        return super().save(commit)


@admin.register(ShopSettings)
class ShopSettingsWithDiscord(ShopSettingsAdmin):
    form = ShopFormWithDiscord
    readonly_fields = [*ShopSettingsAdmin.readonly_fields, "discord"]
    fieldsets = [
        *ShopSettingsAdmin.fieldsets[:-1],
        ("Discord", {"fields": ["discord", "new_discord_address", "remove_discord"], "description": HELP}),
        ShopSettingsAdmin.fieldsets[-1],  # gifts
    ]

    @admin.display(description="Channel")
    def discord(self, row: ShopSettings) -> SafeString:
        posts = Outgoing.objects.filter(channel=Outgoing.Channel.DISCORD)
        last = posts.filter(attempts__gt=0).order_by("-pk").first()
        return render_to_string("admin/outbox/discord.html", {"row": row, "last": last})

    def save_model(self, request: HttpRequest, obj: ShopSettings, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "_test_discord" in request.POST:
            self.send_test(request)

    def send_test(self, request: HttpRequest) -> None:
        """Post a sentence to the channel, and say what became of it."""
        try:
            deliver(f"This is a test from {shop_of(request).name}.")
        except (ChannelBusy, ChannelGone, NothingToSend, Refused) as problem:
            self.message_user(request, f"The test was not posted. {problem}", messages.ERROR)
        else:
            self.message_user(request, "The test was posted. Look at the channel.")
