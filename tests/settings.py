"""The shop's own settings, with what only tests may have: a throw-away state, and flags that break a safeguard."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Safeguards that tests break on purpose (tests/resilience/sabotage), removed before the shop's settings see them.
SABOTAGE = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("SABOTAGE_")}

FOLDER = Path(os.environ.get("TESTS_FOLDER") or tempfile.mkdtemp(prefix="shop-tests-"))


def throw_away(made_by: int) -> None:
    """When the process ends that made it. Those it started share it, and a forked one runs this too."""
    if os.getpid() == made_by:
        shutil.rmtree(FOLDER, ignore_errors=True)


if "TESTS_FOLDER" not in os.environ:
    os.environ["TESTS_FOLDER"] = str(FOLDER)
    atexit.register(throw_away, os.getpid())

os.environ.setdefault("PAYPAL_ENVIRONMENT", "simulator")
os.environ.setdefault("DATABASE_URL", f"sqlite:///{FOLDER / 'shop.sqlite3'}")
os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz")
os.environ.setdefault("MEDIA_ROOT", str(FOLDER / "media"))
os.environ.setdefault("EMAIL_URL", "memorymail://")

from charityshop.settings import *  # noqa: E402, F403
from charityshop.settings import DATABASES, INSTALLED_APPS, SQLITE  # noqa: E402

STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns about a folder that is missing
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; one test looks at the shop's own
RESPONSE_MAX_AGE = 0  # tests read what they have just written; those of the cache turn it on
if SABOTAGE:
    PASSWORD_HASHERS += ["django.contrib.auth.hashers.Argon2PasswordHasher"]  # staff's password was stored by the shop
    INSTALLED_APPS += ["tests.resilience.sabotage.apps.SabotageConfig"]
if SQLITE:  # a database on disk, so that locks and races are real
    DATABASES["default"]["TEST"] = {"NAME": DATABASES["default"]["NAME"] + ".test"}
