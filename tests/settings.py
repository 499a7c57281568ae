"""The shop's own settings, with what only tests may have: a throw-away state, and flags that break a safeguard."""

import os
import tempfile
from pathlib import Path

# Which safeguards are broken on purpose (tests/sabotage); taken away before the shop's own settings see them.
SABOTAGE = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("SABOTAGE_")}

if "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{Path(tempfile.mkdtemp(prefix='shop-tests-')) / 'shop.sqlite3'}"
os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz")
os.environ.setdefault("MEDIA_ROOT", tempfile.mkdtemp(prefix="shop-tests-media-"))
os.environ.setdefault("EMAIL_URL", "memorymail://")

from charityshop.settings import *  # noqa: E402, F403
from charityshop.settings import DATABASES, INSTALLED_APPS, SQLITE  # noqa: E402

STATIC_ROOT = Path(tempfile.mkdtemp(prefix="shop-tests-static-"))  # whitenoise warns about a folder that is missing
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; one test looks at the shop's own
if SABOTAGE:
    PASSWORD_HASHERS += ["django.contrib.auth.hashers.Argon2PasswordHasher"]  # staff's password was stored by the shop
    INSTALLED_APPS += ["tests.sabotage.apps.SabotageConfig"]
if SQLITE:  # a database on disk, so that locks and races are real
    DATABASES["default"]["TEST"] = {"NAME": DATABASES["default"]["NAME"] + ".test"}
