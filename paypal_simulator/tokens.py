"""Access tokens, granted for the client ID and secret for a limited time."""

import base64
import binascii
import secrets
import time

from paypal_simulator.faults.errors import ERRORS
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import Request, Response, json_response
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Store
from paypal_simulator.settings import Settings


class Tokens:
    def __init__(self, store: Store, identifiers: Identifiers, settings: Settings, rules: Rules) -> None:
        self._rules = rules
        self._store = store
        self._identifiers = identifiers
        self._settings = settings

    def grant(self, request: Request) -> Response:
        """Respond to `POST /v1/oauth2/token`. Its errors have OAuth's format, unlike PayPal's other errors."""
        if not self._is_the_client(request.headers.get("authorization", "")):
            return _oauth_error(401, "invalid_client", "Client Authentication failed")
        if request.form().get("grant_type") != "client_credentials":
            return _oauth_error(400, "unsupported_grant_type", "Grant Type is NULL or not supported")
        token, lifetime = self._identifiers.token(), self._settings.token_lifetime
        self._store.put("token", token, {"expires": time.time() + lifetime})
        body = {
            "scope": "https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund",
            "access_token": token,
            "token_type": "Bearer",
            "app_id": "APP-SIMULATOR",
            "expires_in": int(lifetime),
            "nonce": self._identifiers.debug(),
        }
        return json_response(200, body)

    def check(self, request: Request) -> None:
        """Raise a 401 ApiError unless the request has a valid token."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        known = self._store.get("token", token) if kind.lower() == "bearer" else None
        if known is None or known["expires"] <= time.time() or not self._rules.credentials_accepted:
            raise ERRORS["unauthorized_401"].to_api_error()

    def expire_all(self) -> None:
        self._store.delete("token")

    def _is_the_client(self, authorization: str) -> bool:
        kind, _, encoded = authorization.partition(" ")
        try:
            given = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            return False
        expected = f"{self._settings.client_id}:{self._settings.client_secret}".encode()
        is_known = kind.lower() == "basic" and secrets.compare_digest(given, expected)
        return is_known and self._rules.credentials_accepted


def _oauth_error(status: int, error: str, description: str) -> Response:
    return json_response(status, {"error": error, "error_description": description})
