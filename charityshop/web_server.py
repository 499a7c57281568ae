"""gunicorn's settings, for the demo and for production alike: `gunicorn -c python:charityshop.web_server`."""

import gc
import os
import shutil
import tempfile
from typing import Protocol

from charityshop import environment as env
from charityshop.even_share import Counts
from charityshop.observability.log_format import ACCESS_LINE
from charityshop.open_files import ask_for_more, connections_for

wsgi_app = "charityshop.wsgi:application"
bind = f"{env.text('BIND', '127.0.0.1')}:{env.whole('PORT', 8000, at_least=1)}"
workers = env.whole("WEB_WORKERS", 2, at_least=1)
threads = env.whole("WEB_THREADS", 4, at_least=1)
worker_class = "charityshop.patient_worker.PatientWorker"
worker_connections = env.whole("WEB_CONNECTIONS", connections_for(ask_for_more()), at_least=1)  # in each process
sendfile = False  # it would wait for a slow reader without end
limit_request_line = 8190  # bytes; longer ones are a 414
limit_request_fields = 64
# Nobody. By default gunicorn lets a local peer set the scheme and the path's prefix (SCRIPT_NAME); which proxies the
# shop trusts is up to its own TRUSTED_PROXIES.
forwarded_allow_ips = ""
logger_class = "charityshop.observability.log_format.ServerLog"
access_log_format = ACCESS_LINE
timeout = 60  # seconds; longer than the longest talk with PayPal
graceful_timeout = 20
keepalive = 5
preload_app = True
control_socket_disable = True  # its path is one for the whole account: two shops side by side would share it
accesslog = env.text("ACCESS_LOG") or None

# --- Metrics: every process counts into files of its own in here, and /metrics sums them up --------------------------

counts = tempfile.mkdtemp(prefix="shop-metrics-") if env.text("METRICS_TOKEN") else ""
if counts:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts  # read when the shop is loaded, after this file


def when_ready(server: object) -> None:
    """Loaded and listening, and no worker forked yet: what is in memory now is every worker's.

    Frozen, because the collector would otherwise look through it again and again, and copy the pages it looks at.
    """
    from charityshop.forking import load_what_workers_share  # noqa: PLC0415 - Django is set up by now

    load_what_workers_share()
    gc.collect()
    gc.freeze()


class Worker(Protocol):
    pid: int
    age: int
    counts: Counts


def child_exit(server: object, worker: Worker) -> None:
    worker.counts.leave(worker.age)
    if counts:
        from prometheus_client import multiprocess  # noqa: PLC0415 - it looks for the folder when it is imported

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: object) -> None:
    if counts:
        shutil.rmtree(counts, ignore_errors=True)
