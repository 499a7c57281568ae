"""The public ledger; staff compare its months with PayPal, explain differences, close and export them."""

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.csv_export import SPREADSHEET, IgnoreAcceptHeader, csv_response
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin, acts_as_admin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.api.seen import validated_edit
from charityshop.api.throttling import DownloadThrottle
from charityshop.exceptions import Missing
from ledger.api import serializers
from ledger.calendar import LedgerMonth, parse_month
from ledger.selectors.journal import HEADER, list_journal_rows
from ledger.selectors.months import MonthWithLines, get_month, has_month, list_months
from ledger.selectors.overview import get_overview
from ledger.selectors.settlement import get_settlement, read_report
from ledger.selectors.year import Year, get_year, has_year
from ledger.selectors.year_spreadsheet import get_header, list_rows
from ledger.services.add_entry import add_entry
from ledger.services.close_month import close_month
from ledger.services.explain_line import explain_line
from payments.models import ClosedMonth


def find_month(text: str) -> LedgerMonth:
    """Return the month of a path. Raise Missing if the ledger doesn't have it."""
    month = parse_month(text)
    if month is None or not has_month(month):
        raise Missing("There is no such month.", code="not_found")
    return month


def is_staff(request: Request) -> bool:
    return acts_as_admin(request.user)


def choose_view(month: MonthWithLines, request: Request) -> MonthWithLines:
    """Return the month as this user may see it."""
    return month if is_staff(request) else month.public


@method_decorator(conditional_page, name="dispatch")
class LedgerViewSet(viewsets.ViewSet):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="ledger", responses={200: serializers.LedgerSerializer})
    def read(self, request: Request) -> Response:
        """Return all months, newest first, and what they add up to. Staff also see where the money is."""
        months = [choose_view(month, request) for month in list_months()]
        found = {"months": months, "sums": get_overview(for_staff=is_staff(request))}
        return Response(serializers.LedgerSerializer(found).data)

    @extend_schema(responses={200: serializers.LedgerMonthSerializer})
    def read_month(self, request: Request, month: str) -> Response:
        """Return a month. Its lines from the shop may change until it is closed."""
        found = choose_view(get_month(find_month(month)), request)
        return Response(serializers.LedgerMonthSerializer(found).data)


class MonthViewSet(viewsets.ViewSet):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=serializers.EntryFormSerializer,
        responses={201: serializers.LedgerLineSerializer} | refusals(409),
    )
    def add_entry(self, request: Request, month: str) -> Response:
        """Enter a cost, what was paid out, a transfer, another amount or a correction in an open month."""
        values = validated(serializers.EntryFormSerializer, request.data)
        values["day"] = values.pop("date")
        request_key = get_request_key(request)
        entry = add_entry(month=find_month(month), request_key=request_key, by=authenticated_user(request), **values)
        return Response(serializers.LedgerLineSerializer(entry).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.ExplanationFormSerializer,
        responses={200: serializers.ExplanationSerializer} | refusals(409),
    )
    def explain(self, request: Request, month: str, paypal_id: str) -> Response:
        """Explain a line that the shop has no record of, or that differs."""
        form = serializers.ExplanationFormSerializer
        sent, seen = validated_edit(form, request.data, lambda row: serializers.ExplanationSerializer(row).data)
        by = authenticated_user(request)
        explanation = explain_line(month=find_month(month), paypal_id=paypal_id, fields=sent, seen=seen, by=by)
        return Response(serializers.ExplanationSerializer(explanation).data)

    @extend_schema(
        request=serializers.CloseFormSerializer, responses={200: serializers.LedgerMonthSerializer} | refusals(409)
    )
    def close(self, request: Request, month: str) -> Response:
        """Close a month for good."""
        sent = validated(serializers.CloseFormSerializer, request.data)
        closed = close_month(month=find_month(month), by=authenticated_user(request), **sent)
        return Response(serializers.LedgerMonthSerializer(closed).data)


class SettlementView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]

    @extend_schema(responses={200: serializers.SettlementSerializer} | refusals(409))
    def get(self, request: Request, month: str) -> Response:
        """Compare a month with PayPal's transaction report."""
        found = find_month(month)
        return Response(serializers.SettlementSerializer(get_settlement(found, read_report(found))).data)


class JournalView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(responses=SPREADSHEET)
    def get(self, request: Request, month: str) -> HttpResponse:
        """Export a month for QuickBooks Online or GnuCash. While it is open, the file is a draft."""
        found = find_month(month)
        is_closed = ClosedMonth.objects.filter(last_day=found.last_day).exists()
        name = f"journal-{found}" if is_closed else f"journal-{found}-draft"
        return csv_response(name, HEADER, list_journal_rows(found), mark=False)


def find_year(text: str) -> Year:
    """Return the year of a path. Raise Missing if the ledger doesn't have it."""
    if not has_year(int(text)):
        raise Missing("There is no such year.", code="not_found")
    return get_year(int(text))


class YearView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(responses={200: serializers.LedgerYearSerializer})
    def get(self, request: Request, year: str) -> Response:
        """Return a year for the accountant: the journal by account and month, sales by tax rate, discounts, places."""
        return Response(serializers.LedgerYearSerializer(find_year(year)).data)


class YearExportView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(responses=SPREADSHEET)
    def get(self, request: Request, year: str) -> HttpResponse:
        """Export a year as a spreadsheet. Until its last month is closed, the file is a draft."""
        found = find_year(year)
        name = f"year-{year}" if found.is_closed else f"year-{year}-draft"
        return csv_response(name, get_header(found), list_rows(found))
