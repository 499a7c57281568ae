"""Content negotiation for downloads."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

SPREADSHEET: dict[Any, Any] = {(200, "text/csv"): OpenApiTypes.STR}


class IgnoreAcceptHeader(DefaultContentNegotiation):
    """Ignore the Accept header: clients accept text/csv, but errors are JSON."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
