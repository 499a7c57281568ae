"""Routes under /api for events, their dates and waiting lists."""

from django.urls import re_path

from bookings.api.views.events import ProductViewSet
from bookings.api.views.questions import AnswersViewSet, QuestionsView
from bookings.api.views.seat_links import BookingLinksView, SeatLinkView, SeatViewSet
from bookings.api.views.waiting import OwnWaitingView, WaitingListView
from bookings.response_cache import cached_response

ID = r"(?P<public_id>[0-9a-f]{24})"
PRODUCT = rf"products/{ID}"
SEAT = r"seats/(?P<token>[^/]+)"
LIST = ProductViewSet.as_view({"get": "list", "post": "create"})
ASKED_DATE = ProductViewSet.as_view({"get": "asked_date"})
ALL_DATES = ProductViewSet.as_view({"get": "everything"})

urlpatterns = [
    re_path(r"^products/?$", cached_response(LIST)),
    re_path(r"^products/all/?$", cached_response(ALL_DATES)),
    re_path(r"^products/import/?$", ProductViewSet.as_view({"post": "import_calendar"})),
    re_path(rf"^{PRODUCT}/asked-date/?$", ASKED_DATE),
    re_path(rf"^{PRODUCT}/restore/?$", ProductViewSet.as_view({"post": "restore"})),
    re_path(rf"^bookings/{ID}/links/?$", BookingLinksView.as_view()),
    re_path(rf"^links/{ID}/?$", SeatLinkView.as_view()),
    re_path(rf"^{SEAT}/?$", SeatViewSet.as_view({"get": "read", "post": "claim"})),
    re_path(rf"^{SEAT}/give-back/?$", SeatViewSet.as_view({"post": "give_back"})),
    re_path(rf"^{PRODUCT}/questions/?$", QuestionsView.as_view()),
    re_path(r"^questions/mine/?$", AnswersViewSet.as_view({"post": "list_asked"})),
    re_path(rf"^questions/{ID}/answer/?$", AnswersViewSet.as_view({"post": "answer"})),
    re_path(rf"^{PRODUCT}/waiting/?$", WaitingListView.as_view()),
    re_path(r"^waiting/?$", OwnWaitingView.as_view()),
]
