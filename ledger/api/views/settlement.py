"""Staff compare a month with PayPal, explain differences, close it and export it."""

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.csv_export import SPREADSHEET, IgnoreAcceptHeader, csv_response
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.throttling import DownloadThrottle
from ledger.api.serializers import settlement as serializers
from ledger.api.serializers.months import LedgerMonthSerializer
from ledger.api.views.months import find_month
from ledger.journal import HEADER
from ledger.selectors.journal import get_stored_rows, list_journal_rows
from ledger.selectors.settlement import get_settlement, read_report
from ledger.services.close_month import close_month
from ledger.services.explain_line import explain_line


class SettlementView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]

    @extend_schema(
        operation_id="ledger_settlement",
        responses={200: serializers.SettlementSerializer} | refusals(401, 403, 404, 409),
    )
    def get(self, request: Request, month: str) -> Response:
        """Compare a month with PayPal's transaction report."""
        found = find_month(month)
        return Response(serializers.SettlementSerializer(get_settlement(found, read_report(found))).data)


class ExplainView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="ledger_settlement_explain",
        request=serializers.ExplanationFormSerializer,
        responses={200: serializers.ExplanationSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, month: str, paypal_id: str) -> Response:
        """Explain a line that the shop has no record of, or that differs."""
        sent = validated(serializers.ExplanationFormSerializer, request.data)
        explanation = explain_line(month=find_month(month), paypal_id=paypal_id, by=authenticated_user(request), **sent)
        return Response(serializers.ExplanationSerializer(explanation).data)


class CloseView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="ledger_close",
        request=serializers.CloseFormSerializer,
        responses={200: LedgerMonthSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, month: str) -> Response:
        """Close a month for good."""
        sent = validated(serializers.CloseFormSerializer, request.data)
        closed = close_month(month=find_month(month), by=authenticated_user(request), **sent)
        return Response(LedgerMonthSerializer(closed).data)


class JournalView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(operation_id="ledger_journal", responses=SPREADSHEET | refusals(401, 403, 404, 429))
    def get(self, request: Request, month: str) -> StreamingHttpResponse:
        """Export a month for QuickBooks Online or GnuCash. While it is open, the file is a draft."""
        found = find_month(month)
        rows = get_stored_rows(found)
        name = f"journal-{found}" if rows is not None else f"journal-{found}-draft"
        return csv_response(name, HEADER, list_journal_rows(found) if rows is None else rows, mark=False)
