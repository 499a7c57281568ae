"""Show bookings in the console, read-only. Only the shop's services hold and release seats."""

from django.contrib import admin

from bookings.models import Answer, Booking, Question
from charityshop.admin.base import ReadOnlyAdmin

admin.site.register(
    Booking,
    ReadOnlyAdmin,
    list_display=["public_id", "occurrence", "user", "kind", "seats", "status", "held_until", "created_at"],
)
admin.site.register(Question, ReadOnlyAdmin, list_display=["public_id", "event", "text", "together", "ended_at"])
admin.site.register(Answer, ReadOnlyAdmin, list_display=["pk", "question", "ticket", "seat", "choice"])
