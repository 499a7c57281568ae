"""GET /api/schema, the API's description, and /api/docs, the same to read in a browser.

What makes it is loaded when somebody asks: no other answer needs it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    path: str
    summary: str
    parameters: list[Mapping[str, Any]]
    body: str  # the name of what is sent
    answers: list[tuple[str, str]]  # status, and the name of what is answered


@csrf_exempt  # as all of the API: charityshop.middleware.types judges by origin
def api_schema(request: HttpRequest) -> HttpResponseBase:
    from charityshop.api.schema_view import DescriptionView  # noqa: PLC0415 - see above

    return DescriptionView.as_view()(request)


@require_safe
@gzip_page
@cache_control(public=True, max_age=300)
def api_docs(request: HttpRequest) -> HttpResponseBase:
    from charityshop.api.schema_view import api_description  # noqa: PLC0415 - see above

    schema = api_description()
    return render(request, "api_docs.html", {"info": schema["info"], "calls": list(calls_of(schema))})


def calls_of(schema: Mapping[str, Any]) -> Iterator[Call]:
    for path, operations in schema["paths"].items():
        for method in METHODS:
            if operation := operations.get(method):
                yield Call(
                    method=method.upper(),
                    path=path,
                    summary=operation.get("summary") or operation.get("description", ""),
                    parameters=operation.get("parameters", []),
                    body=name_in(operation.get("requestBody", {})),
                    answers=[(status, name_in(answer)) for status, answer in operation["responses"].items()],
                )


def name_in(described: Mapping[str, Any]) -> str:
    """The component that a body refers to, such as "ProductDetail" or "list of Order"; empty for none."""
    schemas = [content.get("schema", {}) for content in described.get("content", {}).values()]
    schema = schemas[0] if schemas else {}
    is_list = schema.get("type") == "array"
    found = re.search(r"#/components/schemas/(\w+)", str(schema))
    return f"{'list of ' if is_list else ''}{found[1]}" if found else ""
