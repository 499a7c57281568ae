"""Show recaps and what guests answered in the console, read-only. Staff change them on the guest list."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from recaps.models import Answer, Recap, Recipient


@admin.register(Recap)
class RecapAdmin(ReadOnlyAdmin):
    list_display = ["occurrence", "sent_at", "stopped_at", "raised", "buyers", "is_so_far"]
    list_select_related = ["occurrence__event"]
    search_fields = ["occurrence__event__name"]


@admin.register(Recipient)
class RecipientAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "recap", "booking", "seat_link"]
    exclude = ["has_answered"]  # with few answers, it would say whose they are
    list_select_related = ["recap__occurrence__event", "booking", "seat_link"]
    search_fields = ["public_id", "booking__public_id", "seat_link__public_id"]


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    list_display = ["recap", "is_good", "text"]
    list_filter = ["is_good"]
    list_select_related = ["recap__occurrence__event"]
    search_fields = ["recap__occurrence__event__name", "text"]
