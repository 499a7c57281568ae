"""docs/api-schema.yaml is valid OpenAPI 3.1; `python -m tests.schema --check` compares it with the API."""

from collections import Counter
from typing import Any

import pytest
import yaml
from django.urls import get_resolver
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_framework.permissions import AllowAny, BasePermission

from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import get_permission_refusals
from tests.schema import SCHEMA
from tests.security.access.routes import routes_below


def read_schema() -> dict[str, Any]:
    return dict(yaml.load(SCHEMA.read_text(), yaml.CSafeLoader))


def list_alternatives(node: Any) -> list[list[Any]]:
    """Return every list of alternatives in the schema. A value that matches two alternatives of `oneOf` is invalid."""
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    own = [
        node[key] for key in ("oneOf", "anyOf", "type") if isinstance(node, dict) and isinstance(node.get(key), list)
    ]
    return own + [found for child in children for found in list_alternatives(child)]


def test_the_api_schema_is_valid() -> None:
    schema = read_schema()

    assert schema["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(schema).iter_errors()] == []


def test_no_alternative_is_listed_twice() -> None:
    found = list_alternatives(read_schema())

    assert len(found) > 20
    assert [several for several in found if any(several.count(one) > 1 for one in several)] == []


def test_a_permission_that_does_not_say_what_it_refuses_with_is_an_error() -> None:
    class Undescribed(BasePermission):
        pass

    assert get_permission_refusals(AllowAny()) == ()
    assert get_permission_refusals(IsShopAdmin()) == (401, 403)
    with pytest.raises(AttributeError, match=r"Undescribed.* no attribute .refuses_with"):
        get_permission_refusals(Undescribed())


def list_routes() -> list[str]:
    return [route.removeprefix("^") for route in routes_below(get_resolver().url_patterns)]


def test_no_path_is_routed_twice() -> None:
    found = [path for path in list_routes() if not path.startswith("admin-console/")]

    assert len(found) > 60, "the test finds routes"
    assert [path for path, times in Counter(found).items() if times > 1] == []


def test_a_slash_at_the_end_of_an_api_path_is_optional() -> None:
    files = ("\\.csv$", "upload(?:/.*)?$")
    found = [path for path in list_routes() if path.startswith("api/") and not path.endswith(files)]

    assert [path for path in found if not path.endswith("/?$")] == []
