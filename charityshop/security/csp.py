"""The Content-Security-Policy of the React app's pages, and their inline scripts."""

import base64
import hashlib
import json
from functools import lru_cache

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.conf import settings

Policy = dict[str, list[str]]

# Before the first paint: apply the chosen color scheme, or that of the system. The app stores the choice as JSON.
THEME_SCRIPT = (
    'var t="";try{t=(localStorage.getItem("theme")||"").replace(/"/g,"")}catch(e){}'
    "document.documentElement.dataset.colorScheme="
    't==="dark"||t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"'
)
# Before the first paint, too: mark the pages of signed-in users, whose first view of home is hidden (index.css) until
# the app knows what they need next, and ask for that.
SIGNED_IN_SCRIPT = (
    'try{if(localStorage.getItem("userInfo")){document.documentElement.dataset.signedIn="";'
    'if(location.pathname==="/")document.head.append(Object.assign(document.createElement("link"),'
    '{rel:"preload",as:"fetch",href:"/api/orders/next",crossOrigin:"use-credentials"}))}}catch(e){}'
)
# If the app's scripts fail or don't load within 30 seconds, add a message with a link to try again. Once they do run,
# it is hidden (index.css). The page itself doesn't contain it, because text browsers ignore `hidden`.
STUCK_MESSAGE = 'This page didn\'t finish loading. Check your connection, then <a href="">try again</a>.'
STUCK_SCRIPT = (
    "{const d=document,tell=()=>{if(d.documentElement.dataset.ready||d.getElementById('stuck'))return;"
    "const p=d.createElement('p');p.id='stuck';p.setAttribute('role','alert');"
    f"p.innerHTML={json.dumps(STUCK_MESSAGE)};d.body?.append(p)}};"
    'addEventListener("error",e=>{if(e.target.localName==="script")tell()},true);'
    'addEventListener("unhandledrejection",tell);setTimeout(tell,30000)}'
)
HEAD_SCRIPT = f"{THEME_SCRIPT};{SIGNED_IN_SCRIPT};{STUCK_SCRIPT}"
# If the page has a first view with an image, the app starts only after that was painted, or after a press: on a slow
# connection the scripts would delay the image. It doesn't wait for the image of a hidden first view.
LATE_START_SCRIPT = (
    'const s=document.querySelector("script[data-entry]");let on=0;'
    'const go=()=>{if(on)return;on=1;for(const u of s.dataset.chunks.split(" ").filter(Boolean)){'
    'const l=document.createElement("link");l.rel="modulepreload";l.href=u;document.head.append(l)}'
    "import(s.dataset.entry)};"
    "const soon=()=>requestAnimationFrame(()=>setTimeout(go,0));"
    "try{new PerformanceObserver((l,o)=>{o.disconnect();"
    """const i=document.querySelector('img[fetchpriority="high"]');"""
    'if(!i||i.complete||getComputedStyle(i).visibility==="hidden")return soon();'
    'for(const t of["load","error"])i.addEventListener(t,soon)})'
    '.observe({type:"paint",buffered:true})}catch{}'
    'setTimeout(go,3000);for(const t of["pointerdown","keydown"])addEventListener(t,go,{once:true,capture:true})'
)
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
        "script-src": [SELF, hash_of(HEAD_SCRIPT), hash_of(LATE_START_SCRIPT)],
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
