"""Answers match /api/schema, in an empty shop and in one with orders."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from accounts.models import User
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def list_reads(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return every path that answers GET with JSON and has no parameters, with the schema of its answer."""
    found = []
    for path, methods in schema["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if "{" not in path and "application/json" in content and path != "/api/schema":
            found.append((path, content["application/json"]["schema"]))
    return found


@pytest.mark.parametrize("is_busy", [False, True], ids=["empty", "busy"])
def test_every_list_matches_its_schema(
    schema: dict[str, Any], as_admin: APIClient, as_visitor: APIClient, visitor: User, is_busy: bool
) -> None:
    if is_busy:
        create_order(as_visitor, OccurrenceFactory(), seats=2)
    reads = list_reads(schema)

    for path, expected in reads:
        answer = as_admin.get(path)
        if answer.status_code != 200:  # it has required parameters
            continue
        validator = Draft202012Validator({**expected, "components": schema["components"]})
        assert [(path, error.message[:200]) for error in validator.iter_errors(answer.json())] == []

    assert {"/api/orders", "/api/products", "/api/users"} <= {path for path, _ in reads}
