"""The API's schema is generated once per process, because anyone may request it and generating it is slow."""

from concurrent.futures import ThreadPoolExecutor
from time import process_time
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from charityshop.api.docs import api_schema, generate_schema


def seconds_of_processor(action) -> float:
    """Return the processor time of the fastest of three runs, which depends least on other load."""

    def once() -> float:
        start = process_time()
        action()
        return process_time() - start

    return min(once() for _ in range(3))


@pytest.mark.parametrize(
    ("path", "accept", "content_type", "share"),
    [
        ("/api/schema", "*/*", "application/vnd.oai.openapi; charset=utf-8", 0.25),
        ("/api/schema", "application/json", "application/json", 0.25),
        ("/api/docs", "text/html", "text/html; charset=utf-8", 1),  # the page is still rendered each time
    ],
)
def test_the_cached_schema_is_faster_than_generating_it(
    as_anonymous: APIClient, path: str, accept: str, content_type: str, share: float
) -> None:
    generating = seconds_of_processor(lambda: SchemaGenerator().get_schema(request=None, public=True))

    response = as_anonymous.get(path, HTTP_ACCEPT=accept)
    asking = seconds_of_processor(lambda: as_anonymous.get(path, HTTP_ACCEPT=accept))

    assert response.status_code == 200
    assert response["Content-Type"] == content_type
    assert asking < generating * share


def test_query_parameters_do_not_change_the_schema(as_anonymous: APIClient) -> None:
    plain = as_anonymous.get("/api/schema").content

    assert as_anonymous.get("/api/schema?version=evil&lang=xx").content == plain


def test_concurrent_requests_generate_the_schema_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """drf-spectacular fails if two threads generate their first schema at the same time."""
    generated = []
    get_schema = SchemaGenerator.get_schema

    def get_counted_schema(self: SchemaGenerator, *arguments: Any, **options: Any) -> Any:
        generated.append(self)
        return get_schema(self, *arguments, **options)

    monkeypatch.setattr(SchemaGenerator, "get_schema", get_counted_schema)
    generate_schema.cache_clear()

    with ThreadPoolExecutor(8) as pool:
        schemas = list(pool.map(lambda _: api_schema(), range(16)))

    assert len(generated) == 1
    assert all(schema is schemas[0] for schema in schemas)
