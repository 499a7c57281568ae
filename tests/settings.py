"""The shop's settings for tests, with temporary state."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

# jsonschema would import this for formats that no test checks, which takes each process a second.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]

FOLDER = Path(os.environ.get("TESTS_FOLDER") or tempfile.mkdtemp(prefix="shop-tests-"))


def delete_folder(created_by: int) -> None:
    """Delete the folder at the end of the process that created it, not of its children, which also run this."""
    if os.getpid() == created_by:
        shutil.rmtree(FOLDER, ignore_errors=True)


if "TESTS_FOLDER" not in os.environ:
    os.environ["TESTS_FOLDER"] = str(FOLDER)
    atexit.register(delete_folder, os.getpid())

os.environ.setdefault("PAYPAL_ENVIRONMENT", "simulator")
os.environ.setdefault("PAYPAL_SIMULATOR_URL", "http://127.0.0.1:9")  # nobody's, and not that of a running demo
os.environ.setdefault("DATABASE_URL", f"sqlite:///{FOLDER / 'shop.sqlite3'}")
os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz")
os.environ.setdefault("MEDIA_ROOT", str(FOLDER / "media"))
os.environ.setdefault("EMAIL_URL", "memorymail://")

from charityshop.settings import *  # noqa: E402, F403
from charityshop.settings import DATABASES, INSTALLED_APPS, SQLITE  # noqa: E402

STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns about a missing folder
# The first is fast; one test checks the shop's own, with which a started shop's staff got their password.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", "accounts.hashing.Argon2"]
INSTALLED_APPS += ["tests.support.empty_tables"]
RESPONSE_MAX_AGE = 0  # tests read their own writes; tests of the cache enable it
HOOKS = {name: value for name, value in os.environ.items() if name.startswith("HOOK_")}  # tests/resilience/hooks.py
if HOOKS:
    INSTALLED_APPS += ["tests.resilience.hooks.HooksConfig"]
# Tables come from the models, in a tenth of the time of the migrations; tests/charityshop/db compares both.
DATABASES["default"]["TEST"] = {"MIGRATE": False}
if SQLITE:  # a file, so that locks and races are real
    DATABASES["default"]["TEST"]["NAME"] = DATABASES["default"]["NAME"] + ".test"
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"  # waiting for the disk proves nothing
