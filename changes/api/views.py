"""Views of what happens after the sale: changed dates, and the waiting list.

They are in this app because all of it concerns orders: saving an event cancels unpaid ones of moved dates, canceling a
date refunds them, and leaving a waiting list cancels an unpaid one of offered seats.
"""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status, viewsets
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from bookings.api.serializers.event_input import EventUpdate, StartTimeForm, leave_out_ignored, show_form
from bookings.api.serializers.events import EventSerializer, ProductDetailSerializer
from bookings.api.serializers.waiting import WaitingEntrySerializer
from bookings.api.views.events import ProductViewSet, parse_when
from bookings.deadlines import DEFAULT_ANSWER_HOURS
from bookings.models import WaitingEntry
from bookings.selectors.waiting import get_place
from changes.api.serializers import (
    DateChangeBegunSerializer,
    DateChangePreviewSerializer,
    DateChangeRequestSerializer,
    DateChangeSerializer,
    EventPreviewSerializer,
    StorySerializer,
    build_date_change_request,
)
from changes.selectors.date_changes import KINDS, get_progress
from changes.selectors.story import list_story
from changes.services.date_changes.affected import read_concerned
from changes.services.date_changes.begin_date_change import begin_date_change, preview_date_change
from changes.services.date_changes.change_dates import Terms
from changes.services.date_changes.process_date_changes import cancel_date, cancel_unbooked_date, restore_date
from changes.services.leave_waiting_list import leave_waiting_list
from changes.services.save_event import hide_event, preview_save, save_event
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.api.seen import SeenForm, parse_seen, validated_edit
from charityshop.api.throttling import counting_dead_links
from charityshop.exceptions import BadRequest, DeadLink
from charityshop.form_fields import DigestField, TextField
from events.models import DateChange, Event
from events.selectors import get_date


class SnoozeForm(StartTimeForm):
    """`refund` also refunds the date's orders. It requires a reason, which is emailed to the buyers."""

    refund = serializers.BooleanField(required=False, default=False)
    reason = TextField(required=False, allow_blank=True, allow_null=True, max_length=500)
    digest = DigestField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["refund"] and not attrs.get("reason"):
            raise serializers.ValidationError({"reason": "Enter a reason. It is emailed to the buyers."})
        return attrs


class UnsnoozeForm(StartTimeForm):
    digest = DigestField()


class ArchiveForm(SeenForm):
    digest = DigestField()


class EventChangesView(ProductViewSet):
    @extend_schema(request=EventUpdate, responses={200: ProductDetailSerializer} | refusals(409))
    def update(self, request: Request, public_id: str) -> Response:
        """Save an event. Everybody with seats on a date that moves is told, and its buyers choose."""
        return self.respond(save_event(**self.parse_form(request), by=authenticated_user(request)))

    @extend_schema(request=EventUpdate, responses={200: EventPreviewSerializer} | refusals(409))
    def preview(self, request: Request, public_id: str) -> Response:
        """Return what saving would do, and whom it would concern."""
        sent = self.parse_form(request)
        planned = {name: sent[name] for name in ("event_id", "changes", "move_bookings", "seen")}
        return Response(EventPreviewSerializer(preview_save(**planned)).data)

    def parse_form(self, request: Request) -> dict[str, Any]:
        """Return the form as arguments of services."""
        event = self.get_event()
        changes, seen = validated_edit(EventUpdate, leave_out_ignored(request.data), show_form, event=event)
        return {
            "event_id": event.pk,
            "seen": seen,
            "move_bookings": changes.pop("moveBookings", None),
            "keep_draft": changes.pop("keepDraft", False),
            "terms": Terms(changes.pop("reason", ""), changes.pop("answerHours", DEFAULT_ANSWER_HOURS)),
            "digest": changes.pop("digest", None),
            "changes": changes,
        }

    @extend_schema(request=SnoozeForm, responses={200: ProductDetailSerializer} | refusals(409))
    def snooze(self, request: Request, public_id: str) -> Response:
        """Cancel a date. Without `refund`, a date that is booked is a 409."""
        sent = validated(SnoozeForm, request.data)
        event, cancel = self.get_event(), cancel_date if sent["refund"] else cancel_unbooked_date
        cancel(
            event_id=event.pk,
            when=sent["startTime"],
            reason=sent.get("reason") or "",
            digest=sent.get("digest"),
            by=authenticated_user(request),
        )
        return self.respond(event)

    @extend_schema(request=UnsnoozeForm, responses={200: ProductDetailSerializer} | refusals(409))
    def unsnooze(self, request: Request, public_id: str) -> Response:
        """Restore a canceled date. Its buyers are told, and those who have not chosen yet still may."""
        event = self.get_event()
        sent = validated(UnsnoozeForm, request.data)
        digest, by = sent.get("digest"), authenticated_user(request)
        restore_date(event_id=event.pk, when=sent["startTime"], digest=digest, by=by)
        return self.respond(event)

    @extend_schema(request=ArchiveForm, responses={200: ProductDetailSerializer} | refusals(409))
    def archive(self, request: Request, public_id: str) -> Response:
        """Hide an event from visitors."""
        seen = parse_seen(EventSerializer, request.data, show_form)
        digest = validated(ArchiveForm, request.data).get("digest")
        event_id, by = self.get_event().pk, authenticated_user(request)
        return self.respond(hide_event(event_id=event_id, seen=seen, digest=digest, by=by))


class DateChangeViewSet(viewsets.ViewSet):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=DateChangeRequestSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: DateChangePreviewSerializer, 202: DateChangeBegunSerializer} | refusals(409),
    )
    def begin(self, request: Request, public_id: str) -> Response:
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
            digest=sent.get("digest"),
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        return Response(DateChangeBegunSerializer(change).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(responses={200: DateChangeSerializer})
    def retrieve(self, request: Request, public_id: str) -> Response:
        """Return how far a change has got."""
        changes = DateChange.objects.filter(kind__in=KINDS).select_related("occurrence__event")
        change = get_object_or_404(changes, public_id=public_id)
        return Response(DateChangeSerializer(get_progress(change)).data)


class ConcernedView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        parameters=[OpenApiParameter("when", str, description="The start of a date. Without it: the whole event.")],
        responses={200: DateChangePreviewSerializer} | refusals(400, 404, 409),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return whom canceling or restoring a date concerns, or hiding the event."""
        event, text = get_object_or_404(Event, public_id=public_id), request.query_params.get("when")
        found = read_concerned(event.pk, parse_when(text, "when") if text else None)
        return Response(DateChangePreviewSerializer(found).data)


class StoryView(APIView):
    """What happened to a date, newest first, for staff."""

    permission_classes = [IsShopAdmin]

    @extend_schema(
        parameters=[OpenApiParameter("when", str, required=True, description="The date's start.")],
        responses={200: StorySerializer(many=True)} | refusals(400, 404),
    )
    def get(self, request: Request, public_id: str) -> Response:
        event = get_object_or_404(Event, public_id=public_id)
        text = request.query_params.get("when")
        if not text:
            raise BadRequest("when has to name a date.", errors={"when": ["Enter the date's start."]})
        date = get_date(event.occurrences.all(), parse_when(text, "when"))
        return Response(StorySerializer(list_story(date), many=True).data)


class LeaveSerializer(serializers.Serializer[Any]):
    reason = TextField(
        max_length=500, required=False, allow_blank=True, default="", help_text="Required of staff; for the audit log."
    )


class LeaveByLinkSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=200)


class WaitingEntryView(APIView):
    """One place on a waiting list: one's own, or for staff anybody's."""

    permission_classes = [IsSignedIn]

    @extend_schema(request=LeaveSerializer, responses={200: WaitingEntrySerializer} | refusals(400))
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

    @extend_schema(request=LeaveByLinkSerializer, responses={200: WaitingEntrySerializer} | refusals(404, 429))
    def post(self, request: Request) -> Response:
        sent = validated(LeaveByLinkSerializer, request.data)
        with counting_dead_links(request):
            entry = WaitingEntry.objects.by_leave_token(sent["token"])
            if entry is None:
                raise DeadLink
        left = leave_waiting_list(entry_id=entry.pk, by=None)
        return Response(WaitingEntrySerializer(get_place(left, timezone.now())).data)
