"""What browsers may load on the pages that carry the app (Content-Security-Policy), and what is inline in

them: two scripts, and the build's style."""

import base64
import hashlib
from functools import lru_cache

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.conf import settings

Policy = dict[str, list[str]]

# Before the first paint: the colors that were chosen, or the system's. The app keeps its choices as JSON.
THEME_SCRIPT = (
    'var t="";try{t=(localStorage.getItem("theme")||"").replace(/"/g,"")}catch(e){}'
    "document.documentElement.dataset.colorScheme="
    't==="dark"||t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"'
)
# Where the app's scripts do not come, or fail before they have drawn the page, it says so, with a way to try again. On
# a very slow line they may still be on their way; what they draw then hides the words (waiting.css).
STUCK_SCRIPT = (
    "{const d=document,tell=()=>{if(!d.documentElement.dataset.ready)d.getElementById('stuck').hidden=false};"
    'addEventListener("error",e=>{if(e.target.localName==="script")tell()},true);'
    'addEventListener("unhandledrejection",tell);setTimeout(tell,30000)}'
)
HEAD_SCRIPT = f"{THEME_SCRIPT};{STUCK_SCRIPT}"
# Where the first view's HTML is in the page, the app starts only after that was painted (or touched), with its first
# picture: on a slow line the scripts would take half of the picture's way. A button that is pressed meanwhile, or
# by Enter in its form, is marked, and the app presses it again (frontend/src/main.tsx).
LATE_START_SCRIPT = (
    'const s=document.querySelector("script[data-entry]");let on=0;'
    'const go=()=>{if(on)return;on=1;for(const u of s.dataset.chunks.split(" ").filter(Boolean)){'
    'const l=document.createElement("link");l.rel="modulepreload";l.href=u;document.head.append(l)}'
    "import(s.dataset.entry)};"
    "const ready=()=>document.documentElement.dataset.ready;"
    'addEventListener("submit",e=>ready()||e.preventDefault(),true);'
    'addEventListener("click",e=>{const b=e.target.closest("button");if(ready()||!b)return;'
    'for(const o of document.querySelectorAll("[data-early]"))delete o.dataset.early;b.dataset.early=""},true);'
    "const soon=()=>requestAnimationFrame(()=>setTimeout(go,0));"
    "try{new PerformanceObserver((l,o)=>{o.disconnect();"
    """const i=document.querySelector('img[fetchpriority="high"]');if(!i||i.complete)return soon();"""
    'for(const t of["load","error"])i.addEventListener(t,soon)})'
    '.observe({type:"paint",buffered:true})}catch{}'
    'setTimeout(go,3000);for(const t of["pointerdown","keydown"])addEventListener(t,go,{once:true,capture:true})'
)
# PayPal's one published list is of hosts; its newer script offers no nonce to allow instead.
PAYPAL_HOSTS = [f"https://*.{host}" for host in ("paypal.com", "paypalobjects.com", "venmo.com")]


@lru_cache(maxsize=8)
def hash_of(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def shell_policy(style: str) -> Policy:
    """For every page but checkout, with the one inline style that it may bring. No nonce: the page is the same for

    everybody and may be cached.
    """
    if settings.DEBUG:
        return dev_policy()
    return {
        "default-src": [SELF],
        "script-src": [SELF, hash_of(HEAD_SCRIPT), hash_of(LATE_START_SCRIPT)],
        "style-src": [SELF, hash_of(style)] if style else [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "report-uri": settings.CSP_REPORTS,
    }


def checkout_policy(style: str) -> Policy:
    """Checkout may also load the payment provider's script: the simulator's in the demo, PayPal's otherwise."""
    policy = shell_policy(style)
    if settings.DEBUG:
        return policy  # every port of the developer's machine is in it, the simulator's too
    hosts, reached = [settings.PAYPAL_SIMULATOR_URL], ["script-src", "connect-src", "frame-src"]
    if not settings.DEMO:
        hosts, reached = PAYPAL_HOSTS, [*reached, "child-src", "img-src", "style-src"]
    for directive in reached:
        policy[directive] = [*policy.get(directive, [SELF]), *hosts]
    return policy


def dev_policy() -> Policy:
    """Vite's hot reload writes inline scripts and talks to its own port; for the developer's machine alone."""
    near = [f"{scheme}://{host}:*" for scheme in ("http", "ws") for host in ("localhost", "127.0.0.1")]
    return {"default-src": [SELF, UNSAFE_INLINE, "data:", "blob:", *near], "frame-ancestors": [NONE]}
