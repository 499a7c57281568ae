"""The simulator's settings, read from the command line and the environment."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_CLIENT_ID = "simulator-client-id"
DEFAULT_CLIENT_SECRET = "simulator-client-secret"  # noqa: S105  a public default
DEFAULT_WEBHOOK_ID = "SIMULATORWEBHOOK1"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that don't change while the simulator runs. Durations are in seconds."""

    port: int = 8100
    shop_origins: tuple[str, ...] = ("http://localhost:8000",)
    client_id: str = DEFAULT_CLIENT_ID
    client_secret: str = DEFAULT_CLIENT_SECRET
    merchant_id: str = "SIMMERCHANT01"
    merchant_email: str = "shop@example.com"
    brand_name: str = "Charity Card Shop"
    webhook_id: str = DEFAULT_WEBHOOK_ID
    webhook_url: str | None = None  # None sends no webhooks
    webhook_attempts: int = 8
    webhook_backoff: float = 0.5  # doubled after every failed attempt
    webhook_timeout: float = 10.0
    token_lifetime: float = 32_400.0  # PayPal's nine hours
    hold_seconds: float = 30.0  # default for how long a timeout fault keeps the connection open
    state: Path | None = None  # None stores everything in memory
    seed: int | None = None  # None generates random IDs


def parse_origin(text: str) -> str:
    """Return an origin as browsers write it (scheme://host[:port]). Raise ValueError for anything else."""
    parts = urlsplit(text.rstrip("/"))
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query or parts.username:
        raise ValueError(f"{text!r} is not an origin such as http://localhost:8000.")
    default_port = {"http": 80, "https": 443}[parts.scheme]
    port = f":{parts.port}" if parts.port and parts.port != default_port else ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}"


def read_settings(arguments: Sequence[str] | None = None) -> Settings:
    """Read command-line flags, then PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID, then the defaults."""
    parser = _build_parser()
    given = parser.parse_args(arguments)
    try:
        origins = tuple(dict.fromkeys(parse_origin(text) for text in given.shop_origin or ["http://localhost:8000"]))
    except ValueError as error:
        parser.error(str(error))
    return Settings(
        port=given.port,
        shop_origins=origins,
        client_id=given.client_id,
        client_secret=given.client_secret,
        merchant_id=given.merchant_id,
        merchant_email=given.merchant_email,
        brand_name=given.brand_name,
        webhook_id=given.webhook_id,
        webhook_url=_get_webhook_url(given.webhook_url, origins[0]),
        webhook_attempts=given.webhook_attempts,
        webhook_backoff=given.webhook_backoff,
        token_lifetime=given.token_lifetime,
        hold_seconds=given.hold_seconds,
        state=given.state,
        seed=given.seed,
    )


def _get_webhook_url(text: str | None, shop_origin: str) -> str | None:
    if text == "off":
        return None
    return text or f"{shop_origin}/api/webhooks/paypal"


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="paypal_simulator", description="Speaks PayPal's HTTP on this machine only.")
    default, environment = Settings(), os.environ.get
    parser.add_argument("--port", type=int, default=default.port, help="0 takes a free one")
    parser.add_argument("--shop-origin", action="append", metavar="URL", help="may be given several times")
    parser.add_argument("--client-id", default=environment("PAYPAL_CLIENT_ID") or default.client_id)
    parser.add_argument("--client-secret", default=environment("PAYPAL_CLIENT_SECRET") or default.client_secret)
    parser.add_argument("--merchant-id", default=default.merchant_id)
    parser.add_argument("--merchant-email", default=default.merchant_email)
    parser.add_argument("--brand-name", default=default.brand_name, help="the payee's name in the approval window")
    parser.add_argument("--webhook-id", default=environment("PAYPAL_WEBHOOK_ID") or default.webhook_id)
    parser.add_argument("--webhook-url", metavar="URL|off", help="default: shop origin + /api/webhooks/paypal")
    parser.add_argument("--webhook-attempts", type=int, default=default.webhook_attempts)
    parser.add_argument("--webhook-backoff", type=float, default=default.webhook_backoff, metavar="SECONDS")
    parser.add_argument("--token-lifetime", type=float, default=default.token_lifetime, metavar="SECONDS")
    parser.add_argument("--hold-seconds", type=float, default=default.hold_seconds, metavar="SECONDS")
    parser.add_argument("--state", type=Path, metavar="DIR", help="keep orders here across restarts")
    parser.add_argument("--seed", type=int, help="draw the same ids in every run")
    return parser
