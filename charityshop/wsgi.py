"""The WSGI application. Startup checks run first."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from charityshop.checks import check_startup

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charityshop.settings")
application = get_wsgi_application()
check_startup()
import_module(settings.ROOT_URLCONF)  # load the views before Gunicorn forks its workers
