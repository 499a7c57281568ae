"""Routes under /api for tickets and the door."""

from django.urls import re_path

from door.api.views.doors import DoorDrawerViewSet, DoorViewSet, NextDatesView
from door.api.views.late_guests import PayLinkViewSet
from door.api.views.passes import PassViewSet
from door.api.views.phones import EntranceViewSet, EntriesView, PhoneViewSet, TillViewSet

ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^products/next-dates/?$", NextDatesView.as_view()),
    re_path(rf"^passes/{ID}/split/?$", PassViewSet.as_view({"post": "split"})),
    re_path(rf"^passes/{ID}/replace/?$", PassViewSet.as_view({"post": "replace"})),
    re_path(r"^door/nights/?$", DoorViewSet.as_view({"get": "read_of_date", "post": "open"})),
    re_path(rf"^door/nights/{ID}/?$", DoorViewSet.as_view({"get": "retrieve"})),
    re_path(rf"^door/nights/{ID}/links/?$", DoorViewSet.as_view({"post": "create_link"})),
    re_path(rf"^door/nights/{ID}/check-in/?$", DoorViewSet.as_view({"post": "check_in"})),
    re_path(rf"^door/nights/{ID}/undo/?$", DoorViewSet.as_view({"post": "undo"})),
    re_path(rf"^door/nights/{ID}/close/?$", DoorViewSet.as_view({"post": "close"})),
    re_path(rf"^door/links/{ID}/?$", DoorViewSet.as_view({"delete": "revoke_link"})),
    re_path(r"^door/link/?$", EntranceViewSet.as_view({"post": "read_link"})),
    re_path(r"^door/enter/?$", EntranceViewSet.as_view({"post": "enter"})),
    re_path(r"^door/list/?$", PhoneViewSet.as_view({"get": "read_list"})),
    re_path(r"^door/entries/?$", EntriesView.as_view()),
    re_path(r"^door/leave/?$", PhoneViewSet.as_view({"post": "leave"})),
    re_path(r"^door/sales/?$", TillViewSet.as_view({"post": "sell"})),
    re_path(r"^door/late/(?P<token>[^/]{1,200})/?$", PayLinkViewSet.as_view({"get": "retrieve", "post": "order"})),
    re_path(r"^door/allotment/?$", TillViewSet.as_view({"put": "set_allotment"})),
    re_path(r"^door/drawer/?$", TillViewSet.as_view({"get": "read_drawer", "post": "open_drawer"})),
    re_path(r"^door/drawer/counts/?$", TillViewSet.as_view({"post": "count_drawer"})),
    re_path(r"^door/drawer/close/?$", TillViewSet.as_view({"post": "close_drawer"})),
    re_path(rf"^door/nights/{ID}/drawer/?$", DoorDrawerViewSet.as_view({"post": "open"})),
    re_path(rf"^door/nights/{ID}/drawer/counts/?$", DoorDrawerViewSet.as_view({"post": "count"})),
    re_path(rf"^door/nights/{ID}/drawer/close/?$", DoorDrawerViewSet.as_view({"post": "close"})),
    re_path(rf"^door/nights/{ID}/refunds/?$", DoorViewSet.as_view({"post": "refund"})),
]
