"""Django's URL configuration as a list: every route of a view."""

from collections.abc import Iterable, Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def list_routes() -> set[str]:
    """Return routes as `resolve(path).route` formats them, such as `^api/users/(?P<public_id>[0-9a-f]{24})/?$`."""
    return set(routes_below(get_resolver().url_patterns))


def routes_below(entries: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for entry in entries:
        route = before + str(entry.pattern).removeprefix("^") if before else str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes_below(entry.url_patterns, route)
        else:
            yield route
