"""What a phone was when it made an entry. Imports nothing from Django.

A phone that sold without a connection sends that later, perhaps after its link was revoked or replaced by one for the
door. Only what it was at that time counts.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

# The corrected time of an entry is too late by as long as the request took, of which phones wait for eight seconds.
TOLERANCE = timedelta(seconds=10)


def was_role(role: str, sign_ins: Sequence[tuple[datetime, str]], at: datetime | None) -> bool:
    """Return whether the phone had the role at that time. `sign_ins` are in order, each with the role of its link.

    Before its first link, a phone was what that made it: its clock may have been wrong. `at` None: the time is not
    known, so any link of the role counts.
    """
    if at is None:
        return any(each == role for _, each in sign_ins)
    before = [each for when, each in sign_ins if when <= at - TOLERANCE]
    during = [each for when, each in sign_ins if at - TOLERANCE < when <= at]
    return role in (before[-1:] + during or [each for _, each in sign_ins[:1]])
