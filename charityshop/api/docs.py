"""GET /api/schema, the OpenAPI schema of the API, and /api/docs, a page generated from it."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

RENDERERS = (OpenApiYamlRenderer, OpenApiYamlRenderer2, OpenApiJsonRenderer, OpenApiJsonRenderer2)
METHODS = ("get", "post", "put", "patch", "delete")


GENERATING = Lock()


def api_schema() -> Mapping[str, Any]:
    """Return the schema. Generate it in one thread only, because drf-spectacular is not thread-safe."""
    with GENERATING:
        return generate_schema()


@cache
def generate_schema() -> Mapping[str, Any]:
    """Generate the schema once per process: it is slow, public, and changes only with a release."""
    schema: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@cache
def rendered_schema(media_type: str) -> bytes:
    renderer = next(renderer for renderer in RENDERERS if renderer.media_type == media_type)
    return bytes(renderer().render(api_schema()))


class SchemaView(APIView):
    """Serve YAML, or JSON where the request accepts it."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = RENDERERS

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        name = f"{settings.SPECTACULAR_SETTINGS['TITLE']}.{renderer.format}"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        media_type = str(renderer.media_type)
        content_type = f"{media_type}; charset={renderer.charset}" if renderer.charset else media_type
        return HttpResponse(rendered_schema(media_type), content_type=content_type, headers=headers)


@require_safe
@gzip_page
@cache_control(public=True, max_age=300)
def api_docs(request: HttpRequest) -> HttpResponseBase:
    schema = api_schema()
    return render(request, "api_docs.html", {"info": schema["info"], "calls": list(calls_of(schema))})


def calls_of(schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for path, operations in schema["paths"].items():
        for method in METHODS:
            if operation := operations.get(method):
                yield {
                    "method": method.upper(),
                    "path": path,
                    "summary": operation.get("summary") or operation.get("description", ""),
                    "parameters": operation.get("parameters", []),
                    "body": name_in(operation.get("requestBody", {})),
                    "responses": [(status, name_in(response)) for status, response in operation["responses"].items()],
                }


def name_in(described: Mapping[str, Any]) -> str:
    """Return the component that a body refers to, such as "ProductDetail" or "list of Order", or an empty string."""
    schemas = [content.get("schema", {}) for content in described.get("content", {}).values()]
    schema = schemas[0] if schemas else {}
    is_list = schema.get("type") == "array"
    found = re.search(r"#/components/schemas/(\w+)", str(schema))
    return f"{'list of ' if is_list else ''}{found[1]}" if found else ""
