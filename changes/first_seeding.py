"""Fill the demo's database once, wholly: what was interrupted is thrown away, and the next start begins again.

Orders are paid at the PayPal simulator, so one transaction can't hold all of the demo. Instead, a file says while the
demo is filled for the first time, and in which database. Nobody has visited a shop that was not complete, so nothing of
theirs is lost.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from accounts.models import User
from charityshop.db.backup import empty_database

MARK = settings.STATE_DIR / "first-seeding"
SIMULATOR_STATE = settings.STATE_DIR / "paypal"


def was_interrupted() -> bool:
    return MARK.is_file() and MARK.read_text() == describe_database()


def describe_database() -> str:
    """Return which database it is. Another one that the next start uses is never emptied."""
    database = settings.DATABASES["default"]
    return "\n".join(str(database.get(name, "")) for name in ("ENGINE", "HOST", "PORT", "NAME"))


def start_over() -> None:
    """Empty the database and the simulator, before the simulator is started."""
    empty_database()
    shutil.rmtree(SIMULATOR_STATE, ignore_errors=True)


@contextmanager
def in_first_seeding() -> Iterator[None]:
    """Note that a new shop is being filled, until it is. Shops with users are only completed."""
    if not User.objects.exists():
        MARK.parent.mkdir(parents=True, exist_ok=True)
        MARK.write_text(describe_database())
    yield
    MARK.unlink(missing_ok=True)
