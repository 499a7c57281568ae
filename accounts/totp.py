"""Time-based one-time passwords (TOTP, RFC 6238) and recovery codes."""

import hmac
import secrets

import pyotp

STEP_SECONDS = 30
MAX_DRIFT_STEPS = 1  # how far a phone's clock may be off, in either direction
RECOVERY_CODES = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that look alike
GROUP_COUNT, GROUP_LENGTH = 3, 4  # the first group is the lookup key, the others are the secret (39 bits)


def new_secret() -> str:
    return pyotp.random_base32()


def uri_of(secret: str, *, account: str, issuer: str) -> str:
    """Return the URI that an authenticator app reads from the QR code."""
    return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(name=account, issuer_name=issuer)


def step_of(secret: str, code: str, *, now: float) -> int | None:
    """Return the time step of a currently valid code, or None. `now` is a Unix timestamp."""
    totp, present = pyotp.TOTP(secret, interval=STEP_SECONDS), int(now) // STEP_SECONDS
    typed = code.encode()
    steps = range(present - MAX_DRIFT_STEPS, present + MAX_DRIFT_STEPS + 1)
    return next((step for step in steps if hmac.compare_digest(totp.generate_otp(step).encode(), typed)), None)


def new_recovery_code() -> str:
    """Return a random code such as k7qm-3vxd-9trw."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUP_COUNT))


def normalize_code(code: str) -> str:
    """Lowercase a code and remove separators."""
    return "".join(character for character in code.lower() if character.isalnum())


def split_recovery_code(code: str) -> tuple[str, str] | None:
    """Split a recovery code into lookup key and secret. Return None if it can't be a recovery code."""
    normalized = normalize_code(code)
    if len(normalized) != GROUP_COUNT * GROUP_LENGTH or not set(normalized) <= set(ALPHABET):
        return None
    return normalized[:GROUP_LENGTH], normalized[GROUP_LENGTH:]
