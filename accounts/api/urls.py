"""Routes under /api/users. The trailing slash is optional; a redirect would lose the request body."""

from django.urls import re_path

from accounts.api.views import (
    EmailCodeViewSet,
    EverySessionView,
    LostFactorViewSet,
    OwnSessionsViewSet,
    PasswordViewSet,
    RecoveryCodesViewSet,
    SecondFactorViewSet,
    SessionViewSet,
    UserViewSet,
)

ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^users/?$", UserViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^users/auth/?$", SessionViewSet.as_view({"post": "sign_in"})),
    re_path(r"^users/auth/code/?$", EmailCodeViewSet.as_view({"post": "send"})),
    re_path(r"^users/auth/code/check/?$", EmailCodeViewSet.as_view({"post": "check"})),
    re_path(r"^users/logout/?$", SessionViewSet.as_view({"post": "sign_out"})),
    re_path(r"^users/logout-everywhere/?$", EverySessionView.as_view()),
    re_path(r"^users/sessions/?$", OwnSessionsViewSet.as_view({"get": "list", "delete": "end_others"})),
    re_path(rf"^users/sessions/{ID}/?$", OwnSessionsViewSet.as_view({"delete": "end"})),
    re_path(
        r"^users/second-factor/?$",
        SecondFactorViewSet.as_view({"get": "read", "post": "begin", "put": "confirm", "delete": "turn_off"}),
    ),
    re_path(r"^users/second-factor/recovery-codes/?$", RecoveryCodesViewSet.as_view({"post": "renew"})),
    re_path(rf"^users/{ID}/second-factor/?$", LostFactorViewSet.as_view({"delete": "remove"})),
    re_path(r"^users/reset-password/?$", PasswordViewSet.as_view({"put": "reset"})),
    re_path(r"^users/change-password/?$", PasswordViewSet.as_view({"put": "change"})),
    re_path(r"^users/forgot-password/?$", PasswordViewSet.as_view({"post": "forgot"})),
    re_path(r"^users/set-password/?$", PasswordViewSet.as_view({"post": "set"})),
    re_path(rf"^users/{ID}/?$", UserViewSet.as_view({"get": "retrieve", "put": "update", "delete": "destroy"})),
]
