"""GET /api/schema. Loaded where it is asked for, like the description itself."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from charityshop.api.description import Description

RENDERERS = (OpenApiYamlRenderer, OpenApiYamlRenderer2, OpenApiJsonRenderer, OpenApiJsonRenderer2)


@cache
def api_description() -> Mapping[str, Any]:
    """Generated once in a process: anybody may ask for it, it is slow, and only a new release changes it."""
    found: Mapping[str, Any] = Description().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return found


@cache
def rendered_description(media_type: str) -> bytes:
    renderer = next(renderer for renderer in RENDERERS if renderer.media_type == media_type)
    return bytes(renderer().render(api_description()))


class DescriptionView(APIView):
    """YAML, or JSON for whoever accepts it."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = RENDERERS

    def get(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        name = f"{settings.SPECTACULAR_SETTINGS['TITLE']}.{renderer.format}"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        media_type = str(renderer.media_type)
        content_type = f"{media_type}; charset={renderer.charset}" if renderer.charset else media_type
        return HttpResponse(rendered_description(media_type), content_type=content_type, headers=headers)
