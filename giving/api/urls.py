"""Routes under /api for goals and what was raised."""

from django.urls import re_path

from giving.api.views import GoalViewSet, RaisedView

urlpatterns = [
    re_path(r"^giving/raised/?$", RaisedView.as_view()),
    re_path(r"^giving/goals/?$", GoalViewSet.as_view({"get": "read_all", "post": "create"})),
    re_path(
        r"^giving/goals/(?P<public_id>[0-9a-f]{24})/?$", GoalViewSet.as_view({"put": "update", "delete": "destroy"})
    ),
]
