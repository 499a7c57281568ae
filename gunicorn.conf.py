"""Gunicorn settings for the demo and for production. Gunicorn reads this file from the directory it starts in."""

import logging
import os
import shutil
import sys
import tempfile
from typing import Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from charityshop.observability.log_format import ACCESS_LINE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charityshop.settings")
try:
    bind = f"{settings.BIND}:{settings.PORT}"
except ImproperlyConfigured as error:
    sys.exit(str(error))  # one sentence instead of a traceback
wsgi_app = "charityshop.wsgi:application"
worker_class = "gthread"
workers = settings.WEB_WORKERS
threads = settings.WEB_THREADS
worker_connections = 900  # per process, below the usual limit of 1,024 open files
keepalive = 5  # seconds; longer than the proxy keeps an idle connection (deploy/Caddyfile)
timeout = 60  # seconds; longer than the slowest request to PayPal
graceful_timeout = 20  # seconds
preload_app = True
control_socket_disable = True  # all shops of one system user would share its path
# What Gunicorn refuses while it reads a request, it answers with a page of its own, which HEAD gets, too, and ends the
# connection. No setting changes that.
limit_request_line = 8190  # bytes
limit_request_fields = 64
# Trust no peer: by default, Gunicorn lets a local peer set the scheme and SCRIPT_NAME. The shop reads X-Forwarded-*
# itself, from TRUSTED_PROXIES only.
forwarded_allow_ips = ""
logger_class = "charityshop.observability.log_format.GunicornLogger"
access_log_format = ACCESS_LINE
accesslog = settings.ACCESS_LOG or None
loglevel = "warning" if settings.LOG_FILE else "info"

# Each process writes its metrics to files in this directory; /metrics adds them up.
metrics_folder = tempfile.mkdtemp(prefix="shop-metrics-") if settings.METRICS_TOKEN else ""
if metrics_folder:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder  # prometheus_client reads it when it is imported


def on_starting(server: object) -> None:
    """Keep the dates' times on the clock before the first page is served. If it fails, `upkeep` does it."""
    from django.db import connections  # noqa: PLC0415 - the app is loaded before this

    from changes.services.keep_wall_times import keep_wall_times  # noqa: PLC0415

    try:
        keep_wall_times()
    except Exception:
        logging.getLogger("changes").exception("The data of the time zone were not compared.")
    finally:
        connections.close_all()  # workers are forked from this process


class Worker(Protocol):
    pid: int


class Request(Protocol):
    headers: list[tuple[str, str]]  # names in upper case

    def force_close(self) -> None: ...


DRAINED_BYTES = 64 * 1024  # of a body that nobody read; with more, Gunicorn closes the connection after the response


def pre_request(worker: Worker, request: Request) -> None:
    """Announce with "Connection: close" that the connection ends if the body may be longer than Gunicorn drains.

    Without it, the response to a request that is refused before its body is read promises a connection that closes, and
    the client's next request is lost.
    """
    headers = dict(request.headers)
    length = headers.get("CONTENT-LENGTH", "0")
    if "TRANSFER-ENCODING" in headers or not length.isdecimal() or int(length) >= DRAINED_BYTES:
        request.force_close()


def child_exit(server: object, worker: Worker) -> None:
    if metrics_folder:
        from prometheus_client import multiprocess  # noqa: PLC0415 - only after the variable above is set

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: object) -> None:
    if metrics_folder:
        shutil.rmtree(metrics_folder, ignore_errors=True)
