"""The public view of a past date's figures, and staff's views of its thank-you email."""

from django.utils import timezone
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.seen import validated_edit
from events.selectors import When
from recaps.api import serializers
from recaps.selectors.details import get_details, get_past_date, get_public_recap
from recaps.selectors.drafts import get_draft, list_dates_to_thank
from recaps.services import change_draft

KEPT_FOR = 60  # seconds, by browsers


class RecapView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        parameters=[serializers.RecapQuerySerializer], responses={200: serializers.RecapSerializer} | refusals(404)
    )
    def get(self, request: Request) -> Response:
        """Return what was received for a past date."""
        sent = validated(serializers.RecapQuerySerializer, request.query_params)
        date = get_past_date(sent["product"], sent["startTime"])
        response = Response(serializers.RecapSerializer(get_public_recap(date)).data)
        patch_cache_control(response, public=True, max_age=KEPT_FOR)
        return response


class DraftViewSet(viewsets.ViewSet):
    permission_classes = [IsShopAdmin]

    @extend_schema(responses={200: serializers.RecapDraftListSerializer})
    def read_all(self, request: Request) -> Response:
        """Return the thank-you emails that go out next, the last date first."""
        drafts = [get_draft(date) for date in list_dates_to_thank(timezone.now())]
        return Response(serializers.RecapDraftListSerializer({"drafts": drafts}).data)

    @extend_schema(
        parameters=[serializers.RecapDraftQuerySerializer],
        responses={200: serializers.RecapDraftSerializer} | refusals(404),
    )
    def read(self, request: Request) -> Response:
        """Return the thank-you email of a past date, even after it went out, and what guests answered."""
        sent = validated(serializers.RecapDraftQuerySerializer, request.query_params)
        return self.respond(**sent)

    @extend_schema(
        request=serializers.RecapDraftFormSerializer,
        responses={200: serializers.RecapDraftSerializer} | refusals(404, 409),
    )
    def update(self, request: Request) -> Response:
        """Change the note, and stop the email or let it go out after all."""
        form = serializers.RecapDraftFormSerializer
        sent, seen = validated_edit(form, request.data, serializers.show_draft_form)
        of_date = {name: sent.pop(name) for name in ("product", "bookingDate")}
        date = get_past_date(*of_date.values(), to_staff=True)
        change_draft(date_id=date.pk, **sent, seen=seen, by=authenticated_user(request))
        return self.respond(**of_date)

    def respond(self, *, product: str, bookingDate: When) -> Response:
        date = get_past_date(product, bookingDate, to_staff=True)
        return Response(serializers.RecapDraftSerializer(get_details(date)).data)
