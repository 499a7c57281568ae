"""A web server of another site."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ForeignSite:
    """Serves `pages` by their path, with `policy` as their Content-Security-Policy."""

    def __init__(self, policy: str = "") -> None:
        self.pages: dict[str, str] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, self.pages, policy))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def at(self, host: str, path: str, page: str) -> str:
        """Serve a page. Return its URL."""
        self.pages[path] = page
        return f"http://{host}:{self.server.server_port}{path}"


class Handler(BaseHTTPRequestHandler):
    def __init__(self, pages: dict[str, str], policy: str, *args: Any) -> None:
        self.pages, self.policy = pages, policy
        super().__init__(*args)

    def do_GET(self) -> None:
        page = self.pages.get(self.path, "").encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *args: Any) -> None:
        return None


@contextmanager
def foreign_site(policy: str = "") -> Iterator[ForeignSite]:
    site = ForeignSite(policy)
    yield site
    site.server.shutdown()
    site.server.server_close()
