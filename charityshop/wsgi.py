"""The WSGI application. Startup checks run first."""

import os
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from charityshop.checks import check_startup

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charityshop.settings")
shop = get_wsgi_application()
check_startup()
import_module(settings.ROOT_URLCONF)  # load the views before Gunicorn forks its workers


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer HEAD without a body, which Django leaves to the server. Files are neither read nor exported for it."""
    response = shop(environ, start_response)
    if environ["REQUEST_METHOD"] != "HEAD":
        return response
    response.close()
    return []
