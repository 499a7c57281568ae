"""Content negotiation for downloads."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

SPREADSHEET: dict[Any, Any] = {(200, "text/csv"): OpenApiTypes.STR}


class AnyAccept(DefaultContentNegotiation):
    """A spreadsheet is asked for as text/csv, a refusal of it is JSON all the same."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
