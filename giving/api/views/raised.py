"""The public view of what was raised so far."""

import hashlib
import json

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from charityshop.api.parsers import validated
from charityshop.api.schema import refusals
from giving.api.serializers.raised import RaisedQuerySerializer, RaisedSerializer
from giving.selectors.goals import CACHED_FOR, get_progress_of_event, get_progress_of_season

ETAG = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of an earlier response.")


class RaisedView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="giving_raised",
        parameters=[RaisedQuerySerializer, ETAG],
        responses={200: RaisedSerializer, 304: None} | refusals(400, 404),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return what an event's date or a season has raised so far, at most a minute old. 404 without a goal."""
        asked = validated(RaisedQuerySerializer, request.query_params)
        if "season" in asked:
            progress = get_progress_of_season(asked["season"])
        else:
            progress = get_progress_of_event(asked["product"], asked.get("startTime"))
        data = RaisedSerializer(progress).data
        etag = quote_etag(hashlib.sha256(json.dumps(data, default=str).encode()).hexdigest())
        response: HttpResponseBase = get_conditional_response(request, etag=etag) or Response(data)
        response["ETag"] = etag
        patch_cache_control(response, public=True, max_age=CACHED_FOR)
        return response
