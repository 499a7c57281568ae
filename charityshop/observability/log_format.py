"""Log format: one line per message, with the request ID and escaped control characters, so input can't forge lines."""

import logging
import re
import time
from contextvars import ContextVar
from typing import Any

from gunicorn.glogging import Logger

from charityshop.observability.errors import format_traceback
from charityshop.security.link_tokens import mask_link_tokens

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
# Line separators, terminal control characters, and marks that change the text direction.
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
DATE_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
LINE = "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"
# Without query string and referrer, because emailed links have a secret token in the query string.
ACCESS_LINE = '%(h)s "%(m)s %(U)s" %(s)s %(b)s %(L)s [%({x-request-id}o)s]'


def escape_controls(text: str) -> str:
    r"""Escape control characters, for example a line break as \n."""
    return CONTROL_CHARACTERS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class SingleLineFormatter(logging.Formatter):
    """Write each message on one line. The lines of a traceback follow it, each prefixed with a bar, without the text of
    errors (charityshop.observability.errors).

    Paths of links that work without signing in are logged without the signatures of their tokens.
    """

    converter = staticmethod(time.gmtime)

    def __init__(self, fmt: str = LINE, datefmt: str = DATE_FORMAT, **options: Any) -> None:
        super().__init__(fmt, datefmt, **options)

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = escape_controls(mask_link_tokens(record.message))
        record.request_id = REQUEST_ID.get()
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"  | {escape_controls(mask_link_tokens(line))}" for line in format_traceback(ei[1]))


class RefusedRequests(logging.Filter):
    """Log what Django refuses as suspicious, such as an unknown Host header, as one line: the shop has no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class CallsForSomebody(logging.Filter):
    """Leave out the security log: the shop refused what it had to."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.name.partition(".")[0] != "security" and not record.name.startswith("django.security.")


class GunicornLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's logs in the same format. Paths are logged as sent, without decoding sequences such as %0a."""

    error_fmt = "%(asctime)s %(levelname)s gunicorn [%(process)d] %(message)s"
    access_fmt = "%(asctime)s INFO access %(message)s"

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for log, line in ((self.error_log, self.error_fmt), (self.access_log, self.access_fmt)):
            for handler in log.handlers:
                handler.setFormatter(SingleLineFormatter(line))

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        return found | {"U": environ.get("RAW_URI", "-").partition("?")[0]}
