"""What /api/schema says of an answer is true of the answer, in an empty shop as well as in a busy one."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from accounts.models import User
from tests.orders.asking import place
from tests.support.factories import OccurrenceFactory


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def readings(description: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every path that is read as JSON and names nothing in particular, with what is said of its answer."""
    found = []
    for path, methods in description["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if "{" not in path and "application/json" in content and path != "/api/schema":
            found.append((path, content["application/json"]["schema"]))
    return found


@pytest.mark.parametrize("is_busy", [False, True], ids=["empty", "busy"])
def test_every_list_is_what_is_said_of_it(
    description: dict[str, Any], as_admin: APIClient, as_visitor: APIClient, visitor: User, is_busy: bool
) -> None:
    if is_busy:
        place(as_visitor, OccurrenceFactory(), seats=2)
    found = readings(description)

    for path, said in found:
        answer = as_admin.get(path)
        if answer.status_code != 200:  # it wants to be asked about something
            continue
        validator = Draft202012Validator({**said, "components": description["components"]})
        assert [(path, error.message[:200]) for error in validator.iter_errors(answer.json())] == []

    assert {"/api/orders", "/api/products", "/api/users"} <= {path for path, _ in found}
