"""Refuse what a page asked about, once what it showed no longer holds.

Such a page sends back the digest of what its preview showed. Services compare it under the locks, before they decide.
"""

import hashlib
import json

from charityshop.exceptions import Changed


def make_digest(*shown: object) -> str:
    """Return a hash of what a page showed: people, seats and dollars, and what else its reader relied on."""
    return hashlib.sha256(json.dumps(shown, default=str).encode()).hexdigest()


def refuse_other_digest(sent: str | None, now: str, message: str) -> None:
    """Raise Changed with this message if the page showed something else. None: there was no page."""
    if sent not in (None, now):
        raise Changed(message)
