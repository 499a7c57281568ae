"""Export the demo's images and the shop's icons from their SVG sources: `python -m tools.demo_art.export`.

Needs Playwright and Chromium (`make test` installs both). The shop ships the exported files, so this runs only after an
SVG has changed: the events' images in this folder, or the logo in static/brand. Run tools.demo_art.encode afterwards.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.support.browser import find_browser

SOURCES = Path(__file__).parent
ROOT = SOURCES.parents[1]
EVENT_IMAGES = ROOT / "bookings" / "demo" / "art"
BRAND = ROOT / "static" / "brand"
FELT = "#12402F"
QUALITY = 85
MASKABLE_SHARE = 0.7  # a phone may cut off everything outside the middle 80 percent


def export_event_image(page: Page, svg: str) -> bytes:
    page.set_viewport_size({"width": 1600, "height": 900})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
    return page.screenshot(type="jpeg", quality=QUALITY)


def export_icon(page: Page, svg: str, size: int, background: str = "transparent", share: float = 1) -> bytes:
    """Return a square PNG of `size` pixels, with the mark on `share` of its width."""
    page.set_viewport_size({"width": size, "height": size})
    body = f"margin:0;height:100vh;display:grid;place-items:center;background:{background}"
    page.set_content(f"<style>body{{{body}}}svg{{width:{share * size}px}}</style>{svg}")
    return page.screenshot(omit_background=True)


def export_link_preview(page: Page, table: str, logo: str) -> bytes:
    """Return the JPEG that chats and social sites show beside a link: the logo between two hands of cards."""
    page.set_viewport_size({"width": 1200, "height": 630})
    style = (
        "body{margin:0;position:relative;height:630px;overflow:hidden}body>svg{position:absolute;display:block}"
        "body>svg:first-of-type{width:1200px;height:675px;top:-22px}"
        "body>svg:last-of-type{width:420px;left:390px;top:105px}"
    )
    page.set_content(f"<style>{style}</style>{table}{logo}")
    return page.screenshot(type="jpeg", quality=QUALITY)


def main() -> None:
    logo, favicon = ((BRAND / name).read_text() for name in ("logo.svg", "favicon.svg"))
    preview = SOURCES / "link-preview.svg"
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=find_browser())
        page = browser.new_page(device_scale_factor=1)
        for source in sorted(set(SOURCES.glob("*.svg")) - {preview}):
            (EVENT_IMAGES / f"{source.stem}.jpg").write_bytes(export_event_image(page, source.read_text()))
        for size in (192, 512):
            (BRAND / f"icon-{size}.png").write_bytes(export_icon(page, logo, size))
        (BRAND / "icon-maskable-512.png").write_bytes(export_icon(page, logo, 512, FELT, MASKABLE_SHARE))
        (BRAND / "apple-touch-icon.png").write_bytes(export_icon(page, logo, 180, FELT, 0.8))
        (BRAND / "og-default.jpg").write_bytes(export_link_preview(page, preview.read_text(), logo))
        icons = [Image.open(BytesIO(export_icon(page, favicon, size))) for size in (48, 32, 16)]
        browser.close()
    icons[0].save(BRAND / "favicon.ico", sizes=[icon.size for icon in icons], append_images=icons[1:])


if __name__ == "__main__":
    main()
