"""Second factors: setting up one's own, and removing another user's lost one."""

from django.contrib.auth import update_session_auth_hash
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import serializers
from accounts.api.views.email_codes import proof_of
from accounts.api.views.sessions import authenticated_user, respond
from accounts.models import User
from accounts.services import second_factor
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn, IsSignedInEvenWithoutSecondFactor
from charityshop.api.schema import MessageSerializer, refusals


class SecondFactorViewSet(viewsets.ViewSet):
    """Manage one's own second factor, even while one has to be set up first."""

    permission_classes = [IsSignedInEvenWithoutSecondFactor]

    @extend_schema(responses={200: serializers.SecondFactorSerializer})
    def read(self, request: Request) -> Response:
        return Response(serializers.SecondFactorSerializer(authenticated_user(request)).data)

    @extend_schema(
        request=serializers.ProofSerializer, responses={200: serializers.SetupSerializer} | refusals(409, 429, 503)
    )
    def begin(self, request: Request) -> Response:
        sent = validated(serializers.ProofSerializer, request.data)
        proof = proof_of(request, sent)
        setup = second_factor.begin_setup(proof=proof, by=authenticated_user(request))
        request.session.cycle_key()  # after the user authenticated again
        return Response(serializers.SetupSerializer(setup).data)

    @extend_schema(
        request=serializers.CodeSerializer,
        responses={200: serializers.RecoveryCodesSerializer} | refusals(409, 429, 503),
    )
    def confirm(self, request: Request) -> Response:
        sent = validated(serializers.CodeSerializer, request.data)
        user, codes = second_factor.confirm_setup(**sent, by=authenticated_user(request))
        update_session_auth_hash(request, user)  # `user` has a new session generation
        return Response({"recoveryCodes": codes})

    @extend_schema(
        request=serializers.BothFactorsSerializer, responses={200: MessageSerializer} | refusals(400, 409, 429, 503)
    )
    def turn_off(self, request: Request) -> Response:
        sent = validated(serializers.BothFactorsSerializer, request.data)
        proof = proof_of(request, sent)
        second_factor.turn_off(**sent, proof=proof, by=authenticated_user(request))
        request.session.cycle_key()  # after the user authenticated again
        return respond("Two-step verification is off.")


class RecoveryCodesViewSet(viewsets.ViewSet):
    permission_classes = [IsSignedIn]

    @extend_schema(
        request=serializers.BothFactorsSerializer,
        responses={200: serializers.RecoveryCodesSerializer} | refusals(409, 429, 503),
    )
    def renew(self, request: Request) -> Response:
        sent = validated(serializers.BothFactorsSerializer, request.data)
        proof = proof_of(request, sent)
        codes = second_factor.renew_recovery_codes(**sent, proof=proof, by=authenticated_user(request))
        request.session.cycle_key()  # after the user authenticated again
        return Response({"recoveryCodes": codes})


class LostFactorViewSet(viewsets.GenericViewSet[User]):
    """Remove the second factor of a user who lost both phone and recovery codes."""

    permission_classes = [IsShopAdmin]
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[User]:
        return User.objects.visible_to(authenticated_user(self.request))

    @extend_schema(operation_id="users_second_factor_remove", responses={200: MessageSerializer} | refusals(409))
    def remove(self, request: Request, public_id: str) -> Response:
        second_factor.remove_lost_factor(user_id=self.get_object().pk, by=authenticated_user(request))
        return respond("Two-step verification turned off.")
