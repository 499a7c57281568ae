"""Views of tournaments: everybody reads them, and scorekeepers create them and take them over."""

import hashlib
from typing import cast

from django.conf import settings
from django.core.cache import caches
from django.http.response import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.http import quote_etag
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, acts_as_admin
from charityshop.api.schema import refusals
from charityshop.api.seen import validated_edit
from charityshop.exceptions import Missing
from door.models import Phone
from door.services.phones import WrongRole
from events.models import Event
from tables.api import serializers
from tables.api.permissions import (
    IsPhoneOrAdmin,
    IsScorekeeper,
    PhoneOrSession,
    SendingPhoneOrSession,
    get_admin,
    get_phone,
)
from tables.models import Tournament
from tables.selectors import find_seats, get_version, list_tournaments, select_tournaments, show_tournament
from tables.services.entries import store_facts
from tables.services.reports import report_result
from tables.services.tournaments import change_settings, create_tournament, hide_standings, take_lease

ETAG = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of an earlier response.")
MAX_AGE = 5  # seconds


class TournamentsView(APIView):
    authentication_classes = [PhoneOrSession]

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.request.method in ("GET", "HEAD") else IsScorekeeper()]

    @extend_schema(
        operation_id="tables_of_event",
        parameters=[serializers.TournamentsOfEventSerializer],
        responses={200: serializers.TournamentListSerializer} | refusals(404),
    )
    def get(self, request: Request) -> Response:
        """Return which dates of an event have a tournament. Staff and phones of the event see hidden ones, too."""
        sent = validated(serializers.TournamentsOfEventSerializer, request.query_params)
        event = get_object_or_404(Event, public_id=sent["product"])
        phone = cast(Phone | None, request.auth)
        to_staff = acts_as_admin(request.user) or (phone is not None and phone.door.occurrence.event_id == event.pk)
        if not to_staff and not event.is_public:
            raise Missing("There is no such event.", code="not_found")
        listed = list_tournaments(event, timezone.now(), to_staff=to_staff)
        return Response(serializers.TournamentListSerializer({"tables": listed}).data)

    @extend_schema(
        request=serializers.NewTournamentSerializer,
        responses={201: serializers.TournamentSerializer} | refusals(404, 409),
    )
    def post(self, request: Request) -> Response:
        """Create the tournament of a date. Its players are who is inside."""
        sent = validated(serializers.NewTournamentSerializer, request.data)
        chosen = dict(sent)
        event = get_object_or_404(Event, public_id=chosen.pop("product"))
        when = chosen.pop("bookingDate")
        phone = get_phone(request)
        by = None if phone else get_admin(request)
        created = create_tournament(event=event, when=when, settings=chosen, phone=phone, by=by)
        shown = show_tournament(select_tournaments().get(pk=created.pk))
        return Response(serializers.TournamentSerializer(shown).data, status=status.HTTP_201_CREATED)


@method_decorator(gzip_page, name="dispatch")
class TournamentView(APIView):
    def get_permissions(self) -> list[BasePermission]:
        return [IsShopAdmin() if self.request.method == "PUT" else AllowAny()]

    def perform_authentication(self, request: Request) -> None:
        """Look for the user only where it matters, because phones ask all evening."""

    @extend_schema(parameters=[ETAG], responses={200: serializers.TournamentSerializer, 304: None})
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return a tournament, or 304 if that is what the phone has, which costs one query."""
        tournament = get_object_or_404(select_tournaments(), public_id=public_id)
        is_public = tournament.is_public(timezone.now())
        if not is_public and not acts_as_admin(request.user):
            raise Missing("There are no such tables.", code="not_found")
        version = hashlib.sha256(get_version(tournament, timezone.now()).encode()).hexdigest()
        response: HttpResponseBase | None = get_conditional_response(request, etag=quote_etag(version))
        response = response or HttpResponse(read_json(tournament, version), content_type="application/json")
        response["ETag"] = quote_etag(version)
        patch_cache_control(response, **({"public": True, "max_age": MAX_AGE} if is_public else {"private": True}))
        return response

    @extend_schema(request=serializers.HideTournamentSerializer, responses={200: serializers.HideTournamentSerializer})
    def put(self, request: Request, public_id: str) -> Response:
        """Hide a tournament from everybody but staff once it is over, or show it again."""
        form = serializers.HideTournamentSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        tournament = get_object_or_404(Tournament, public_id=public_id)
        hide_standings(tournament_id=tournament.pk, **form.validated_data, by=authenticated_user(request))
        return Response(form.data)


def read_json(tournament: Tournament, version: str) -> bytes:
    """Return the answer, made once for all phones that ask as soon as it has changed."""
    cache, key = caches["responses"], f"tables:{version}"
    found: bytes | None = cache.get(key)
    if found is None:
        found = JSONRenderer().render(serializers.TournamentSerializer(show_tournament(tournament)).data)
        cache.set(key, found, settings.RESPONSE_MAX_AGE)
    return found


class ScorekeeperViewSet(viewsets.GenericViewSet[Tournament]):
    authentication_classes = [PhoneOrSession]
    permission_classes = [IsScorekeeper]
    queryset = Tournament.objects.all()
    lookup_field = "public_id"

    @extend_schema(
        request=serializers.TournamentSettingsFormSerializer,
        responses={200: serializers.TournamentSerializer} | refusals(409),
    )
    def update_settings(self, request: Request, public_id: str) -> Response:
        """Replace the settings, until the first round is paired. With `seen`, those that are not sent stay."""
        form = serializers.TournamentSettingsFormSerializer
        sent, seen = validated_edit(form, request.data, lambda row: serializers.TournamentSettingsSerializer(row).data)
        tournament, phone = self.get_object(), get_phone(request)
        by = None if phone else get_admin(request)
        change_settings(tournament_id=tournament.pk, settings=sent, seen=seen, phone=phone, by=by)
        shown = show_tournament(select_tournaments().get(pk=tournament.pk))
        return Response(serializers.TournamentSerializer(shown).data)

    @extend_schema(responses={200: serializers.PlayerTicketListSerializer})
    def list_players(self, request: Request, public_id: str) -> Response:
        """Return which player has which ticket, so that a phone knows who came in later."""
        tournament = self.get_object()
        phone = get_phone(request)
        if phone and phone.door_id != tournament.door_id:
            raise WrongRole
        players = tournament.players.select_related("ticket")
        return Response(serializers.PlayerTicketListSerializer({"players": players}).data)

    @extend_schema(request=serializers.LeaseFormSerializer, responses={200: serializers.LeaseSerializer})
    def lease(self, request: Request, public_id: str) -> Response:
        """Let this phone write from now on. Entries of the one that wrote before are no longer accepted."""
        sent = validated(serializers.LeaseFormSerializer, request.data)
        tournament = self.get_object()
        phone = get_phone(request)
        by = None if phone else get_admin(request)
        generation = take_lease(tournament_id=tournament.pk, uuid=sent["device"], phone=phone, by=by)
        return Response({"generation": generation})


class EntriesView(APIView):
    authentication_classes = [SendingPhoneOrSession]
    permission_classes = [IsPhoneOrAdmin]

    @extend_schema(
        request=serializers.FactsSerializer, responses={200: serializers.FactsAnswerSerializer} | refusals(409, 413)
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Store what the phone that writes recorded. A phone that was taken over gets 409, and keeps its entries."""
        sent = validated(serializers.FactsSerializer, request.data)
        tournament = get_object_or_404(Tournament, public_id=public_id)
        stored = store_facts(
            tournament_id=tournament.pk,
            generation=sent["generation"],
            entries=sent["entries"],
            sent_at=sent.get("sent_at"),
            queued=sent.get("queued"),
            phone=cast(Phone | None, request.auth),
            is_admin=acts_as_admin(request.user),
        )
        return Response(serializers.FactsAnswerSerializer(stored).data)


class TicketsViewSet(viewsets.ViewSet):
    """Calls of guests, by the codes of their tickets."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(request=serializers.TicketCodesSerializer, responses={200: serializers.TicketSeatsListSerializer})
    def list_seats(self, request: Request) -> Response:
        """Return where tickets play, by their codes, which no address may contain. Others are left out."""
        sent = validated(serializers.TicketCodesSerializer, request.data)
        seats = find_seats(sent["codes"], timezone.now())
        return Response(serializers.TicketSeatsListSerializer({"seats": seats}).data)

    @extend_schema(
        request=serializers.ReportFormSerializer, responses={201: serializers.TableSerializer} | refusals(409, 429)
    )
    def report(self, request: Request, public_id: str) -> Response:
        """Report a result by the code of a ticket whose guests are inside. The scorekeeper's result decides."""
        sent = validated(serializers.ReportFormSerializer, request.data)
        tournament = get_object_or_404(Tournament, public_id=public_id)
        table = report_result(
            tournament_id=tournament.pk, code=sent["code"], round_number=sent["round"], table=sent["table"], sent=sent
        )
        return Response(serializers.TableSerializer(table).data, status=status.HTTP_201_CREATED)
