"""Settings for `make check`, which finds migrations that break a rolling deploy."""

from tests.settings import *  # noqa: F403
from tests.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "django_migration_linter"]
MIGRATION_LINTER_OPTIONS = {
    "include_apps": ["charityshop", "accounts", "events", "bookings", "orders"],
    # Written before the first release.
    "ignore_name": ["0002_staff_decisions", "0004_revivals"],
    "no_cache": True,
    "quiet": ["ok", "ignore"],
}
