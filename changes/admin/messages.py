"""Staff's messages in the admin site, and who got them."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin, ReadOnlyInline
from orders.models import Message, MessageRecipient


class RecipientRows(ReadOnlyInline):
    model = MessageRecipient
    fields = ["booking", "seat_link", "entry"]


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "occurrence", "subject", "audiences", "recipient_count", "by"]
    list_select_related = ["occurrence__event", "by"]
    search_fields = ["public_id", "subject", "occurrence__event__name", "by__email"]
    date_hierarchy = "created_at"
    ordering = ["-pk"]
    inlines = [RecipientRows]


@admin.register(MessageRecipient)
class MessageRecipientAdmin(ReadOnlyAdmin):
    list_display = ["message", "booking", "seat_link", "entry"]
    list_select_related = ["message", "booking", "seat_link", "entry"]
    search_fields = ["message__public_id", "booking__public_id", "seat_link__public_id", "entry__public_id"]
    ordering = ["-pk"]
