"""Photograph the shop's mark in every size that browsers and phones ask for: `python -m events.season.brand`.

The sources are static/brand/logo.svg and, with fewer and larger parts for tabs, static/brand/favicon.svg.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from events.season.drawing import palette as p
from events.season.drawing.cards import fan
from events.season.drawing.props import crystal_die, die
from events.season.drawing.shapes import circle, group
from events.season.drawing.surfaces import backdrop, glow, picture, vignette
from events.season.render import CHROMIUM, QUALITY

BRAND = Path(__file__).parents[2] / "static" / "brand"
MASKABLE_SHARE = 0.7  # a phone may cut everything outside the middle 80 percent


def photograph(page: Page, mark: str, size: int, background: str = "transparent", share: float = 1) -> bytes:
    """Return a square PNG of the mark, `share` of the square wide, on a background."""
    page.set_viewport_size({"width": size, "height": size})
    body = f"margin:0;height:100vh;display:grid;place-items:center;background:{background}"
    style = f"body{{{body}}}svg{{width:{share * size}px}}"
    page.set_content(f"<style>{style}</style>{mark}")
    return page.screenshot(omit_background=True)


def link_preview(page: Page, logo: str) -> bytes:
    """Return the JPEG that chats and social sites show beside a link: the mark on felt between two hands of cards."""
    table = picture(
        backdrop(p.FELT_2),
        glow(800, 450, 760, 0.8),
        fan(["leaf", "wave", "moon"], (330, 800), 62, 1.35, 330, -26),
        fan(["flame", "crown", "heart"], (1270, 800), 62, 1.35, 330, 26),
        group(circle(14, 20, 272, p.NIGHT, opacity=0.45), at=(800, 450)),
        die((585, 775), p.BERRY, 5, 0.9, -12),
        crystal_die((1020, 770), p.BLUE, 0.85, 8),
        vignette(0.9),
    )
    page.set_viewport_size({"width": 1200, "height": 630})
    style = "body{margin:0;position:relative;height:630px;overflow:hidden}body>svg{position:absolute;display:block}"
    places = (
        "body>svg:first-of-type{width:1200px;height:675px;top:-22px}"
        "body>svg:last-of-type{width:420px;left:390px;top:105px}"
    )
    page.set_content(f"<style>{style}{places}</style>{table}{logo}")
    return page.screenshot(type="jpeg", quality=QUALITY)


def main() -> None:
    logo, tab = (BRAND / "logo.svg").read_text(), (BRAND / "favicon.svg").read_text()
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(device_scale_factor=1)
        pictures = {
            "icon-192.png": photograph(page, logo, 192),
            "icon-512.png": photograph(page, logo, 512),
            "icon-maskable-512.png": photograph(page, logo, 512, p.FELT, MASKABLE_SHARE),
            "apple-touch-icon.png": photograph(page, logo, 180, p.FELT, 0.8),
            "og-default.jpg": link_preview(page, logo),
        }
        tabs = [Image.open(BytesIO(photograph(page, tab, size))) for size in (48, 32, 16)]
        browser.close()
    for name, content in pictures.items():
        (BRAND / name).write_bytes(content)
    tabs[0].save(BRAND / "favicon.ico", sizes=[image.size for image in tabs], append_images=tabs[1:])


if __name__ == "__main__":
    main()
