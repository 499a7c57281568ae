"""Show events in the console, read-only. Staff change them in the shop, where the services enforce the rules."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from events.models import Event, Occurrence, Place

admin.site.register(Occurrence, ReadOnlyAdmin, ordering=["-starts_at"], date_hierarchy="starts_at")
admin.site.register(
    Event,
    ReadOnlyAdmin,
    list_display=["name", "state", "category", "price", "maximum_event_capacity", "starts_at", "is_recurring"],
    list_filter=["status", ("hidden_at", admin.EmptyFieldListFilter), "is_recurring", "category"],
)
admin.site.register(Place, ReadOnlyAdmin, list_display=["name", "address", "seats", "tax_rate", "hidden_at"])
