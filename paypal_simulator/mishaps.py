"""What a fault makes of an answer."""

import copy
from dataclasses import replace

from paypal_simulator.faults import Fault
from paypal_simulator.messages import Answer, Refusal, page_answer, server_error, unprocessable
from paypal_simulator.money import from_json
from paypal_simulator.store import Json

ERROR_PAGE = "<!doctype html><html><head><title>Service Unavailable</title></head><body><h1>Sorry</h1></body></html>"


def mishap_before(fault: Fault, hold_seconds: float) -> Answer:
    """Return the answer of a call that never took effect, or raise PayPal's refusal."""
    match fault.kind:
        case "timeout_before":
            return Answer(0, delivery="silent", wait=hold_seconds if fault.delay is None else fault.delay)
        case "connection_reset":
            return Answer(0, delivery="reset", wait=fault.delay or 0)
        case "rate_limited_429":
            refusal = Refusal(429, "RATE_LIMIT_REACHED", "Too many requests. Blocked due to rate limiting.")
            refusal.headers["Retry-After"] = str(fault.retry_after)
            raise refusal
        case "unprocessable":
            raise unprocessable(fault.issue, "The requested action could not be performed.")
        case "previous_request_in_progress":
            sentence = "A previous request on this resource is currently in progress."
            details: list[Json] = [{"issue": "PREVIOUS_REQUEST_IN_PROGRESS", "description": sentence}]
            raise Refusal(409, "RESOURCE_CONFLICT", "The server has detected a conflict.", details)
        case _:
            raise server_error()


def mishap_after(fault: Fault, answer: Answer, hold_seconds: float) -> Answer:
    """Return what is left of the answer of a call that did take effect."""
    match fault.kind:
        case "timeout_after":
            return replace(answer, delivery="silent", wait=hold_seconds if fault.delay is None else fault.delay)
        case "connection_reset_after":
            return replace(answer, delivery="reset", wait=fault.delay or 0)
        case "cut_off_body":
            return replace(answer, delivery="cut_off", wait=fault.delay or 0)
        case "html_body":
            return page_answer(200, ERROR_PAGE)
        case "slow":
            return replace(answer, wait=1.0 if fault.delay is None else fault.delay)
        case _:
            raise server_error()


def with_wrong_facts(fault: Fault, body: Json) -> Json:
    """Return an order or a capture as shown by a PayPal that has one fact wrong."""
    wrong = copy.deepcopy(body)
    for place in wrong.get("purchase_units", [wrong]):
        _falsify(fault, place)
        for capture in place.get("payments", {}).get("captures", []):
            _falsify(fault, capture)
    return wrong


def _falsify(fault: Fault, place: Json) -> None:
    if fault.kind == "wrong_payee":
        place["payee"] = {"merchant_id": "SOMEBODYELSE1", "email_address": "somebody.else@example.com"}
    elif fault.kind == "wrong_custom_id":
        place["custom_id"] = "somebody-elses-order"
    else:
        place["amount"] = fault.falsify(from_json(place["amount"])).to_json()
