"""Apply faults to responses."""

import copy
from dataclasses import replace

from paypal_simulator.faults.armed import Fault
from paypal_simulator.faults.errors import ERRORS, Error, previous_request_in_progress
from paypal_simulator.faults.odd_bodies import ERROR_PAGE, odd_response
from paypal_simulator.messages import ApiError, Response, html_response, server_error, unprocessable
from paypal_simulator.money import from_json
from paypal_simulator.records.store import Json


def fail_before(fault: Fault, hold_seconds: float) -> Response:
    """Return or raise the response of a call that had no effect."""
    match fault.kind:
        case "timeout_before":
            return Response(0, delivery="silent", wait=hold_seconds if fault.delay is None else fault.delay)
        case "connection_reset":
            return Response(0, delivery="reset", wait=fault.delay or 0)
        case "rate_limited_429":
            error = ApiError(429, "RATE_LIMIT_REACHED", "Too many requests. Blocked due to rate limiting.")
            error.headers["Retry-After"] = str(fault.retry_after)
            raise error
        case "unprocessable":
            raise unprocessable(fault.issue, "The requested action could not be performed.")
        case "previous_request_in_progress":
            raise previous_request_in_progress(fault.status or 409)
        case "odd_body_before":
            return odd_response(fault.body, Response(fault.status or 200), fault.status)
        case _:
            raise build_error(fault)


def fail_after(fault: Fault, response: Response, hold_seconds: float) -> Response:
    """Return or raise what the client gets for a call that took effect."""
    match fault.kind:
        case "timeout_after":
            return replace(response, delivery="silent", wait=hold_seconds if fault.delay is None else fault.delay)
        case "connection_reset_after":
            return replace(response, delivery="reset", wait=fault.delay or 0)
        case "cut_off_body":
            return replace(response, delivery="cut_off", wait=fault.delay or 0)
        case "html_body":
            return html_response(200, ERROR_PAGE)
        case "slow":
            return replace(response, wait=1.0 if fault.delay is None else fault.delay)
        case "odd_body_after":
            return odd_response(fault.body, response, fault.status)
        case _:
            raise build_error(fault)


def build_error(fault: Fault) -> ApiError:
    """Return the error of a kind such as forbidden_403_before, with or without effect."""
    kind = fault.kind.removesuffix("_before").removesuffix("_after")
    if kind == "refused":
        return Error(fault.status or 500, fault.name, "An error.", fault.issue, "An error.").to_api_error()
    return ERRORS[kind].to_api_error() if kind in ERRORS else server_error()


def falsify_resource(fault: Fault, body: Json) -> Json:
    """Return an order or a capture with one wrong field."""
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
