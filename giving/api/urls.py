"""Routes under /api for goals and what was raised."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from giving.api.views import GoalsView, GoalView, RaisedView

urlpatterns: list[URLPattern] = [
    re_path(r"^giving/raised/?$", RaisedView.as_view()),
    re_path(r"^giving/goals/?$", GoalsView.as_view()),
    re_path(r"^giving/goals/(?P<public_id>[0-9a-f]{24})/?$", GoalView.as_view()),
]
