"""POST /api/products/{id}/snooze. In this app because skipping a booked date refunds its orders."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bookings.api.serializers.event_input import StartTimeForm
from bookings.api.serializers.events import ProductDetailSerializer
from bookings.api.views.events import ProductViewSet
from bookings.services.events import skip_date
from charityshop.api.schema import refusals
from orders import services


class SnoozeForm(StartTimeForm):
    """`refund` also refunds the date's orders. It requires a reason, which is emailed to the buyers."""

    refund = serializers.BooleanField(required=False, default=False)
    reason = serializers.CharField(required=False, allow_blank=True, allow_null=True, max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["refund"] and not attrs.get("reason"):
            raise serializers.ValidationError({"reason": "Enter a reason. It is emailed to the buyers."})
        return attrs


class SnoozeView(ProductViewSet):
    @extend_schema(request=SnoozeForm, responses={200: ProductDetailSerializer} | refusals(400, 401, 403, 404, 409))
    def snooze(self, request: Request, public_id: str) -> Response:
        """Skip a date. Without `refund`, a date that is booked is a 409."""
        form = SnoozeForm(data=request.data)
        form.is_valid(raise_exception=True)
        event, when, reason = self.get_event(), form.validated_data["startTime"], form.validated_data.get("reason")
        if form.validated_data["refund"]:
            services.skip_occurrence(event_id=event.pk, when=when, reason=reason, by=self.get_user())
        else:
            skip_date(event_id=event.pk, when=when, by=self.get_user())
        return self.respond(event)
