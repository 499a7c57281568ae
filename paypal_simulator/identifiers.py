"""Generate IDs like PayPal's: at random, or the same ones in every run if a seed is given."""

import hashlib
import secrets
import uuid

from paypal_simulator.records.store import Store

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Identifiers:
    """Each kind of ID has its own sequence, so that an extra webhook doesn't change the next order's ID."""

    def __init__(self, store: Store, seed: int | None) -> None:
        self._store = store
        self._seed = seed

    def order(self) -> str:
        return self._draw_text("order", 17)

    def capture(self) -> str:
        return self._draw_text("capture", 17)

    def refund(self) -> str:
        return self._draw_text("refund", 17)

    def payer(self) -> str:
        return self._draw_text("payer", 13)

    def event(self) -> str:
        text = self._draw_text("event", 34)
        return f"WH-{text[:17]}-{text[17:]}"

    def dispute(self) -> str:
        return f"PP-R-{self._draw_text('dispute', 3)}-{int.from_bytes(self._bytes('dispute'), 'big') % 10**8:08}"

    def transmission(self) -> str:
        return str(uuid.UUID(bytes=self._bytes("transmission"), version=4))

    def token(self) -> str:
        return "A21AA" + self._bytes("token").hex() + self._bytes("token").hex()

    def debug(self) -> str:
        return "f" + self._bytes("debug").hex()[:12]

    def _draw_text(self, kind: str, length: int) -> str:
        number = int.from_bytes(self._bytes(kind, size=32), "big")
        characters = []
        for _ in range(length):
            number, index = divmod(number, len(ALPHABET))
            characters.append(ALPHABET[index])
        return "".join(characters)

    def _bytes(self, kind: str, size: int = 16) -> bytes:
        if self._seed is None:
            return secrets.token_bytes(size)
        # The number of IDs drawn so far is stored with the orders, so that a restart continues the sequence.
        drawn = self._store.next_number(f"id:{kind}")
        return hashlib.sha256(f"{self._seed}:{kind}:{drawn}".encode()).digest()[:size]
