"""Draws the ids PayPal would draw: at random, or the same ones in every run when a seed is given."""

import hashlib
import secrets
import uuid

from paypal_simulator.records.store import Store

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Identifiers:
    """Each kind of id has its own row, so an extra webhook never changes the next order's id."""

    def __init__(self, store: Store, seed: int | None) -> None:
        self._store = store
        self._seed = seed

    def order(self) -> str:
        return self._letters("order", 17)

    def capture(self) -> str:
        return self._letters("capture", 17)

    def refund(self) -> str:
        return self._letters("refund", 17)

    def payer(self) -> str:
        return self._letters("payer", 13)

    def event(self) -> str:
        text = self._letters("event", 34)
        return f"WH-{text[:17]}-{text[17:]}"

    def dispute(self) -> str:
        return f"PP-R-{self._letters('dispute', 3)}-{int.from_bytes(self._bytes('dispute'), 'big') % 10**8:08}"

    def transmission(self) -> str:
        return str(uuid.UUID(bytes=self._bytes("transmission"), version=4))

    def token(self) -> str:
        return "A21AA" + self._bytes("token").hex() + self._bytes("token").hex()

    def debug(self) -> str:
        return "f" + self._bytes("debug").hex()[:12]

    def _letters(self, kind: str, length: int) -> str:
        number = int.from_bytes(self._bytes(kind, size=32), "big")
        letters = []
        for _ in range(length):
            number, place = divmod(number, len(ALPHABET))
            letters.append(ALPHABET[place])
        return "".join(letters)

    def _bytes(self, kind: str, size: int = 16) -> bytes:
        if self._seed is None:
            return secrets.token_bytes(size)
        # From the number of ids drawn so far, which is kept with the orders: a restart goes on, it doesn't repeat.
        drawn = self._store.next_number(f"id:{kind}")
        return hashlib.sha256(f"{self._seed}:{kind}:{drawn}".encode()).digest()[:size]
