"""Run `check_books` in tests."""

from io import StringIO

from django.core.management import CommandError, call_command

from bookings.models import Booking
from bookings.services.passes import record_moves


def set_status(status: Booking.Status) -> None:
    """Give all bookings another status, with moves of their seats."""
    Booking.objects.update(status=status)
    record_moves(booking_ids=list(Booking.objects.values_list("pk", flat=True)))


def check_books(*options: str) -> tuple[int, list[str]]:
    """Return the exit code and the violations."""
    code, _, violations = run_check_books(*options)
    return code, violations


def run_check_books(*options: str) -> tuple[int, str, list[str]]:
    """Return the exit code, the output and the violations."""
    code, out, err = 0, StringIO(), StringIO()
    try:
        call_command("check_books", *options, stdout=out, stderr=err)
    except CommandError as end:
        code = end.returncode
    return code, out.getvalue(), err.getvalue().splitlines()


def get_only_violation(found):
    """Return the only violation of a failed check."""
    code, sentences = found
    assert code == 1
    assert len(sentences) == 1, sentences
    return sentences[0]


def join_messages(found):
    return "\n".join(found[1])
