"""Routes under /api for vouchers and memberships."""

from django.urls import re_path

from discounts.api.views import MemberViewSet, OwnMembershipView, VoucherViewSet

urlpatterns = [
    re_path(r"^vouchers/?$", VoucherViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^vouchers/(?P<public_id>[0-9a-f]{24})/?$", VoucherViewSet.as_view({"put": "update"})),
    re_path(r"^users/profile/membership/?$", OwnMembershipView.as_view()),
    re_path(r"^members/?$", MemberViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^members/end/?$", MemberViewSet.as_view({"post": "end"})),
    re_path(r"^members/unlink/?$", MemberViewSet.as_view({"post": "unlink"})),
    re_path(r"^members/import/?$", MemberViewSet.as_view({"post": "import_list"})),
]
