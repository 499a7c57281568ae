"""How passwords are hashed, and how many at a time.

Hashing is slow by design: 17 milliseconds of a processor and 19 MiB of memory. Without a limit, many simultaneous
sign-ins would occupy every thread, and seat holds would have to wait.
"""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager

from django.contrib.auth.hashers import Argon2PasswordHasher

from charityshop.security.slots import Slots

HASH_SLOTS = 3  # of a process's 8 threads: one hashes, two wait, and five are left for everything else
# One thread per process hashes, because the C library keeps 19 MiB for each thread that ever did.
hashing_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hashing")


class Argon2(Argon2PasswordHasher):
    """Argon2id with the least cost that OWASP's Password Storage Cheat Sheet recommends.

    Django's own costs ten times as much, so that most of a crowd would be turned away (decision 23). A hash with
    another cost is renewed when its owner signs in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return hashing_thread.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        return hashing_thread.submit(super().verify, password, encoded).result()


def normalize(password: str) -> str:
    """Return one text for all ways in which keyboards encode the same characters (NFKC, as in NIST SP 800-63B).

    What is hashed, and what the rules count, is this text.
    """
    return unicodedata.normalize("NFKC", password)


slots = Slots(HASH_SLOTS)


def check_hash_slots() -> None:
    """Reject early, before any query: rejected sign-ins would otherwise slow down seat holds."""
    slots.check()


def hash_slot() -> AbstractContextManager[None]:
    """Return a context manager to hold while hashing or checking a password. It is not reentrant."""
    return slots.take()
