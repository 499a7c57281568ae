"""Whether a message that says it is PayPal's is PayPal's."""

from collections.abc import Mapping

from django.conf import settings

from orders.paypal.client import post_with_token


def is_genuine(headers: Mapping[str, str], event: object) -> bool:
    """Whether PayPal itself sent this webhook. Raises PayPalUnclear where PayPal cannot be asked."""
    names = ("transmission_id", "transmission_time", "cert_url", "auth_algo", "transmission_sig")
    claims = {name: headers.get(f"paypal-{name.replace('_', '-')}", "") for name in names}
    body = claims | {"webhook_id": settings.PAYPAL_WEBHOOK_ID, "webhook_event": event}
    answer = post_with_token("/v1/notifications/verify-webhook-signature", body)
    return answer.get("verification_status") == "SUCCESS"
