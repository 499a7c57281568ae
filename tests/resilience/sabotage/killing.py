"""The places at which the shop's process is killed, and how."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

from django.db import transaction

from tests.resilience.sabotage.replacing import replace

BEFORE, BEFORE_COMMIT, AFTER = "before", "before its commit", "after"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the process dies: a function as one module's callers find it, and when in its life."""

    module: str
    function: str
    moment: str


PLACES = {
    "before the order commits": Place("orders.services", "place_order", BEFORE_COMMIT),
    "after the order committed": Place("orders.services", "place_order", AFTER),
    "before PayPal makes the order": Place("orders.paypal", "create_order", BEFORE),
    "after PayPal made it, before its id is stored": Place("orders.paypal", "create_order", AFTER),
    "after its id is stored, before the answer": Place("orders.services", "open_paypal_order", AFTER),
    "before the capture": Place("orders.paypal", "capture_order", BEFORE),
    "after the capture, before it is stored": Place("orders.paypal", "capture_order", AFTER),
    "inside settle": Place("orders.services.payments.pay_order", "settle", BEFORE_COMMIT),
    "after settle, before the answer": Place("orders.services", "pay_order", AFTER),
    "in the webhook, before the commit": Place("orders.services.payments.settle_order", "settle", BEFORE_COMMIT),
    "in the webhook, after the commit, before 200": Place("orders.services", "receive_webhook", AFTER),
    "before the refund": Place("orders.paypal", "refund_capture", BEFORE),
    "after the refund, before it is stored": Place("orders.paypal", "refund_capture", AFTER),
    "in reconcile": Place("orders.services.payments.reconcile_payments", "settle", BEFORE_COMMIT),
}


def kill_at_places_named_in(file: str) -> None:
    """Which place is armed stands in the file, so that one running shop can die everywhere, one after the other."""
    for name, place in PLACES.items():
        module = import_module(place.module)
        replace(module, place.function, deadly(getattr(module, place.function), name, place.moment, Path(file)))


def deadly(function: Callable[..., Any], name: str, moment: str, file: Path) -> Callable[..., Any]:
    @wraps(function)
    def run(*args: Any, **options: Any) -> Any:
        if not is_armed(file, name):
            return function(*args, **options)
        if moment == BEFORE:
            die()
        if moment == BEFORE_COMMIT:
            with transaction.atomic():
                function(*args, **options)
                die()
        function(*args, **options)
        return die()

    return run


def is_armed(file: Path, name: str) -> bool:
    return file.exists() and file.read_text() == name


def die() -> None:
    """No handler, no flush, no rollback: as when the power goes."""
    os.kill(os.getpid(), signal.SIGKILL)
