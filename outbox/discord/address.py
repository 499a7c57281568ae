"""The address of the club's Discord channel: a secret, with which anybody could post. It is stored encrypted."""

import base64
import hashlib
import re
from urllib.parse import urlsplit

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

HOSTS = {"discord.com", "discordapp.com"}
PATH = re.compile(r"/api/webhooks/[0-9]{5,30}/[A-Za-z0-9_-]{20,200}")
EXPECTED = "Paste the whole address: https://discord.com/api/webhooks/…"


def encrypt_address(text: str) -> str:
    """Return the encrypted path of a webhook's address. Raise ValueError for any other address."""
    parts = urlsplit(text.strip())
    if parts.scheme != "https" or parts.netloc not in HOSTS or not PATH.fullmatch(parts.path):
        raise ValueError(EXPECTED)
    if parts.query or parts.fragment:
        raise ValueError(EXPECTED)
    return cipher().encrypt(parts.path.encode()).decode()


def decrypt_address(encrypted: str) -> str | None:
    """Return the URL to post to, or None if it was encrypted with another SECRET_KEY."""
    try:
        path = cipher().decrypt(encrypted.encode()).decode()
    except InvalidToken:
        return None
    return f"{settings.DISCORD_URL}{path}"


def cipher() -> Fernet:
    key = salted_hmac("charityshop.discord", "address", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(key).digest()))
