"""Views with which staff cancel or move one date. In this app because that concerns the date's orders."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from bookings.api.serializers.event_input import StartTimeForm
from bookings.api.serializers.events import ProductDetailSerializer
from bookings.api.views.events import ProductViewSet
from bookings.services.events import cancel_unbooked_date
from changes.api.serializers.date_changes import (
    DateChangeBegunSerializer,
    DateChangePreviewSerializer,
    DateChangeRequestSerializer,
    DateChangeSerializer,
    build_date_change_request,
)
from changes.models import DateChange
from changes.selectors.date_changes import get_progress
from changes.services.date_changes.begin_date_change import begin_date_change, preview_date_change
from changes.services.date_changes.process_date_changes import cancel_date, restore_date
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.form_fields import TextField
from events.models import Event


class SnoozeForm(StartTimeForm):
    """`refund` also refunds the date's orders. It requires a reason, which is emailed to the buyers."""

    refund = serializers.BooleanField(required=False, default=False)
    reason = TextField(required=False, allow_blank=True, allow_null=True, max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["refund"] and not attrs.get("reason"):
            raise serializers.ValidationError({"reason": "Enter a reason. It is emailed to the buyers."})
        return attrs


class SnoozeView(ProductViewSet):
    @extend_schema(request=SnoozeForm, responses={200: ProductDetailSerializer} | refusals(409))
    def snooze(self, request: Request, public_id: str) -> Response:
        """Cancel a date. Without `refund`, a date that is booked is a 409."""
        sent = validated(SnoozeForm, request.data)
        event, when, reason = self.get_event(), sent["startTime"], sent.get("reason")
        if sent["refund"]:
            cancel_date(event_id=event.pk, when=when, reason=reason, by=self.get_user())
        else:
            cancel_unbooked_date(event_id=event.pk, when=when, by=self.get_user())
        return self.respond(event)

    @extend_schema(request=StartTimeForm, responses={200: ProductDetailSerializer} | refusals(409))
    def unsnooze(self, request: Request, public_id: str) -> Response:
        """Restore a canceled date. While the buyers of a canceled date are choosing, this is a 409."""
        event = self.get_event()
        sent = validated(StartTimeForm, request.data)
        restore_date(event_id=event.pk, when=sent["startTime"], by=self.get_user())
        return self.respond(event)


class DateChangesView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="date_change_begin",
        request=DateChangeRequestSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: DateChangePreviewSerializer, 202: DateChangeBegunSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Cancel or move one date, and let its buyers choose; or, with `preview`, say whom that would affect."""
        sent = validated(DateChangeRequestSerializer, request.data)
        event = get_object_or_404(Event, public_id=public_id)
        change_request = build_date_change_request(sent)
        if sent["preview"]:
            preview = preview_date_change(event_id=event.pk, change_request=change_request)
            return Response(DateChangePreviewSerializer(preview).data)
        change = begin_date_change(
            event_id=event.pk,
            change_request=change_request,
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        return Response(DateChangeBegunSerializer(change).data, status=status.HTTP_202_ACCEPTED)


class DateChangeView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(operation_id="date_change", responses={200: DateChangeSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return how far a change has got."""
        change = get_object_or_404(DateChange.objects.select_related("occurrence__event"), public_id=public_id)
        return Response(DateChangeSerializer(get_progress(change)).data)
