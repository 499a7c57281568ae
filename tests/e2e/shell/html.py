"""Parse the React app's page."""

import json
import re
from typing import Any

MANIFEST = {
    "_vendor-AAAAAAAA.js": {"file": "assets/vendor-AAAAAAAA.js"},
    "src/shop/main.tsx": {
        "file": "assets/main-BBBBBBBB.js", "isEntry": True, "imports": ["_vendor-AAAAAAAA.js"],
        "css": ["assets/main-CCCCCCCC.css"], "assets": ["assets/text-DDDDDDDD.woff2"],
    },
    "src/evening/door/main.tsx": {
        "file": "assets/door-FFFFFFFF.js", "isEntry": True, "imports": ["_vendor-AAAAAAAA.js"],
        "dynamicImports": ["src/evening/door/device/decoder.ts"], "css": ["assets/door-GGGGGGGG.css"],
        "assets": ["assets/text-DDDDDDDD.woff2"],
    },
    "src/evening/door/device/decoder.ts": {"file": "assets/decoder-HHHHHHHH.js", "isDynamicEntry": True},
    "src/evening/tournament/main.tsx": {
        "file": "assets/tournament-IIIIIIII.js", "isEntry": True, "imports": ["_vendor-AAAAAAAA.js"],
        "css": ["assets/tournament-JJJJJJJJ.css"], "assets": ["assets/text-DDDDDDDD.woff2"],
    },
    "src/shop/features/cart/CartPage.tsx": {"file": "assets/CartPage-EEEEEEEE.js", "imports": ["src/shop/main.tsx"]},
}  # fmt: skip


STYLE = ":root{--felt:#12402f}"


def policy_of(response: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in response["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in parts}


def data_in(response: Any, element: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{element}">(.*?)</script>', response.content.decode())
    return json.loads(found[1]) if found else None
