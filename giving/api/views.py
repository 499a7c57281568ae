"""Views with which staff set goals, and the public one of what was raised so far."""

import hashlib
import json

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.seen import parse_seen, validated_edit
from giving import services
from giving.api.serializers import (
    GoalChangesSerializer,
    GoalListSerializer,
    GoalSerializer,
    RaisedQuerySerializer,
    RaisedSerializer,
)
from giving.models import Goal
from giving.selectors import get_amounts, get_progress_of_event, get_progress_of_season


class GoalViewSet(viewsets.GenericViewSet[Goal]):
    permission_classes = [IsShopAdmin]
    serializer_class = GoalSerializer
    queryset = Goal.objects.select_related("event")
    lookup_field = "public_id"

    @extend_schema(responses={200: GoalListSerializer})
    def read_all(self, request: Request) -> Response:
        """Return all goals with what they have raised, newest first."""
        goals = list(self.get_queryset())
        return Response(GoalListSerializer({"goals": goals}, context={"raised": get_amounts(goals)}).data)

    def create(self, request: Request) -> Response:
        """Set a goal. The newest goal of an event counts."""
        sent = validated(GoalSerializer, request.data)
        goal = services.create_goal(fields=sent, by=authenticated_user(request))
        return Response(self.get_serializer(goal).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=GoalChangesSerializer, responses={200: GoalSerializer} | refusals(409))
    def update(self, request: Request, public_id: str) -> Response:
        """Replace a goal: fields that are not sent become empty. With `seen`, they keep their values."""
        sent, seen = validated_edit(GoalChangesSerializer, request.data, lambda row: self.get_serializer(row).data)
        by = authenticated_user(request)
        goal = services.change_goal(goal_id=self.get_object().pk, fields=sent, seen=seen, by=by)
        return Response(self.get_serializer(goal).data)

    @extend_schema(responses={204: None} | refusals(409))
    def destroy(self, request: Request, public_id: str) -> Response:
        seen = parse_seen(GoalSerializer, request.data, lambda row: self.get_serializer(row).data)
        services.delete_goal(goal_id=self.get_object().pk, seen=seen, by=authenticated_user(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


KEPT_FOR = 60  # seconds, by browsers
ETAG = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of an earlier response.")


class RaisedView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        parameters=[RaisedQuerySerializer, ETAG], responses={200: RaisedSerializer, 304: None} | refusals(404)
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return what an event's date or a season has raised so far. 404 without a goal."""
        asked = validated(RaisedQuerySerializer, request.query_params)
        if "season" in asked:
            progress = get_progress_of_season(asked["season"])
        else:
            progress = get_progress_of_event(asked["product"], asked.get("startTime"))
        data = RaisedSerializer(progress).data
        unchanged = json.dumps(data | {"asOf": None}, default=str)
        etag = quote_etag(hashlib.sha256(unchanged.encode()).hexdigest())
        response: HttpResponseBase = get_conditional_response(request, etag=etag) or Response(data)
        response["ETag"] = etag
        patch_cache_control(response, public=True, max_age=KEPT_FOR)
        return response
