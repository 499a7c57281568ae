"""What a web server loads once, before it forks: views, the page's template, and what commands mostly do without."""

from collections.abc import Callable

from django.template.loader import get_template
from django.urls import get_resolver

LOADERS: list[Callable[[], object]] = [lambda: get_resolver().url_patterns, lambda: get_template("app.html")]
"""Apps add theirs when they are ready."""


def load_what_workers_share() -> None:
    for load in LOADERS:
        load()
