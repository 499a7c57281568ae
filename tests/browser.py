"""Finds the browser for the browser tests: `python -m tests.browser` says which, or what to install."""

import os
import shutil
import sys

# The first is Chromium without the windows that nobody sees: a third less work for the same pages.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find_browser() -> str | None:
    """The program that CHROMIUM names, or one of the usual names on the path."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    if not find_browser():
        sys.exit(
            "The browser tests need Chromium or Chrome. Install one (on Debian: apt install chromium-headless-shell), "
            "or name one: CHROMIUM=/path/to/chrome make test"
        )
