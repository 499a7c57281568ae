"""The outbox in the console: messages, which can be sent again, and the Discord channel in the shop settings."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from charityshop.admin.base import ReadOnlyAdmin
from charityshop.admin.shop_settings import ShopSettingsAdmin
from charityshop.admin.shop_settings_form import ShopForm
from charityshop.branding.shop import shop_of
from charityshop.models import ShopSettings
from outbox.discord.delivery import Refused, deliver, encrypt_address
from outbox.erasure import ERASED
from outbox.messages import NothingToSend, send_again
from outbox.models import Outgoing
from outbox.sending import ChannelBusy, ChannelGone

HIDDEN = "Not shown: it contains a link that gives access to an account."
NOT_SENT_AGAIN = {
    "Emails of deleted accounts are not sent again, because they were erased with the account.": ERASED,
    "Emails with a code or a personal link are not sent again. Request a new one.": Q(is_secret=True) & ~ERASED,
}


class StateFilter(admin.SimpleListFilter):
    title = parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("waiting", "waiting"), ("sent", "sent"), ("given_up", "given up")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Outgoing]) -> QuerySet[Outgoing]:
        wanted = {
            "waiting": Q(next_try_at__isnull=False),
            "sent": Q(next_try_at=None, sent_at__isnull=False),
            "given_up": Q(next_try_at=None, sent_at=None),
        }
        return queryset.filter(wanted.get(self.value() or "", Q()))


@admin.register(Outgoing)
class OutgoingAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "channel", "kind", "to", "subject", "state", "attempts", "last_problem"]
    list_filter = [StateFilter, "channel", "kind"]
    search_fields = ["to", "subject", "public_id"]
    actions = ["send_again"]
    fields = [
        "public_id",
        "channel",
        "kind",
        "about",
        "to",
        "owner_id",
        "subject",
        "body",
        "state",
        "created_at",
        "attempts",
        "next_try_at",
        "give_up_at",
        "sent_at",
        "last_problem",
    ]

    @admin.display(description="text")
    def body(self, message: Outgoing) -> str:
        if message.is_secret:
            return HIDDEN
        return message.text or "Not written yet: that happens when it is sent."

    @admin.action(description="Send again", permissions=["send"])
    def send_again(self, request: HttpRequest, rows: QuerySet[Outgoing]) -> None:
        chosen = list(rows.values_list("pk", flat=True))
        posted = send_again(message_ids=chosen, by=request.user)
        self.message_user(request, f"{posted} of {len(chosen)} will be sent within a minute.")
        for reason, kept in NOT_SENT_AGAIN.items():
            if rows.filter(kept).exists():
                self.message_user(request, reason, messages.WARNING)

    def has_send_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request)


# --- The Discord channel ---------------------------------------------------------------------------------------------

HELP = (
    "A channel gets a post when an event is published, seats of a full date are free for everybody, a date is moved or "
    "canceled, a round of a tournament is paired, and the guests of a date are thanked with what it brought in. Posts "
    "name no person."
)


class ShopFormWithDiscord(ShopForm):
    also_writes = {
        **ShopForm.also_writes,
        "new_discord_address": "discord_address",
        "remove_discord": "discord_address",
    }

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
