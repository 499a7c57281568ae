"""The page that carries the browser app, as a test reads it."""

import json
import re
from typing import Any

MANIFEST = {
    "_vendor-AAAAAAAA.js": {"file": "assets/vendor-AAAAAAAA.js"},
    "src/main.tsx": {
        "file": "assets/main-BBBBBBBB.js", "isEntry": True, "imports": ["_vendor-AAAAAAAA.js"],
        "css": ["assets/main-CCCCCCCC.css"], "assets": ["assets/text-DDDDDDDD.woff2"],
    },
    "src/features/cart/CartPage.tsx": {"file": "assets/CartPage-EEEEEEEE.js", "imports": ["src/main.tsx"]},
}  # fmt: skip


STYLE = ":root{--felt:#12402f}"


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in answer["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in parts}


def data_in(answer: Any, element: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{element}">(.*?)</script>', answer.content.decode())
    return json.loads(found[1]) if found else None
