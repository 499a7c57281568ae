"""The view with which staff email the people of a date."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.idempotency import get_request_key
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from events.models import Event
from notices.api.serializers import DateMessageFormSerializer, DateMessagePreviewSerializer, DateMessageSerializer
from notices.services.send_message import preview_message, send_message


class DateMessagesView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=DateMessageFormSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: DateMessagePreviewSerializer, 202: DateMessageSerializer} | refusals(409, 429),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Email the buyers, guests and waiting list of a date. Without `digest`, return a preview and send nothing."""
        form = DateMessageFormSerializer(data=request.data)
        event = get_object_or_404(Event, public_id=public_id)
        form.is_valid(raise_exception=True)
        draft, digest, by = form.build_draft(), form.validated_data.get("digest"), authenticated_user(request)
        if digest is None:
            return Response(DateMessagePreviewSerializer(preview_message(event=event, draft=draft, by=by)).data)
        request_key = get_request_key(request)
        message = send_message(event=event, draft=draft, digest=digest, request_key=request_key, by=by)
        return Response(DateMessageSerializer(message).data, status=status.HTTP_202_ACCEPTED)
