"""Run background jobs. Safe to run concurrently; no job has to be on time."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from accounts.services.email_codes import delete_expired_codes
from accounts.services.users import delete_old_sign_in_places
from accounts.sessions import delete_expired_sessions
from attention.services.send_day_sales import send_day_sales
from bookings.posts import note_free_seats
from bookings.services.events import retry_series, roll_forward
from bookings.services.questions import erase_seat_answers
from bookings.services.seat_links import erase_guests
from bookings.services.waiting_list import serve_waiting_lists
from changes.services.date_changes.process_date_changes import process_date_changes
from changes.services.keep_wall_times import keep_wall_times
from changes.services.leave_waiting_list import remove_deactivated
from charityshop.checks import STARTUP
from charityshop.db.retries import NotFinished, run_unless_done
from door.services.erase_names import erase_names
from notices.services.send_outbox import send_outbox
from notices.services.send_place_emails import send_place_emails
from notices.services.send_reminders import send_reminders
from operations.services.keep_backups import keep_nightly_backup, try_newest_backup
from outbox.erasure import delete_old_messages
from payments.journal import post_what_is_missing
from payments.reports.nightly_check import run_nightly_check
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import (
    delete_request_keys,
    expire_holds,
    read_unknown_fees,
    reconcile_payments,
)
from payments.services.webhooks import process_stored_notifications, redact_old_payers
from recaps.services import erase_answers, send_recaps

log = logging.getLogger(__name__)

HOUR = 3600  # seconds
DAY = 24 * HOUR


def at_most_every(pause: int) -> Callable[[Callable[[], int]], Callable[[], object]]:
    """Do a job at most once in this time across all processes, or again if it was not done."""

    def limit(job: Callable[[], int]) -> Callable[[], object]:
        name = job.__name__
        return lambda: run_unless_done(name.replace("_", " "), job, mark=f"upkeep-{name}", lasts=pause)

    return limit


once_a_minute, once_an_hour, once_a_day = at_most_every(60), at_most_every(HOUR), at_most_every(DAY)


def roll_series_forward() -> int:
    """Create the dates of the coming year for all series. Daily is enough, since dates are created far ahead."""
    return roll_forward(now=timezone.now())


JOBS: dict[str, Callable[[], object]] = {
    "reminder(s) written": lambda: send_reminders(now=timezone.now()),
    "email(s) to places written": lambda: send_place_emails(now=timezone.now()),
    "buyer(s) told about changed dates, or settled": process_date_changes,
    "date(s) with free seats announced": once_a_minute(note_free_seats),
    "message(s) sent": lambda: send_outbox(now=timezone.now()),
    "hold(s) expired": expire_holds,
    "deactivated account(s) taken off waiting lists": remove_deactivated,
    "offer(s) made to waiting lists": serve_waiting_lists,
    "webhook(s) processed": process_stored_notifications,
    "payment(s) or refund(s) finished": reconcile_payments,
    "PayPal order(s) with imported transactions": import_transactions,
    "fee(s) read from PayPal": once_an_hour(read_unknown_fees),
    "order(s) or unclaimed payment(s) posted to the journal": post_what_is_missing,
    "old request key(s) deleted": delete_request_keys,
    "date(s) of series created": once_a_day(roll_series_forward),
    "date(s) of series created after an error": lambda: retry_series(now=timezone.now()),
    "guest(s) of past dates erased": once_a_day(erase_guests),
    "answer(s) of past dates' guests erased": once_a_day(erase_seat_answers),
    "old message(s) deleted": once_a_day(delete_old_messages),
    "expired session(s) deleted": once_a_day(delete_expired_sessions),
    "old sign-in place(s) deleted": once_a_day(delete_old_sign_in_places),
    "expired sign-in code(s) deleted": once_a_day(delete_expired_codes),
    "payer(s) redacted in webhooks": once_a_day(redact_old_payers),
    "violation(s) found": run_nightly_check,
    "backup(s) written": lambda: keep_nightly_backup(now=timezone.now()),
    "backup(s) restored on trial": lambda: try_newest_backup(now=timezone.now()),
    "volunteer(s) of past dates erased": once_a_day(erase_names),
    "thank-you email(s) written": lambda: send_recaps(now=timezone.now()),
    "email(s) of a day's sales written": lambda: send_day_sales(now=timezone.now()),
    "old answer(s) about dates erased": once_a_day(erase_answers),
}


class Command(BaseCommand):
    help = "Send emails, expire holds, finish open payments and extend series: once, or repeatedly with --every."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, metavar="SECONDS", help="Repeat with this pause between runs.")

    def handle(self, *args: Any, every: float | None, **options: Any) -> None:
        self.check(tags=[STARTUP], include_deployment_checks=True)
        knows_zone = False  # compared at the start only: a process from before an upgrade would take the old data again
        while True:
            knows_zone = knows_zone or self.do("date(s) kept at their time on the clock", keep_wall_times)
            for what, job in JOBS.items():
                self.do(what, job)
            if every is None:
                return
            close_old_connections()
            time.sleep(every)

    def do(self, what: str, job: Callable[[], object]) -> bool:
        """Run a job, and return whether it was done. Log its errors, so that the other jobs still run."""
        try:
            done = job()
        except NotFinished as problem:
            log.warning("upkeep: %s: %s", what, problem)
            return False
        except Exception:
            log.exception("upkeep: %s", what)
            return False
        if done:
            self.stdout.write(f"upkeep: {done} {what}")
        return True
