"""PayPal's script for browsers, and the window in which the buyer approves a payment."""

import json
from pathlib import Path
from typing import Any

from paypal_simulator.faults.armed import Faults
from paypal_simulator.messages import ApiError, Request, Response, html_response, json_response, not_found
from paypal_simulator.records.ledger import Ledger
from paypal_simulator.settings import Settings
from paypal_simulator.web.pages import approval_page, plain_page

FOLDER = Path(__file__).parents[1] / "assets"
FILES = {
    "/web-sdk/v6/core": ("browser.js", "text/javascript; charset=utf-8"),
    "/assets/approval.js": ("approval.js", "text/javascript; charset=utf-8"),
    "/assets/simulator.css": ("simulator.css", "text/css; charset=utf-8"),
}
OUTCOMES = {"declined": "decline", "pending": "pending"}  # the buyer's choice: the fault to arm


class Checkout:
    def __init__(self, settings: Settings, ledger: Ledger, faults: Faults) -> None:
        self._settings = settings
        self._ledger = ledger
        self._faults = faults

    def respond(self, request: Request) -> Response:
        match request.method, *request.path.strip("/").split("/"):
            case "GET", "checkoutnow":
                return self._approval_page(request)
            case "POST", "checkoutnow", order_id, "approve":
                return self._approve(request, order_id)
            case "POST", "checkoutnow", order_id, "cancel":
                self._ledger.add_note(order_id, "The buyer canceled")
                return json_response(200, {"status": "cancelled"})
            case "GET", *_ if request.path in FILES:
                return _file(request.path)
        raise not_found("The requested URL was not found.")

    def _approval_page(self, request: Request) -> Response:
        origin = request.query.get("origin", "")
        if origin not in self._settings.shop_origins:
            return self._refused(
                400, "This window was not opened by a known shop", f"{origin or 'no origin'} was given."
            )
        try:
            record = self._ledger.get_order(request.query.get("token", ""))
        except ApiError:
            return self._refused(
                404, "There is no such order", "It may have expired. Go back to the shop and try again."
            )
        if record["status"] == "COMPLETED":
            return self._refused(409, "This order is already paid", "You can close this window.")
        page = approval_page(record, self._settings.brand_name, origin, fund=request.query.get("fund", "paypal"))
        return html_response(200, page, self._headers())

    def _approve(self, request: Request, order_id: str) -> Response:
        choice = _choice(request)
        record = self._ledger.approve(order_id, fund=str(choice.get("fund", "paypal")))
        if kind := OUTCOMES.get(str(choice.get("outcome"))):
            self._faults.arm({"call": "capture", "kind": kind, "order": order_id})
        return json_response(200, {"payerId": record["payer"]["payer_id"]})

    def _refused(self, status: int, title: str, sentence: str) -> Response:
        return html_response(status, plain_page(title, sentence), self._headers())

    def _headers(self) -> dict[str, str]:
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
            f"form-action 'none'; base-uri 'none'; frame-ancestors {' '.join(self._settings.shop_origins)}"
        )
        # Any other COOP would disconnect the window from the shop's page that opened it.
        return {
            "Content-Security-Policy": policy,
            "Cross-Origin-Opener-Policy": "unsafe-none",
            "Referrer-Policy": "same-origin",
            "Cache-Control": "no-store",
        }


def _choice(request: Request) -> dict[str, Any]:
    try:
        choice = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        choice = None
    return choice if isinstance(choice, dict) else {}


def _file(path: str) -> Response:
    name, content_type = FILES[path]
    headers = {"Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(200, (FOLDER / name).read_bytes(), content_type, headers)
