"""Errors for logs: which one and where, without its text, which may quote what people typed.

Logs are copied, and outlive the rows that they are about; nobody can erase a person from them.
"""

import traceback
from collections.abc import Iterator, Sequence
from smtplib import SMTPRecipientsRefused, SMTPResponseException

from django.db import DatabaseError


def describe_error(error: BaseException) -> str:
    """Return the error's class and what its program says about it in codes, such as "SMTPRecipientsRefused 550"."""
    return " ".join([type(error).__name__, *map(str, list_codes(error))])


def list_codes(error: BaseException) -> Sequence[object]:
    if isinstance(error, SMTPRecipientsRefused):
        return sorted({code for code, _ in error.recipients.values()})
    if isinstance(error, SMTPResponseException):
        return [error.smtp_code]
    if isinstance(error, DatabaseError):
        return list_database_codes(error)
    if isinstance(error, OSError) and error.errno is not None:  # a program that raises one with a text sets no number
        return [error.errno, error.strerror]
    return []


def list_database_codes(error: DatabaseError) -> Sequence[object]:
    """Return what psycopg or sqlite3 says without the values of a statement or row."""
    cause = error.__cause__ or error
    if getattr(cause, "sqlite_errorcode", None):  # of SQLite itself, which names tables, columns and constraints
        return [cause]
    diagnosis = getattr(cause, "diag", None)
    names = ("sqlstate", "table_name", "column_name", "constraint_name")
    return [found for name in names if (found := getattr(diagnosis, name, None))]


def format_traceback(error: BaseException) -> Iterator[str]:
    """Yield the lines of a traceback, first those of the errors that led to it. Each error is described, not quoted."""
    seen: list[BaseException] = []
    now: BaseException | None = error
    while now is not None and now not in seen:
        seen.append(now)
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)
    for each in reversed(seen):
        yield "Traceback (most recent call last):"
        for entry in traceback.format_tb(each.__traceback__):
            yield from entry.splitlines()
        yield describe_error(each)
