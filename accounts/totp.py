"""Codes of a second factor: six digits that change every half minute (TOTP, RFC 6238), and those for a lost phone."""

import hmac
import secrets
from dataclasses import dataclass

import pyotp

STEP_SECONDS = 30
DRIFT = 1  # steps that a phone's clock may be off, each way
RECOVERY_CODES = 10
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without what is mistaken for something else
GROUPS, GROUP = 3, 4  # letters: the first group finds a code, the others are its secret, 39 bits
QUIET = 4  # modules of white around a QR code


@dataclass(frozen=True, slots=True)
class Picture:
    """A QR code to be drawn: the side of its square in modules, white border included, and one SVG path."""

    side: int
    path: str


def new_secret() -> str:
    return pyotp.random_base32()


def uri_of(secret: str, *, account: str, issuer: str) -> str:
    """What an authenticator app reads from the QR code."""
    return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(name=account, issuer_name=issuer)


def step_of(secret: str, code: str, *, now: float) -> int | None:
    """The step of time that a code belongs to, if it is one of these minutes'. `now` is in seconds since 1970."""
    totp, present = pyotp.TOTP(secret, interval=STEP_SECONDS), int(now) // STEP_SECONDS
    typed = code.encode()
    steps = range(present - DRIFT, present + DRIFT + 1)
    return next((step for step in steps if hmac.compare_digest(totp.generate_otp(step).encode(), typed)), None)


def picture_of(text: str) -> Picture:
    import segno  # noqa: PLC0415 - for the few who set up a second factor; it loads much

    matrix = segno.make(text, error="m", micro=False).matrix
    dark = [(x + QUIET, y + QUIET) for y, row in enumerate(matrix) for x, module in enumerate(row) if module]
    return Picture(len(matrix) + 2 * QUIET, "".join(f"M{x} {y}h1v1h-1z" for x, y in dark))


def new_recovery_code() -> str:
    """Such as k7qm-3vxd-9trw."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def as_typed(code: str) -> str:
    """Without what people put between digits or letters."""
    return "".join(letter for letter in code.lower() if letter.isalnum())


def split_recovery_code(code: str) -> tuple[str, str] | None:
    """What finds it and what proves it, if it could be one at all."""
    letters = as_typed(code)
    if len(letters) != GROUPS * GROUP or not set(letters) <= set(ALPHABET):
        return None
    return letters[:GROUP], letters[GROUP:]
