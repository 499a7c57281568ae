#!/usr/bin/env python
"""Django's command line for the shop."""

import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from dotenv import load_dotenv

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charityshop.settings")
    if sys.argv[1:2] == ["run_demo"]:
        # This command requests demo mode, for itself and what it starts. What .env says takes precedence.
        load_dotenv(Path(__file__).resolve().parent / ".env", interpolate=False)
        os.environ["PAYPAL_ENVIRONMENT"] = os.environ.get("PAYPAL_ENVIRONMENT", "").strip() or "simulator"
        os.environ["LOG_FILE"] = os.environ.get("LOG_FILE", "").strip() or "shop.log"
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))  # one sentence instead of a traceback
