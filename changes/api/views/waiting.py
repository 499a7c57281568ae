"""Leave waiting lists. In this app because an unpaid order of offered seats is canceled."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from bookings.api.serializers.waiting import WaitingEntrySerializer
from bookings.models import WaitingEntry
from bookings.selectors.waiting import get_place
from changes.services.leave_waiting_list import leave_waiting_list
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsSignedIn
from charityshop.api.schema import refusals
from charityshop.api.throttling import counting_dead_links
from charityshop.exceptions import DeadLink
from charityshop.form_fields import TextField


class LeaveSerializer(serializers.Serializer[Any]):
    reason = TextField(
        max_length=500, required=False, allow_blank=True, default="", help_text="Required of staff; for the audit log."
    )


class LeaveByLinkSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=200)


class WaitingEntryView(APIView):
    """One place on a waiting list: one's own, or for staff anybody's."""

    permission_classes = [IsSignedIn]

    @extend_schema(
        operation_id="waiting_leave",
        request=LeaveSerializer,
        responses={200: WaitingEntrySerializer} | refusals(400),
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Leave a waiting list; an offer is passed on. Staff remove the entries of others, with a reason."""
        sent = validated(LeaveSerializer, request.data)
        user = authenticated_user(request)
        entry = get_object_or_404(WaitingEntry.objects.visible_to(user), public_id=public_id)
        left = leave_waiting_list(entry_id=entry.pk, by=user, **sent)
        return Response(WaitingEntrySerializer(get_place(left, timezone.now())).data)


class LeaveByLinkView(APIView):
    """Leave a waiting list by the link in an offer's email, without signing in."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="waiting_leave_by_link",
        request=LeaveByLinkSerializer,
        responses={200: WaitingEntrySerializer} | refusals(404, 429),
    )
    def post(self, request: Request) -> Response:
        sent = validated(LeaveByLinkSerializer, request.data)
        with counting_dead_links(request):
            entry = WaitingEntry.objects.by_leave_token(sent["token"])
            if entry is None:
                raise DeadLink
        left = leave_waiting_list(entry_id=entry.pk, by=None)
        return Response(WaitingEntrySerializer(get_place(left, timezone.now())).data)
