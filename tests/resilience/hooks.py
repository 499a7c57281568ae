"""What a running shop does at the request of a test: die at a named place, and not wait where an operator would.

`tests.settings` installs this app if one of these variables is set. The shop's own settings know nothing of it.

    HOOK_KILL_FILE=/path   the process is killed (-9) at the place that the file names
    HOOK_NO_PATIENCE=1     reconciliation does not wait half a minute for a call that may be in progress, and upkeep
                           reads PayPal's record every time
"""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import transaction

BEFORE, BEFORE_COMMIT, AFTER = "before", "before its commit", "after"


@dataclass(frozen=True, slots=True)
class Place:
    """A function, by the module whose callers are affected, and when the process is killed."""

    module: str
    function: str
    when: str


PLACES = {
    "before the order commits": Place("purchases.api.views.orders", "place_order", BEFORE_COMMIT),
    "after the order committed": Place("purchases.api.views.orders", "place_order", AFTER),
    "before PayPal makes the order": Place("paypal.endpoints", "create_order", BEFORE),
    "after PayPal made it, before its id is stored": Place("paypal.endpoints", "create_order", AFTER),
    "after its id is stored, before the answer": Place("purchases.api.views.payments", "create_paypal_order", AFTER),
    "before the capture": Place("paypal.endpoints", "capture_order", BEFORE),
    "after the capture, before it is stored": Place("paypal.endpoints", "capture_order", AFTER),
    "inside settle": Place("payments.services.pay_order", "settle_payment", BEFORE_COMMIT),
    "after settle, before the answer": Place("purchases.api.views.payments", "pay_order", AFTER),
    "in the webhook, before the commit": Place("payments.services.settle_payment", "settle_payment", BEFORE_COMMIT),
    "in the webhook, after the commit, before 200": Place("purchases.api.views.payments", "handle_webhook", AFTER),
    "before the refund": Place("paypal.endpoints", "refund_capture", BEFORE),
    "after the refund, before it is stored": Place("paypal.endpoints", "refund_capture", AFTER),
    "after a change committed, before its refund is sent": Place(
        "changes.services.request_change", "push_refund", BEFORE
    ),
    "after a change's refund, before it is stored": Place("paypal.endpoints", "refund_capture", AFTER),
    "in reconcile": Place("payments.services.reconcile_payments", "settle_payment", BEFORE_COMMIT),
}


class HooksConfig(AppConfig):
    name = "tests.resilience.hooks"

    def ready(self) -> None:
        if file := settings.HOOKS.get("HOOK_KILL_FILE"):
            install_kill_points(file)
        if "HOOK_NO_PATIENCE" in settings.HOOKS:
            replace("payments.services.reconcile_payments", "MINIMUM_AGE", timedelta(0))
            replace("payments.services.import_transactions", "INTERVAL", timedelta(0))


def replace(module: str, name: str, other: Any) -> None:
    """Replace a name of a module. Modules that imported it before are not affected."""
    if not hasattr(import_module(module), name):
        raise AttributeError(f"{module} has no {name} any more; update tests/resilience/hooks.py.")
    setattr(import_module(module), name, other)


def install_kill_points(file: str) -> None:
    """Read the active place from the file at each call, so that one running shop can be killed at any place."""
    for name, place in PLACES.items():
        function = getattr(import_module(place.module), place.function)
        replace(place.module, place.function, with_kill_point(function, name, place.when, Path(file)))


def with_kill_point(function: Callable[..., Any], name: str, when: str, file: Path) -> Callable[..., Any]:
    @wraps(function)
    def run(*args: Any, **options: Any) -> Any:
        if not is_active(file, name):
            return function(*args, **options)
        if when == BEFORE:
            kill()
        if when == BEFORE_COMMIT:
            with transaction.atomic():
                function(*args, **options)
                kill()
        function(*args, **options)
        return kill()

    return run


def is_active(file: Path, name: str) -> bool:
    return file.exists() and file.read_text() == name


def kill() -> None:
    """End the process without handlers, flush or rollback, as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)
