"""Makes things happen at "PayPal" on demand, for people (GET /) and for programs (/_control/…).

Bodies are JSON and answers are JSON; a body sent by an HTML form is answered with the control page instead.
A web page of another origin is refused.

    GET  /_control/state                          orders, captures, refunds, webhooks, faults, calls, counts of calls,
                                                  rules, postponed requests, calls under a forgotten
                                                  PayPal-Request-Id, kinds
    GET  /_control/orders/{id}                    one order as PayPal would show it
    POST /_control/orders/{id}/approve            {fund?: "paypal"|"card", payer?: {…}}   without a browser
    POST /_control/orders/{id}/capture            with nobody's key, as by another program
    POST /_control/orders/{id}/expire             PayPal no longer knows the order
    POST /_control/orders                         {amount?, currency?, custom_id?, invoice_id?, payee?: {merchant_id?,
                                                  email_address?}, hidden?, announced?}   an order of another program,
                                                  paid to another merchant; hidden: the shop's calls find it not;
                                                  announced false: no webhook tells of it
    POST /_control/captures/{id}/complete         a pending capture comes in
    POST /_control/captures/{id}/deny             a pending capture is denied
    POST /_control/captures/{id}/refund           {amount?: {currency_code, value}}   from PayPal's side
    POST /_control/captures/{id}/reverse          {amount?, listed?: "refunds"|"status"|"no", announced?: true|false}
                                                  PayPal takes money away (T1106); the order shows it among its refunds,
                                                  by the capture's status alone, or not at all
    POST /_control/captures/{id}/chargeback       the same by the buyer's bank (T1201)
    POST /_control/captures/{id}/dispute          {amount?, reason?, stage?, status?, channel?, hold?: true|false}
    POST /_control/disputes/{id}/update           {stage?, status?}
    POST /_control/disputes/{id}/resolve          {outcome?, listed?, announced?}   where the buyer is right, as reverse
    POST /_control/refunds/{id}/complete          a pending refund ends; also: fail, cancel
    POST /_control/refunds/{id}/undo              a chargeback is given back to the shop (T1202)
    POST /_control/faults                         {call, kind, times?, order?, delay?, retry_after?, issue?, amount?,
                                                  currency?, status?, name?, body?, looks?}   arms a fault for the next
                                                  `times` matching calls
    POST /_control/faults/clear                   {id?}   one of them, or all and the mix
    POST /_control/mix                            {seed, percent, kinds?: […], calls?: […], delay?}   so many calls go
                                                  wrong from now on; with the same seed the same ones
    POST /_control/mix/stop                       no more of that
    POST /_control/rules                          {rule: value, …}   how this PayPal behaves; answers all rules
    POST /_control/in-progress/finish             every request whose effect was put off takes effect now
    POST /_control/webhooks/hold                  {held: true|false}   keep webhooks back, or let them go
    POST /_control/webhooks/{id}/redeliver        {times?: 1…10, tamper?: "signature"|"body"|"spelling", spelling?}
    POST /_control/webhooks/{id}/transmission     {tamper?, spelling?}   what redeliver would send: {headers, body}
    POST /_control/webhooks/sign                  {body}   the headers that PayPal would send with this text
    POST /_control/tokens/expire                  every access token runs out now
    POST /_control/request-ids/forget             {about?: an id}   PayPal-Request-Ids are too old to be remembered:
                                                  all, or those whose call or answer names this id
    POST /_control/delay                          {seconds: 0…60}   every API answer takes this much longer
    POST /_control/reset                          forget everything but the webhook key
    POST /_control/keep                           remember orders, money, messages and keys as they are now
    POST /_control/back                           reset, and then all of that as it was when it was last remembered

`order` of a fault is a PayPal order or capture id, or the shop's custom_id or invoice_id, so that a fault can wait
for an order that doesn't exist yet.
"""

import json
from collections import deque
from collections.abc import Callable

from paypal_simulator.control.actions import Actions
from paypal_simulator.control.page import control_page
from paypal_simulator.control.parameters import number, one_of
from paypal_simulator.faults.kinds import CALLS, KINDS
from paypal_simulator.messages import Answer, Request, invalid_request, json_answer, not_found, page_answer
from paypal_simulator.records.store import Json, Row
from paypal_simulator.web.rest import Parts
from paypal_simulator.web.spellings import SPELLINGS
from paypal_simulator.web.webhooks import Tamper, Webhooks

TAMPERS: dict[str, Tamper] = {"signature": "signature", "body": "body", "spelling": "spelling"}
LISTED = 100  # newest first, on the page; the JSON state has them all
LONGEST_DELAY = 60.0
# Where on the page somebody was who pressed a button for one of these.
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
        self._kept: list[Row] = []
        self.delay = 0.0

    def answer(self, request: Request) -> Answer:
        if request.method == "GET":
            return self._look(request)
        result = self._act(request)
        if request.content_type == "application/x-www-form-urlencoded":
            section = SECTIONS.get(request.path.split("/")[2], "else")
            return Answer(303, headers={"Location": f"/?open={section}#{section}"})
        return json_answer(200, result)

    def _look(self, request: Request) -> Answer:
        match request.path.strip("/").split("/"):
            case [""]:
                headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
                opened = request.query.get("open", "")
                return page_answer(200, control_page(self._state(limit=LISTED), self._parts.settings, opened), headers)
            case ["_control", "state"]:
                return json_answer(200, self._state())
            case ["_control", "orders", order_id]:
                return json_answer(200, self._parts.shown.order(self._parts.ledger.order(order_id)))
        raise not_found("The requested URL was not found.")

    def _act(self, request: Request) -> Json:
        body = _body(request)
        match request.path.strip("/").split("/")[1:]:
            case ["orders"]:
                return self._actions.create_order(body)
            case [("orders" | "captures" | "refunds" | "disputes") as kind, resource_id, action]:
                return self._on(kind)(resource_id, action, body)
            case ["faults"]:
                return self._parts.faults.arm(body).to_json()
            case ["webhooks", event_id, "redeliver"]:
                return self._redeliver(event_id, body)
            case ["webhooks", event_id, "transmission"]:
                return self._show_transmission(event_id, body)
            case [*path] if action_of := self._switches().get("/".join(path)):
                return action_of(body)
        raise not_found("The requested URL was not found.")

    def _on(self, kind: str) -> Callable[[str, str, Json], Json]:
        actions = self._actions
        return {
            "orders": actions.order,
            "captures": actions.capture,
            "refunds": actions.refund,
            "disputes": actions.dispute,
        }[kind]

    def _switches(self) -> dict[str, Callable[[Json], Json]]:
        return {
            "faults/clear": self._clear_faults,
            "mix": self._parts.faults.start_mix,
            "mix/stop": self._stop_mix,
            "rules": self._parts.rules.change,
            "in-progress/finish": self._finish,
            "webhooks/hold": self._hold_webhooks,
            "webhooks/sign": self._sign,
            "tokens/expire": self._expire_tokens,
            "request-ids/forget": self._forget_request_ids,
            "delay": self._set_delay,
            "reset": self._reset,
            "keep": self._keep,
            "back": self._go_back,
        }

    def _redeliver(self, event_id: str, body: Json) -> Json:
        times = int(number(body, "times", 1, 0, 10))
        tamper, spelling = _tamper(body), _spelling(body)
        record = self._webhooks.redeliver(event_id, times=times, tamper=tamper, spelling=spelling)
        return {name: record[name] for name in ("id", "status", "attempts", "last")}

    def _show_transmission(self, event_id: str, body: Json) -> Json:
        headers, sent = self._webhooks.transmission(event_id, tamper=_tamper(body), spelling=_spelling(body))
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

    def _forget_request_ids(self, body: Json) -> Json:
        self._parts.remembered.forget(str(body.get("about") or ""))
        return {"request_ids": "forgotten"}

    def _set_delay(self, body: Json) -> Json:
        self.delay = number(body, "seconds", 0, 0, LONGEST_DELAY)
        return {"delay": self.delay}

    def _reset(self, body: Json) -> Json:
        self._webhooks.forget_waiting()
        self._webhooks.hold(False)
        self._parts.store.forget(
            "order", "capture", "refund", "dispute", "movement", "invoice", "event", "request", "token"
        )
        self._parts.faults.clear()
        self._parts.progress.forget()
        self._parts.rules.reset()
        self._parts.counts.clear()
        self._parts.remembered.used_again.clear()
        self._calls.clear()
        self.delay = 0.0
        return {"reset": True}

    def _keep(self, body: Json) -> Json:
        self._kept = self._parts.store.copy()
        return {"documents": len(self._kept)}

    def _go_back(self, body: Json) -> Json:
        self._reset({})
        self._parts.store.put_back(self._kept)
        return {"documents": len(self._kept)}

    def _state(self, limit: int = 1_000_000) -> Json:
        shown, latest = self._parts.shown, self._parts.store.latest
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
                "webhooks": latest("event", limit),
                "webhooks_held": self._webhooks.held,
                "faults": self._parts.faults.to_json(),
                "mix": self._parts.faults.mix_to_json(),
                "calls": list(self._calls),
                "counts": dict(self._parts.counts),
                "rules": self._parts.rules.to_json(),
                "postponed": self._parts.progress.to_json(),
                "forgotten_ids_used": list(self._parts.remembered.used_again),
                "delay": self.delay,
                "kinds": KINDS,
                "call_names": list(CALLS),
            }


def _tamper(body: Json) -> Tamper:
    return TAMPERS.get(str(body.get("tamper")), "")


def _spelling(body: Json) -> str:
    return one_of(body, "spelling", SPELLINGS) if body.get("spelling") else ""


def _body(request: Request) -> Json:
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(request.form())
    try:
        body = json.loads(request.body) if request.body.strip() else {}
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise invalid_request("MALFORMED_REQUEST_JSON", "The body must be a JSON object.")
    return body
