"""Every path has one route, because Django would never use a second one."""

from collections import Counter
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def list_routes(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from list_routes(entry, path)
        elif isinstance(entry, URLPattern):
            yield path.replace("/^", "/")


def test_no_path_is_routed_twice() -> None:
    found = [path for path in list_routes(get_resolver()) if not path.startswith("admin-console/")]

    assert len(found) > 60, "the test finds routes"
    assert [path for path, times in Counter(found).items() if times > 1] == []


def test_a_slash_at_the_end_of_an_api_path_is_optional() -> None:
    files = ("journal\\.csv$", "upload(?:/.*)?$")
    found = [path for path in list_routes(get_resolver()) if path.startswith("api/") and not path.endswith(files)]

    assert [path for path in found if not path.endswith("/?$")] == []
