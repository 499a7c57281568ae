"""The outbox in the console: view messages and send them again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from charityshop.admin.base import ReadOnlyAdmin
from outbox.erasure import ERASED
from outbox.messages import send_again
from outbox.models import Outgoing

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
