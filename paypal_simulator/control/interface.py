"""The control interface: a page (GET /) and an HTTP API (/_control/…) to inspect the simulator and change its state.

Request and response bodies are JSON. After a POST from an HTML form, the response redirects to the control page.
Requests from pages of other origins are refused.

    GET  /_control/state                          orders, captures, refunds, webhooks, faults, calls, counts of calls,
                                                  rules, postponed requests, calls with an expired
                                                  PayPal-Request-Id, kinds
    GET  /_control/orders/{id}                    an order as PayPal would show it
    POST /_control/orders/{id}/approve            {fund?: "paypal"|"venmo"|"card", payer?: {…}, captured_at?: when}
                                                  without a browser
    POST /_control/orders/{id}/capture            without a key, as by another program
    POST /_control/orders/{id}/expire             PayPal deletes the unpaid order
    POST /_control/orders                         {amount?, currency?, custom_id?, invoice_id?, payee?: {merchant_id?,
                                                  email_address?}, announced?}   an order of another program, paid to
                                                  another merchant; announced false: without webhooks
    POST /_control/captures/{id}/complete         complete a pending capture
    POST /_control/captures/{id}/deny             deny a pending capture
    POST /_control/captures/{id}/refund           {amount?: {currency_code, value}}   as on PayPal's website
    POST /_control/captures/{id}/reverse          {amount?, listed?: "refunds"|"status"|"no", announced?: true|false}
                                                  PayPal takes money back (T1106); the order shows it among its refunds,
                                                  only by the capture's status, or not at all
    POST /_control/captures/{id}/chargeback       the same by the buyer's bank (T1201)
    POST /_control/captures/{id}/dispute          {amount?, reason?, stage?, status?, channel?, hold?: true|false}
    POST /_control/disputes/{id}/update           {stage?, status?}
    POST /_control/disputes/{id}/resolve          {outcome?, listed?, announced?}   if the buyer wins, like reverse
    POST /_control/refunds/{id}/complete          complete a pending refund; also: fail, cancel
    POST /_control/refunds/{id}/undo              return a chargeback's money to the shop (T1202)
    POST /_control/withdrawals                    {amount?: {currency_code, value}}   to the shop's bank account (T0400)
    POST /_control/donations                      {amount?}   a gift that was made at PayPal, without an order (T0013)
    POST /_control/faults                         {call, kind, times?, order?, delay?, retry_after?, issue?, amount?,
                                                  currency?, status?, name?, body?, looks?}   arm a fault for the next
                                                  `times` matching calls
    POST /_control/faults/clear                   {id?}   clear one fault, or all of them and the mix
    POST /_control/mix                            {seed, percent, kinds?: […], calls?: […], delay?}   start random
                                                  faults; the same seed draws the same ones
    POST /_control/mix/stop                       stop random faults
    POST /_control/rules                          {rule: value, …}   change rules; returns all of them
    POST /_control/in-progress/finish             let all postponed requests take effect now
    POST /_control/webhooks/hold                  {held: true|false}   hold webhooks back, or release them
    POST /_control/webhooks/{id}/redeliver        {times?: 1…10, tamper?: "signature"|"body"}
    POST /_control/webhooks/{id}/transmission     {tamper?}   what redeliver would send: {headers, body}
    POST /_control/webhooks/sign                  {body}   the headers that PayPal would send with this body
    POST /_control/tokens/expire                  expire all access tokens
    POST /_control/request-ids/forget             expire all PayPal-Request-Ids
    POST /_control/delay                          {seconds: 0…60}   delay every API response
    POST /_control/reset                          delete everything except the webhook key
    POST /_control/keep                           save orders, captures, refunds, webhooks and keys
    POST /_control/back                           reset, and restore what was saved last

`order` of a fault is a PayPal order or capture ID, or the shop's custom_id or invoice_id, so that a fault can be armed
for an order that doesn't exist yet.
"""

import json
from collections import deque
from collections.abc import Callable

from paypal_simulator.control.actions import Actions
from paypal_simulator.control.page import control_page
from paypal_simulator.control.parameters import number
from paypal_simulator.faults.kinds import CALLS, KINDS
from paypal_simulator.messages import Request, Response, html_response, invalid_request, json_response, not_found
from paypal_simulator.records.store import Json, Row
from paypal_simulator.web.rest import Parts
from paypal_simulator.web.webhooks import Tamper, Webhooks

TAMPERS: dict[str, Tamper] = {"signature": "signature", "body": "body"}
MAX_LISTED = 100  # rows per table on the control page; the JSON state has no limit
MAX_DELAY = 60.0
# The section of the control page that has the buttons of a path.
SECTIONS = {name: name for name in ("faults", "mix", "orders", "captures", "refunds", "disputes", "webhooks")}
POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Control:
    def __init__(self, parts: Parts, webhooks: Webhooks, calls: deque[Json]) -> None:
        self._parts = parts
        self._actions = Actions(parts)
        self._webhooks = webhooks
        self._calls = calls
        self._saved: list[Row] = []
        self.delay = 0.0

    def respond(self, request: Request) -> Response:
        if request.method == "GET":
            return self._get(request)
        result = self._post(request)
        if request.content_type == "application/x-www-form-urlencoded":
            section = SECTIONS.get(request.path.split("/")[2], "else")
            return Response(303, headers={"Location": f"/?open={section}#{section}"})
        return json_response(200, result)

    def _get(self, request: Request) -> Response:
        match request.path.strip("/").split("/"):
            case [""]:
                headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
                opened = request.query.get("open", "")
                return html_response(
                    200, control_page(self._state(limit=MAX_LISTED), self._parts.settings, opened), headers
                )
            case ["_control", "state"]:
                return json_response(200, self._state())
            case ["_control", "orders", order_id]:
                return json_response(200, self._parts.representations.order(self._parts.ledger.get_order(order_id)))
        raise not_found("The requested URL was not found.")

    def _post(self, request: Request) -> Json:
        body = _parse_body(request)
        match request.path.strip("/").split("/")[1:]:
            case ["orders"]:
                return self._actions.create_order(body)
            case [("withdrawals" | "donations") as kind]:
                return self._actions.transfer(kind, body)
            case [("orders" | "captures" | "refunds" | "disputes") as kind, resource_id, action]:
                return self._get_action(kind)(resource_id, action, body)
            case ["faults"]:
                return self._parts.faults.arm(body).to_json()
            case ["webhooks", event_id, "redeliver"]:
                return self._redeliver(event_id, body)
            case ["webhooks", event_id, "transmission"]:
                return self._show_transmission(event_id, body)
            case [*path] if action_of := self._get_switches().get("/".join(path)):
                return action_of(body)
        raise not_found("The requested URL was not found.")

    def _get_action(self, kind: str) -> Callable[[str, str, Json], Json]:
        actions = self._actions
        return {
            "orders": actions.order,
            "captures": actions.capture,
            "refunds": actions.refund,
            "disputes": actions.dispute,
        }[kind]

    def _get_switches(self) -> dict[str, Callable[[Json], Json]]:
        return {
            "faults/clear": self._clear_faults,
            "mix": self._parts.faults.start_mix,
            "mix/stop": self._stop_mix,
            "rules": self._parts.rules.change,
            "in-progress/finish": self._finish,
            "webhooks/hold": self._hold_webhooks,
            "webhooks/sign": self._sign,
            "tokens/expire": self._expire_tokens,
            "request-ids/forget": self._expire_request_ids,
            "delay": self._set_delay,
            "reset": self._reset,
            "keep": self._save,
            "back": self._restore,
        }

    def _redeliver(self, event_id: str, body: Json) -> Json:
        times = int(number(body, "times", 1, 0, 10))
        record = self._webhooks.redeliver(event_id, times=times, tamper=_parse_tamper(body))
        return {name: record[name] for name in ("id", "status", "attempts", "last")}

    def _show_transmission(self, event_id: str, body: Json) -> Json:
        headers, sent = self._webhooks.transmission(event_id, tamper=_parse_tamper(body))
        return {"headers": headers, "body": sent.decode()}

    def _sign(self, body: Json) -> Json:
        return {"headers": self._webhooks.headers_for(str(body.get("body", "")).encode("utf-8", "replace"))}

    def _clear_faults(self, body: Json) -> Json:
        fault_id = str(body.get("id") or "")
        self._parts.faults.clear(int(fault_id) if fault_id.isdigit() else None)
        return {"faults": self._parts.faults.to_json()}

    def _stop_mix(self, body: Json) -> Json:
        self._parts.faults.stop_mix()
        return {"mix": None}

    def _finish(self, body: Json) -> Json:
        return {"finished": self._parts.progress.carry_out_all()}

    def _hold_webhooks(self, body: Json) -> Json:
        self._webhooks.hold(str(body.get("held", True)).lower() not in ("false", "0", "no"))
        return {"held": self._webhooks.held}

    def _expire_tokens(self, body: Json) -> Json:
        self._parts.tokens.expire_all()
        return {"tokens": "expired"}

    def _expire_request_ids(self, body: Json) -> Json:
        self._parts.stored_responses.expire()
        return {"request_ids": "forgotten"}

    def _set_delay(self, body: Json) -> Json:
        self.delay = number(body, "seconds", 0, 0, MAX_DELAY)
        return {"delay": self.delay}

    def _reset(self, body: Json) -> Json:
        self._webhooks.clear_queue()
        self._webhooks.hold(False)
        self._parts.store.delete(
            "order", "capture", "refund", "dispute", "movement", "transfer", "invoice", "event", "request", "token"
        )
        self._parts.faults.clear()
        self._parts.progress.clear()
        self._parts.rules.reset()
        self._parts.counts.clear()
        self._calls.clear()
        self.delay = 0.0
        return {"reset": True}

    def _save(self, body: Json) -> Json:
        self._saved = self._parts.store.dump()
        return {"documents": len(self._saved)}

    def _restore(self, body: Json) -> Json:
        self._reset({})
        self._parts.store.restore(self._saved)
        return {"documents": len(self._saved)}

    def _state(self, limit: int = 1_000_000) -> Json:
        shown, latest = self._parts.representations, self._parts.store.list_latest
        with self._parts.store.transaction():
            return {
                "orders": [
                    shown.order(record) | {"expired": record.get("expired", False), "note": record.get("note", "")}
                    for record in latest("order", limit)
                ],
                "captures": [shown.capture(record) for record in latest("capture", limit)],
                "refunds": [
                    shown.refund(record)
                    | {name: record.get(name) for name in ("capture_id", "reversal", "listed", "code")}
                    for record in latest("refund", limit)
                ],
                "disputes": [shown.dispute(record) for record in latest("dispute", limit)],
                "movements": latest("movement", limit),
                "transfers": latest("transfer", limit),
                "webhooks": latest("event", limit),
                "webhooks_held": self._webhooks.held,
                "faults": self._parts.faults.to_json(),
                "mix": self._parts.faults.mix_to_json(),
                "calls": list(self._calls),
                "counts": dict(self._parts.counts),
                "rules": self._parts.rules.to_json(),
                "postponed": self._parts.progress.to_json(),
                "delay": self.delay,
                "kinds": KINDS,
                "call_names": list(CALLS),
            }


def _parse_tamper(body: Json) -> Tamper:
    return TAMPERS.get(str(body.get("tamper")), "")


def _parse_body(request: Request) -> Json:
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(request.form())
    try:
        body = json.loads(request.body) if request.body.strip() else {}
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise invalid_request("MALFORMED_REQUEST_JSON", "The body must be a JSON object.")
    return body
