"""Figures for organizers."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from charityshop.api.csv_export import SPREADSHEET, IgnoreAcceptHeader, csv_response
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.throttling import DownloadThrottle
from figures.api.serializers import RangeSerializer, SummarySerializer
from figures.selectors.spreadsheet import HEADER, list_rows
from figures.selectors.summary import get_summary


def read_summary(request: Request) -> dict[str, Any]:
    form = RangeSerializer(data=request.query_params)
    form.is_valid(raise_exception=True)
    return get_summary(*form.get_days())


class FiguresView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]

    @extend_schema(parameters=[RangeSerializer], responses={200: SummarySerializer} | refusals(404))
    def get(self, request: Request) -> Response:
        """Return how the dates of a season or of twelve months went. No figure is about a single person."""
        return Response(SummarySerializer(read_summary(request)).data)


class FiguresExportView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(parameters=[RangeSerializer], responses=SPREADSHEET | refusals(404))
    def get(self, request: Request) -> HttpResponse:
        """Export the figures as a spreadsheet."""
        summary = read_summary(request)
        return csv_response("figures-{first}-{last}".format(**summary), HEADER, list_rows(summary))
