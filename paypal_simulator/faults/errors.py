"""PayPal's documented errors that don't tell whether a request took effect.

The texts come from PayPal's OpenAPI documents (checkout_orders_v2.json, payments_payment_v2.json).
"""

from dataclasses import dataclass

from paypal_simulator.messages import ApiError, unprocessable

IN_PROGRESS = (
    "A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best "
    "to space out the initial and the subsequent request(s) to avoid receiving this error."
)
CONFLICT = "The server has detected a conflict while processing this request."


@dataclass(frozen=True, slots=True)
class Error:
    status: int
    name: str
    message: str
    issue: str = ""
    description: str = ""

    def to_api_error(self) -> ApiError:
        details = [{"issue": self.issue, "description": self.description}] if self.issue else []
        return ApiError(self.status, self.name, self.message, details)


ERRORS = {  # by the kind of fault, without its suffix
    "unauthorized_401": Error(
        401,
        "AUTHENTICATION_FAILURE",
        "Authentication failed due to missing authorization header, or invalid authentication credentials.",
    ),
    "forbidden_403": Error(
        403,
        "NOT_AUTHORIZED",
        "Authorization failed due to insufficient permissions.",
        "PERMISSION_DENIED",
        "You do not have permission to access or perform operations on this resource.",
    ),
    "not_found_404": Error(
        404,
        "RESOURCE_NOT_FOUND",
        "The specified resource does not exist.",
        "INVALID_RESOURCE_ID",
        "Specified resource ID does not exist. Please check the resource ID and try again.",
    ),
    "conflict_409": Error(409, "RESOURCE_CONFLICT", CONFLICT),
}


def previous_request_in_progress(status: int) -> ApiError:
    """Return the error of a concurrent request: a 409 or, for some calls, a 422."""
    if status == 409:
        return Error(409, "RESOURCE_CONFLICT", CONFLICT, "PREVIOUS_REQUEST_IN_PROGRESS", IN_PROGRESS).to_api_error()
    return unprocessable("PREVIOUS_REQUEST_IN_PROGRESS", IN_PROGRESS)
