"""Show bookings and waiting lists in the console, read-only. Only the shop's services hold and release seats."""

from django.contrib import admin

from bookings.models import Booking, Departure, Pass, SeatChange, SeatLink, WaitingEntry
from charityshop.admin.base import ReadOnlyAdmin


@admin.register(Booking)
class BookingAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "user", "kind", "seats", "status", "held_until", "created_at"]
    list_filter = ["status", "kind"]
    list_select_related = ["occurrence__event", "user"]
    search_fields = ["public_id", "user__email", "occurrence__event__name"]
    date_hierarchy = "created_at"
    ordering = ["-public_id"]


@admin.register(SeatLink)
class SeatLinkAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "booking", "state", "first_name", "email", "generation"]
    list_filter = ["state"]
    list_select_related = ["booking"]
    search_fields = ["public_id", "booking__public_id", "booking__user__email", "first_name", "email"]


@admin.register(Pass)
class PassAdmin(ReadOnlyAdmin):
    """Without the codes, with which anybody could enter."""

    list_display = ["public_id", "booking", "seats", "label", "seat_link", "ended_at", "ended_because"]
    list_filter = ["ended_because"]
    list_select_related = ["booking", "seat_link"]
    search_fields = ["public_id", "booking__public_id", "booking__user__email", "label"]


@admin.register(Departure)
class DepartureAdmin(ReadOnlyAdmin):
    list_display = ["booking", "occurrence", "at"]
    list_select_related = ["booking", "occurrence__event"]
    search_fields = ["booking__public_id", "booking__user__email"]


@admin.register(SeatChange)
class SeatChangeAdmin(ReadOnlyAdmin):
    list_display = ["booking", "ticket", "seats", "at"]
    list_select_related = ["booking", "ticket"]
    search_fields = ["booking__public_id", "booking__user__email"]


@admin.register(WaitingEntry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "user", "seats", "at_least", "status", "offered_until", "created_at"]
    list_filter = ["status"]
    list_select_related = ["occurrence__event", "user"]
    search_fields = ["public_id", "user__email", "occurrence__event__name"]
    date_hierarchy = "created_at"
    ordering = ["-public_id"]
