"""How the shop writes its logs: one line for each thing, with the request it belongs to, and nothing smuggled in."""

import logging
import re
import time
from contextvars import ContextVar
from typing import Any

from gunicorn.glogging import Logger

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
# What ends a line, moves the cursor or turns the reading direction; a log is read in terminals too.
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
WHEN = "%Y-%m-%dT%H:%M:%SZ"
LINE = "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"
# Without query and referrer: a mailed link has its secret in the query.
ACCESS_LINE = '%(h)s "%(m)s %(U)s" %(s)s %(b)s %(L)s [%({x-request-id}o)s]'


def visible(text: str) -> str:
    r"""The text in one line: a line end in it is written as \n."""
    return UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class OneLine(logging.Formatter):
    """A message is one line, whatever texts are in it; a traceback's lines follow it, each behind a bar."""

    converter = staticmethod(time.gmtime)

    def __init__(self, fmt: str = LINE, datefmt: str = WHEN, **options: Any) -> None:
        super().__init__(fmt, datefmt, **options)

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = visible(record.message)
        record.request_id = REQUEST_ID.get()
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"  | {visible(line)}" for line in super().formatException(ei).splitlines())


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's own log in the same form; paths stay as they were sent, so that no %0a in them ends a line."""

    error_fmt = "%(asctime)s %(levelname)s gunicorn [%(process)d] %(message)s"
    access_fmt = "%(asctime)s INFO access %(message)s"

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for log, line in ((self.error_log, self.error_fmt), (self.access_log, self.access_fmt)):
            for handler in log.handlers:
                handler.setFormatter(OneLine(line))

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        return found | {"U": environ.get("RAW_URI", "-").partition("?")[0]}
