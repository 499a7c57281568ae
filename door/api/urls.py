"""Routes under /api for tickets and the door."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from door.api.views.doors import (
    CashRefundView,
    CheckInView,
    CloseView,
    DoorCloseDrawerView,
    DoorCountView,
    DoorDrawerView,
    DoorLinksView,
    DoorsView,
    DoorView,
    LinkView,
    UndoView,
)
from door.api.views.passes import ReplacePassView, SplitPassView
from door.api.views.phones import EnterView, EntriesView, LeaveView, LinkedDoorView, ListView
from door.api.views.tills import AllotmentView, CloseDrawerView, CountView, DrawerView, SaleView

ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns: list[URLPattern] = [
    re_path(rf"^passes/{ID}/split/?$", SplitPassView.as_view()),
    re_path(rf"^passes/{ID}/replace/?$", ReplacePassView.as_view()),
    re_path(r"^door/nights/?$", DoorsView.as_view()),
    re_path(rf"^door/nights/{ID}/?$", DoorView.as_view()),
    re_path(rf"^door/nights/{ID}/links/?$", DoorLinksView.as_view()),
    re_path(rf"^door/nights/{ID}/check-in/?$", CheckInView.as_view()),
    re_path(rf"^door/nights/{ID}/undo/?$", UndoView.as_view()),
    re_path(rf"^door/nights/{ID}/close/?$", CloseView.as_view()),
    re_path(rf"^door/links/{ID}/?$", LinkView.as_view()),
    re_path(r"^door/link/?$", LinkedDoorView.as_view()),
    re_path(r"^door/enter/?$", EnterView.as_view()),
    re_path(r"^door/list/?$", ListView.as_view()),
    re_path(r"^door/entries/?$", EntriesView.as_view()),
    re_path(r"^door/leave/?$", LeaveView.as_view()),
    re_path(r"^door/sales/?$", SaleView.as_view()),
    re_path(r"^door/allotment/?$", AllotmentView.as_view()),
    re_path(r"^door/drawer/?$", DrawerView.as_view()),
    re_path(r"^door/drawer/counts/?$", CountView.as_view()),
    re_path(r"^door/drawer/close/?$", CloseDrawerView.as_view()),
    re_path(rf"^door/nights/{ID}/drawer/?$", DoorDrawerView.as_view()),
    re_path(rf"^door/nights/{ID}/drawer/counts/?$", DoorCountView.as_view()),
    re_path(rf"^door/nights/{ID}/drawer/close/?$", DoorCloseDrawerView.as_view()),
    re_path(rf"^door/nights/{ID}/refunds/?$", CashRefundView.as_view()),
]
