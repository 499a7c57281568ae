"""Verify webhook signatures: https://developer.paypal.com/api/rest/webhooks/rest/#verify-signature"""

import json
from collections.abc import Mapping

from django.conf import settings

from paypal.client import post_with_token

MAX_LENGTHS = {  # of each field, as PayPal documents them
    "transmission_id": 50,
    "transmission_time": 100,
    "cert_url": 500,
    "auth_algo": 100,
    "transmission_sig": 500,
}
HEADERS = {field: f"paypal-{field.replace('_', '-')}" for field in MAX_LENGTHS}


def is_signed(headers: Mapping[str, str]) -> bool:
    """Return whether a webhook has all signature headers. Without them it can be rejected without asking PayPal."""
    return all(0 < len(headers.get(header, "")) <= MAX_LENGTHS[field] for field, header in HEADERS.items())


def is_genuine(headers: Mapping[str, str], body: bytes) -> bool:
    """Return whether PayPal confirms this webhook's signature. Raise PayPalUnclear or PayPalRefused if it can't tell.

    `body` has to be the exact bytes received, and a JSON object: the signature covers the CRC-32 of the bytes, which
    parsing and re-encoding may change.
    """
    claims = {field: headers.get(header, "") for field, header in HEADERS.items()}
    fields = json.dumps(claims | {"webhook_id": settings.PAYPAL_WEBHOOK_ID}).encode()
    response = post_with_token(
        "/v1/notifications/verify-webhook-signature", fields[:-1] + b',"webhook_event":' + body + b"}"
    )
    return response.get("verification_status") == "SUCCESS"
