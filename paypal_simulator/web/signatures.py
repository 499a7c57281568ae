"""Sign webhooks, and verify their signatures.

As at PayPal, the signature covers `transmissionId|timeStamp|webhookId|crc32`, with the CRC-32 of the body's bytes.
PayPal signs with a certificate; the simulator signs with a secret that only it has.
"""

import base64
import hashlib
import hmac
import secrets
import zlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from paypal_simulator.clock import timestamp
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import ApiError
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings
from paypal_simulator.web.raw_values import raw_values

ALGORITHM = "SHA256withRSA"  # as in PayPal's header
CERTIFICATE_PATH = "/v1/notifications/certs/CERT-360caa42-simulator"
FIELDS = ("transmission_id", "transmission_time", "cert_url", "auth_algo", "transmission_sig", "webhook_id")


@dataclass(frozen=True, slots=True)
class Transmission:
    id: str
    time: str
    signature: str

    def headers(self, base_url: str, *, forged: bool = False) -> dict[str, str]:
        forgery = base64.b64encode(hashlib.sha256(self.signature.encode()).digest()).decode()
        return {
            "Content-Type": "application/json",
            "User-Agent": "PayPal/AUHD-214.0-simulator",
            "PAYPAL-TRANSMISSION-ID": self.id,
            "PAYPAL-TRANSMISSION-TIME": self.time,
            "PAYPAL-TRANSMISSION-SIG": forgery if forged else self.signature,
            "PAYPAL-CERT-URL": base_url + CERTIFICATE_PATH,
            "PAYPAL-AUTH-ALGO": ALGORITHM,
        }


class Signatures:
    def __init__(self, store: Store, identifiers: Identifiers, settings: Settings) -> None:
        self._identifiers = identifiers
        self._webhook_id = settings.webhook_id
        with store.transaction():
            known = store.get("secret", "webhooks") or {"key": secrets.token_hex(32)}
            store.put("secret", "webhooks", known)
        self._key = bytes.fromhex(known["key"])

    def sign(self, body: bytes) -> Transmission:
        identifier, time = self._identifiers.transmission(), timestamp()
        return Transmission(identifier, time, self._signature(identifier, time, body))

    def verify(self, text: str, body: Any) -> Json:
        """Respond to verify-webhook-signature: SUCCESS only for a transmission of the simulator with unchanged bytes.

        `body` is the parsed `text`. The event's bytes are taken from the text.
        """
        missing = [name for name in FIELDS if not isinstance(body, dict) or not body.get(name)]
        if not isinstance(body, dict) or not isinstance(body.get("webhook_event"), dict):
            missing.append("webhook_event")
        if missing:
            details = [{"field": name, "issue": "Missing required field", "location": "body"} for name in missing]
            raise ApiError(400, "VALIDATION_ERROR", "Invalid data provided", details)
        return {"verification_status": "SUCCESS" if self._is_ours(text, body) else "FAILURE"}

    def _is_ours(self, text: str, body: Json) -> bool:
        if body["webhook_id"] != self._webhook_id or body["auth_algo"] != ALGORITHM:
            return False
        if not isinstance(body["cert_url"], str) or urlsplit(body["cert_url"]).path != CERTIFICATE_PATH:
            return False
        identifier, time = str(body["transmission_id"]), str(body["transmission_time"])
        given = str(body["transmission_sig"]).encode("utf-8", "replace")
        return any(
            hmac.compare_digest(self._signature(identifier, time, raw.encode()).encode(), given)
            for raw in raw_values(text, "webhook_event")
        )

    def _signature(self, identifier: str, time: str, body: bytes) -> str:
        signed = f"{identifier}|{time}|{self._webhook_id}|{zlib.crc32(body)}"
        return base64.b64encode(hmac.digest(self._key, signed.encode(), "sha256")).decode()
