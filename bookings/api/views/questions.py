"""Views of what an event asks its guests: for staff, and for who holds a ticket."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from bookings.api.serializers import questions as serializers
from bookings.selectors.questions import list_asked
from bookings.services.questions import answer_question, save_questions
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.seen import validated_edit
from events.models import Event


class QuestionsView(APIView):
    """What an event asks, for staff."""

    permission_classes = [IsShopAdmin]

    @extend_schema(responses={200: serializers.QuestionsSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        return Response(serializers.show_questions(get_object_or_404(Event, public_id=public_id)))

    @extend_schema(
        request=serializers.QuestionsFormSerializer, responses={200: serializers.QuestionsSerializer} | refusals(409)
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Ask these questions. One that has answers can be left out, which ends it, and not changed."""
        event = get_object_or_404(Event, public_id=public_id)
        sent, seen = validated_edit(serializers.QuestionsFormSerializer, request.data, serializers.show_form)
        save_questions(event_id=event.pk, questions=sent["questions"], seen=seen, by=authenticated_user(request))
        return Response(serializers.show_questions(event))


class AnswersViewSet(viewsets.ViewSet):
    """Calls of guests, by the codes of their tickets."""

    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    @extend_schema(request=serializers.AskedCodesSerializer, responses={200: serializers.AskedTicketsSerializer})
    def list_asked(self, request: Request) -> Response:
        """Return what tickets may still answer, by their codes, which no address may contain. Others are left out."""
        sent = validated(serializers.AskedCodesSerializer, request.data)
        tickets = list_asked(sent["codes"], timezone.now())
        return Response(serializers.AskedTicketsSerializer({"tickets": tickets}).data)

    @extend_schema(request=serializers.AnswerFormSerializer, responses={204: None} | refusals(404, 429))
    def answer(self, request: Request, public_id: str) -> Response:
        """Answer for a seat of a ticket, until its date starts."""
        sent = validated(serializers.AnswerFormSerializer, request.data)
        answer_question(question_id=public_id, **sent)
        return Response(status=204)
