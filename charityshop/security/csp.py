"""The Content-Security-Policy of the React app's pages, and their inline scripts."""

import base64
import hashlib
from functools import lru_cache
from pathlib import Path

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.conf import settings

Policy = dict[str, list[str]]


def read_script(name: str) -> str:
    return (Path(__file__).parent / "inline" / f"{name}.js").read_text().strip()


# For browsers that can't run the app: says which ones can, in the language of 2009, which all of them read.
TOO_OLD_SCRIPT = read_script("too_old")
# Before the first paint: apply the chosen color scheme, or that of the system. The app stores the choice as JSON. Then
# mark the pages of signed-in users, whose first view of home is hidden (index.css) until the app knows what they need
# next, and ask for that. If the app's scripts fail or don't load within 30 seconds, add a message with a link to try
# again. Once they do run, it is hidden (base.css). The page itself doesn't contain it, because text browsers ignore
# `hidden`.
HEAD_SCRIPT = "\n".join(map(read_script, ("theme", "signed_in", "stuck")))
# If the page has a first view with an image, the app starts only after that was painted, or after a press: on a slow
# connection the scripts would delay the image. It doesn't wait for the image of a hidden first view.
LATE_START_SCRIPT = read_script("late_start")
# The door's page keeps keys from its first moment on, because USB scanners type before its program listens (keys.ts of
# the door). If the program doesn't load, the next page gets them.
EARLY_KEYS_SCRIPT = read_script("early_keys")
# PayPal publishes a list of hosts. Its newer script doesn't support nonces.
PAYPAL_HOSTS = [f"https://*.{host}" for host in ("paypal.com", "paypalobjects.com", "venmo.com")]


@lru_cache(maxsize=8)
def hash_of(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def page_policy(style: str) -> Policy:
    """Return the policy of all pages except checkout. `style` is the page's inline style, if any.

    Inline scripts are allowed by hash instead of a nonce, because pages are the same for all users and may be cached.
    """
    if settings.DEBUG:
        return dev_policy()
    return {
        "default-src": [SELF],
        "script-src": [
            SELF,
            *map(hash_of, (TOO_OLD_SCRIPT, HEAD_SCRIPT, LATE_START_SCRIPT, EARLY_KEYS_SCRIPT)),
        ],
        "style-src": [SELF, hash_of(style)] if style else [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }


def checkout_policy(style: str) -> Policy:
    """Return the policy of the checkout, which also allows the script of PayPal, or of its simulator in the demo."""
    policy = page_policy(style)
    if settings.DEBUG:
        return policy  # allows all ports of the developer's machine, including the simulator's
    hosts, directives = [settings.PAYPAL_SIMULATOR_URL], ["script-src", "connect-src", "frame-src"]
    if not settings.DEMO:
        hosts, directives = PAYPAL_HOSTS, [*directives, "child-src", "img-src", "style-src"]
    for directive in directives:
        policy[directive] = [*policy.get(directive, [SELF]), *hosts]
    return policy


def dev_policy() -> Policy:
    """Return the policy for development. Vite's hot reload uses inline scripts and its own port."""
    near = [f"{scheme}://{host}:*" for scheme in ("http", "ws") for host in ("localhost", "127.0.0.1")]
    return {"default-src": [SELF, UNSAFE_INLINE, "data:", "blob:", *near], "frame-ancestors": [NONE]}
