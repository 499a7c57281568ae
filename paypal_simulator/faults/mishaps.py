"""What a fault makes of an answer."""

import copy
from dataclasses import replace

from paypal_simulator.faults.armed import Fault
from paypal_simulator.faults.errors import ERRORS, Error, previous_request_in_progress
from paypal_simulator.faults.odd_bodies import ERROR_PAGE, odd_answer
from paypal_simulator.messages import Answer, Refusal, page_answer, server_error, unprocessable
from paypal_simulator.money import from_json
from paypal_simulator.records.store import Json


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
            raise previous_request_in_progress(fault.status or 409)
        case "odd_body_before":
            return odd_answer(fault.body, Answer(fault.status or 200), fault.status)
        case _:
            raise error_of(fault)


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
        case "odd_body_after":
            return odd_answer(fault.body, answer, fault.status)
        case _:
            raise error_of(fault)


def error_of(fault: Fault) -> Refusal:
    """The error of a kind such as forbidden_403_before, which says nothing about the effect."""
    kind = fault.kind.removesuffix("_before").removesuffix("_after")
    if kind == "refused":
        return Error(fault.status or 500, fault.name, "An error.", fault.issue, "An error.").refusal()
    return ERRORS[kind].refusal() if kind in ERRORS else server_error()


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
