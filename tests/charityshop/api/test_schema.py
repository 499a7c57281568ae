"""The API's schema is generated once per process, because anyone may request it and generating it is slow."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from charityshop.api.docs import api_schema, generate_schema


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
