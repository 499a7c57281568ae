"""Public reads of events, and the staff's event form."""

import re
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import Expression
from django.db.models.functions import Lower
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_cookie
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from bookings.api.filters import EventFilters, filter_dates
from bookings.api.serializers import events as serializers
from bookings.api.serializers.event_input import NewEvent, show_form
from bookings.api.serializers.imports import ImportEventsSerializer, ImportSerializer
from bookings.selectors import events as event_selectors
from bookings.selectors.asked_dates import find_asked_date
from bookings.selectors.events import VENUE_TEXT
from bookings.services import events as event_services
from bookings.services.import_events import import_events, preview_import
from charityshop.api.pagination import by_text, page_of, parse_limit, sort_parameters, sorted_rows
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, acts_as_admin
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.api.seen import parse_seen
from charityshop.exceptions import BadRequest
from events.datetimes import parse_day_or_datetime
from events.models import Event, Occurrence

PUBLIC_ID = re.compile(r"[0-9a-fA-F]{24}")
MAX_ROWS = 5_000
SORT_COLUMNS = {
    "_id": "public_id",
    "name": "name",
    "title": "name",
    "price": "price",
    "category": "category",
    "eventLocation": "place__text",
    "maximumEventCapacity": "maximum_event_capacity",
    "startTime": "starts_at",
}
TEXT_COLUMNS = ("name", "category", "place__text")  # sorted ignoring case


def sort_fields(event: str = "") -> dict[str, str | Expression]:
    """Return the sort expressions by API name. `event` is the lookup prefix from a row to its event."""
    return {
        name: by_text(event + column) if column in TEXT_COLUMNS else event + column
        for name, column in SORT_COLUMNS.items()
    }


SORT_FIELDS = sort_fields()
NEXT_START = "nextStartTime"  # sorts events by their next date, and dates by their own start
DATE_SORT_FIELDS = sort_fields("event__") | {
    "eventLocation": Lower(VENUE_TEXT),
    "startTime": "starts_at",
    NEXT_START: "starts_at",
}
LISTS = PolymorphicProxySerializer(
    component_name="ProductListOrDates",
    serializers=[
        serializers.ProductListSerializer,
        serializers.ProductDateListSerializer,
        serializers.UpcomingProductListSerializer,
    ],
    resource_type_field_name=None,
    many=False,
)
LIST_PARAMETERS = [
    OpenApiParameter(
        "view",
        str,
        enum=["events", "dates", "upcoming"],
        description="dates: one row for each upcoming date. upcoming: one row for each event, with its next dates.",
    ),
    OpenApiParameter("pageNumber", int),
    *sort_parameters(DATE_SORT_FIELDS),
]


@method_decorator(gzip_page, name="dispatch")
@method_decorator(cache_control(no_cache=True), name="dispatch")  # browsers revalidate, because seats change
@method_decorator(vary_on_cookie, name="dispatch")  # staff see drafts; the response cache skips sessions
@method_decorator(conditional_page, name="dispatch")
class ProductViewSet(viewsets.GenericViewSet[Event]):
    """Events and their dates. Visitors see published ones, admins all of them."""

    serializer_class = serializers.ProductDetailSerializer
    filter_backends = [DjangoFilterBackend]
    filterset_class = EventFilters
    pagination_class = None
    lookup_field = "public_id"
    public_actions = ("list", "everything", "retrieve", "asked_date")

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.action in self.public_actions else IsShopAdmin()]

    def get_queryset(self) -> QuerySet[Event]:
        return event_selectors.list_events(to_admin=acts_as_admin(self.request.user))

    def get_event(self) -> Event:
        """Return the event without locking it. Services lock it by its ID and read it again."""
        return get_object_or_404(self.get_queryset(), public_id=self.kwargs["public_id"])

    def respond(self, event: Event, http_status: int = status.HTTP_200_OK) -> Response:
        now = timezone.now()
        found = event_selectors.get_event_with_dates(event, now)
        canceled = event_selectors.list_canceled_starts(event, now) if acts_as_admin(self.request.user) else None
        return Response(serializers.ProductDetailSerializer(found, canceled_starts=canceled).data, status=http_status)

    @extend_schema(parameters=LIST_PARAMETERS, responses={200: LISTS})
    def list(self, request: Request) -> Response:
        view = request.query_params.get("view") or "events"
        lists = {"events": self.list_events, "dates": self.list_dates, "upcoming": self.list_upcoming}
        if view not in lists:
            wanted = "events, dates or upcoming"
            raise BadRequest(f"view has to be {wanted}.", errors={"view": [f"Use {wanted}."]})
        return lists[view](request)

    def list_events(self, request: Request) -> Response:
        now = timezone.now()
        fields = SORT_FIELDS | {NEXT_START: event_selectors.get_next_start(now)}
        rows = sorted_rows(self.filter_queryset(self.get_queryset()), request, fields=fields, default="_id")
        rows = event_selectors.with_next_dates(rows, now)
        if acts_as_admin(request.user):
            rows = event_selectors.with_canceled_count(rows, now)
        page = page_of(rows, request)
        summaries = event_selectors.summarize_events(page.rows, now)
        return Response(page.to_json("products", list(serializers.ProductSerializer(summaries, many=True).data)))

    def list_dates(self, request: Request) -> Response:
        now = timezone.now()
        dates = filter_dates(event_selectors.list_upcoming_dates(now), request.query_params)
        page = page_of(sort_dates(dates, request), request)
        rows = serializers.serialize_dates(event_selectors.list_dates(page.rows, now))
        of_all = {"events": event_selectors.count_upcoming_events(), "facets": event_selectors.get_facets(now)}
        return Response(page.to_json("products", rows) | of_all)

    def list_upcoming(self, request: Request) -> Response:
        now = timezone.now()
        dates = filter_dates(event_selectors.list_upcoming_dates(now), request.query_params)
        page = page_of(sort_dates(event_selectors.first_of_each_event(dates), request), request)
        events = event_selectors.with_further_dates(event_selectors.list_dates(page.rows, now), dates)
        rows = serializers.serialize_upcoming(events)
        return Response(page.to_json("products", rows) | {"facets": event_selectors.get_facets(now)})

    @extend_schema(
        parameters=[
            OpenApiParameter("start", str, description="A day or time; without it, the first of this month."),
            OpenApiParameter("end", str, description="Dates that start before this time, or until this day."),
            OpenApiParameter("limit", int),
            OpenApiParameter("canceled", bool, description="true: also upcoming dates that are canceled."),
        ],
        responses={200: serializers.ProductDateSerializer(many=True)},
        filters=False,
    )
    def everything(self, request: Request) -> Response:
        now = timezone.now()
        start, end = (parse_bounds(request, name) for name in ("start", "end"))
        canceled = request.query_params.get("canceled") == "true"
        dates = event_selectors.list_published_dates(now, canceled=canceled).filter(
            starts_at__gte=start[0] if start else event_selectors.get_month_start(now)
        )
        if end:
            dates = dates.filter(starts_at__lt=end[1])
        limit = parse_limit(request.query_params.get("limit"), default=MAX_ROWS, most=MAX_ROWS)
        listed = event_selectors.list_dates(list(dates[:limit]), now)
        return Response(serializers.serialize_dates(listed))

    def retrieve(self, request: Request, public_id: str) -> Response:
        return self.respond(self.get_event())

    @extend_schema(
        parameters=[OpenApiParameter("rsvpDate", str, description="As in the link. Without it: the last date.")],
        responses={200: serializers.AskedDateSerializer},
        filters=False,
    )
    def asked_date(self, request: Request, public_id: str) -> Response:
        """Return what became of the date that a link to the event's page means, or of the event's last date."""
        event, now = self.get_event(), timezone.now()
        _, dates = event_selectors.get_event_with_dates(event, now)
        found = find_asked_date(event, dates, request.query_params.get("rsvpDate", ""), now)
        return Response(serializers.AskedDateSerializer(found).data)

    @extend_schema(request=NewEvent)
    def create(self, request: Request) -> Response:
        sent = validated(NewEvent, request.data)
        of = sent.pop("questions_of", None)
        event = event_services.create_event(fields=sent, questions_of=of, by=authenticated_user(request))
        return self.respond(event, status.HTTP_201_CREATED)

    @extend_schema(responses={200: MessageSerializer} | refusals(409))
    def destroy(self, request: Request, public_id: str) -> Response:
        seen = parse_seen(serializers.EventSerializer, request.data, show_form)
        event_services.delete_event(event_id=self.get_event().pk, seen=seen, by=authenticated_user(request))
        return Response({"message": f"Product {public_id} deleted."})

    @extend_schema(request=ImportEventsSerializer, responses={200: ImportSerializer} | refusals(409), filters=False)
    def import_calendar(self, request: Request) -> Response:
        """Make drafts of another program's calendar, or without a digest return a preview."""
        asked = validated(ImportEventsSerializer, request.data)
        save = partial(import_events, by=authenticated_user(request)) if "digest" in asked else preview_import
        return Response(ImportSerializer(save(**asked)).data)

    @extend_schema(request=None)
    def restore(self, request: Request, public_id: str) -> Response:
        return self.respond(event_services.restore_event(event_id=self.get_event().pk, by=authenticated_user(request)))


@method_decorator(cache_control(no_cache=True), name="dispatch")
@method_decorator(conditional_page, name="dispatch")
class BookingCountView(APIView):
    """Return the seats of a date. Zeros for unknown and hidden dates alike, so that nothing is disclosed."""

    permission_classes = [AllowAny]

    @extend_schema(
        parameters=[
            OpenApiParameter("productId", str, required=True),
            OpenApiParameter("eventStartTime", str, description="Without it: the next bookable date."),
        ],
        responses={200: serializers.BookingCountSerializer},
    )
    def get(self, request: Request) -> Response:
        public_id = request.query_params.get("productId", "")
        if not PUBLIC_ID.fullmatch(public_id):
            raise BadRequest("productId has to be an event's id.", errors={"productId": ["Use 24 hex digits."]})
        start_time = request.query_params.get("eventStartTime")
        found = event_selectors.get_date(
            event_public_id=public_id.lower(),
            when=parse_when(start_time, "eventStartTime") if start_time else None,
            now=timezone.now(),
        )
        zeros = {"totalReservations": 0, "maximumEventCapacity": 0, "countInStock": 0}
        return Response(serializers.BookingCountSerializer(found).data if found else zeros)


def sort_dates(dates: QuerySet[Occurrence], request: Request) -> QuerySet[Occurrence]:
    """Sort by `sortField` and `sortOrder`, by default soonest first."""
    ties = ["starts_at", "event__public_id"]
    return sorted_rows(dates, request, fields=DATE_SORT_FIELDS, default="startTime", ties=ties)


def parse_bounds(request: Request, name: str) -> tuple[datetime, datetime] | None:
    """Return the start and end of the day in this parameter, or the datetime twice."""
    text = request.query_params.get(name)
    if not text:
        return None
    when = parse_when(text, name)
    return (when, when) if isinstance(when, datetime) else event_selectors.get_bounds(when)


def parse_when(text: str, name: str) -> Any:
    try:
        return parse_day_or_datetime(text)
    except ValueError:
        problem = "Use a time such as 2026-12-05T03:00:00Z."
        raise BadRequest(f"{name} is not a time.", errors={name: [problem]}) from None
