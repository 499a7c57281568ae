"""Views of passes, for buyers and staff."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import authenticated_user
from bookings.api.serializers.passes import PassSerializer, SplitPassSerializer
from bookings.models import Pass
from charityshop.api.permissions import IsSignedIn
from charityshop.api.schema import refusals
from door.services import passes


class PassViewSet(viewsets.GenericViewSet[Pass]):
    """A pass of one's own booking; for staff, any pass."""

    permission_classes = [IsSignedIn]
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Pass]:
        return Pass.objects.visible_to(authenticated_user(self.request))

    @extend_schema(request=SplitPassSerializer, responses={200: PassSerializer(many=True)} | refusals(409))
    def split(self, request: Request, public_id: str) -> Response:
        """Move seats of a pass to a new one with its own code. Return all passes of the booking."""
        form = SplitPassSerializer(data=request.data)
        pass_id = self.get_object().pk
        form.is_valid(raise_exception=True)
        found = passes.split_pass(pass_id=pass_id, by=authenticated_user(request), **form.validated_data)
        return Response(PassSerializer(found, many=True).data)

    @extend_schema(request=None, responses={200: PassSerializer(many=True)} | refusals(409))
    def replace(self, request: Request, public_id: str) -> Response:
        """Give a pass a new code, because somebody else may know the old one. Return all passes of the booking."""
        found = passes.replace_pass(pass_id=self.get_object().pk, by=authenticated_user(request))
        return Response(PassSerializer(found, many=True).data)
