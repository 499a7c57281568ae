"""Messages and notices in the admin site, read-only. Staff write messages in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin, ReadOnlyInline
from notices.models import Message, Notice


class RecipientRows(ReadOnlyInline):
    model = Notice
    fields = ["booking", "seat_link", "entry"]


admin.site.register(
    Notice,
    ReadOnlyAdmin,
    exclude=["has_answered"],  # with few answers, it would say whose they are
    search_fields=[
        "public_id",
        "occurrence__event__name",
        "message__public_id",
        "booking__public_id",
        "booking__user__email",
        "seat_link__public_id",
        "entry__public_id",
    ],
)
admin.site.register(
    Message,
    ReadOnlyAdmin,
    list_display=["created_at", "occurrence", "subject", "audiences", "recipient_count", "by"],
    inlines=[RecipientRows],
)
