"""The browser's side: PayPal's script, and the window in which a buyer approves."""

import json
from pathlib import Path
from typing import Any

from paypal_simulator.faults.armed import Faults
from paypal_simulator.messages import Answer, Refusal, Request, json_answer, not_found, page_answer
from paypal_simulator.records.ledger import Ledger
from paypal_simulator.settings import Settings
from paypal_simulator.web.pages import approval_page, plain_page

FOLDER = Path(__file__).parents[1] / "assets"
FILES = {
    "/web-sdk/v6/core": ("browser.js", "text/javascript; charset=utf-8"),
    "/assets/approval.js": ("approval.js", "text/javascript; charset=utf-8"),
    "/assets/simulator.css": ("simulator.css", "text/css; charset=utf-8"),
}
OUTCOMES = {"declined": "decline", "pending": "pending"}  # what the buyer may choose, and the fault that does it


class Checkout:
    def __init__(self, settings: Settings, ledger: Ledger, faults: Faults) -> None:
        self._settings = settings
        self._ledger = ledger
        self._faults = faults

    def answer(self, request: Request) -> Answer:
        match request.method, *request.path.strip("/").split("/"):
            case "GET", "checkoutnow":
                return self._approval_page(request)
            case "POST", "checkoutnow", order_id, "approve":
                return self._approve(request, order_id)
            case "POST", "checkoutnow", order_id, "cancel":
                self._ledger.note(order_id, "The buyer cancelled")
                return json_answer(200, {"status": "cancelled"})
            case "GET", *_ if request.path in FILES:
                return _file(request.path)
        raise not_found("The requested URL was not found.")

    def _approval_page(self, request: Request) -> Answer:
        origin = request.query.get("origin", "")
        if origin not in self._settings.shop_origins:
            return self._refused(
                400, "This window was not opened by a known shop", f"{origin or 'no origin'} was given."
            )
        try:
            record = self._ledger.order(request.query.get("token", ""))
        except Refusal:
            return self._refused(
                404, "There is no such order", "It may have expired. Go back to the shop and try again."
            )
        if record["status"] == "COMPLETED":
            return self._refused(409, "This order is already paid", "You can close this window.")
        page = approval_page(record, self._settings.brand_name, origin, card=request.query.get("fund") == "card")
        return page_answer(200, page, self._headers())

    def _approve(self, request: Request, order_id: str) -> Answer:
        choice = _choice(request)
        record = self._ledger.approve(order_id, fund=str(choice.get("fund", "paypal")))
        if kind := OUTCOMES.get(str(choice.get("outcome"))):
            self._faults.arm({"call": "capture", "kind": kind, "order": order_id})
        return json_answer(200, {"payerId": record["payer"]["payer_id"]})

    def _refused(self, status: int, title: str, sentence: str) -> Answer:
        return page_answer(status, plain_page(title, sentence), self._headers())

    def _headers(self) -> dict[str, str]:
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
            f"form-action 'none'; base-uri 'none'; frame-ancestors {' '.join(self._settings.shop_origins)}"
        )
        # The window must stay tied to the shop's page that opened it: any other COOP would cut the two apart.
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


def _file(path: str) -> Answer:
    name, content_type = FILES[path]
    headers = {"Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Answer(200, (FOLDER / name).read_bytes(), content_type, headers)
