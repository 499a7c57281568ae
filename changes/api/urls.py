"""URLs under /api for what changes after an order is placed: dates and waiting lists."""

from django.urls import re_path

from bookings.response_cache import cached_response
from changes.api.views import (
    ConcernedView,
    DateChangeViewSet,
    EventChangesView,
    LeaveByLinkView,
    StoryView,
    WaitingEntryView,
)

PUBLIC_ID = r"(?P<public_id>[0-9a-f]{24})"

EVENT = EventChangesView.as_view({"get": "retrieve", "put": "update", "delete": "destroy"})

urlpatterns = [
    re_path(rf"^products/{PUBLIC_ID}/?$", cached_response(EVENT)),
    re_path(rf"^products/{PUBLIC_ID}/preview/?$", EventChangesView.as_view({"post": "preview"})),
    re_path(r"^waiting/leave/?$", LeaveByLinkView.as_view()),
    re_path(rf"^waiting/{PUBLIC_ID}/?$", WaitingEntryView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/date-changes/?$", DateChangeViewSet.as_view({"post": "begin"})),
    re_path(rf"^products/{PUBLIC_ID}/story/?$", StoryView.as_view()),
    re_path(rf"^date-changes/{PUBLIC_ID}/?$", DateChangeViewSet.as_view({"get": "retrieve"})),
    # Saving and hiding an event and canceling or restoring a date concern orders, so the calls are here.
    re_path(rf"^products/{PUBLIC_ID}/concerned/?$", ConcernedView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/archive/?$", EventChangesView.as_view({"post": "archive"})),
    re_path(rf"^products/{PUBLIC_ID}/snooze/?$", EventChangesView.as_view({"post": "snooze"})),
    re_path(rf"^products/{PUBLIC_ID}/unsnooze/?$", EventChangesView.as_view({"post": "unsnooze"})),
]
