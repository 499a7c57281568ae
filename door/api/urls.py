"""The door under /api: tickets at the entrance."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
