"""Takes the pictures anew and says which changed: `python -m tests.e2e.pictures [NAME …]`."""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import django

django.setup()

from PIL import Image, ImageChops  # noqa: E402 - Django has to be set up before the rest is read
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.e2e.journeys.conftest import VENUE_ZONE, remembered  # noqa: E402
from tests.e2e.pictures.screens import Screen, screens_of  # noqa: E402
from tests.e2e.pictures.settings import EVENING  # noqa: E402
from tests.support.browser import find_browser  # noqa: E402
from tests.support.servers.running_shop import ROOT, RunningShop  # noqa: E402

FOLDER = ROOT / "docs" / "pictures" / "screens"
SIZES = ({"width": 390, "height": 844}, {"width": 1440, "height": 900})
SCHEMES = ("light", "dark")
TALLEST = 1800  # pixels of a long page
NOTICEABLE = 48  # of 255 levels; less is how a picture is packed
CHANGED = 0.002  # of the pixels; ids and their like are less
ALL_IMAGES = """async () => {
  for (const image of document.images) image.loading = "eager"
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
}"""
FLAGS = {"DJANGO_SETTINGS_MODULE": "tests.e2e.pictures.settings", "TEST_ORDERS": "1"}


def main(names: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with RunningShop(seed=True, flags=FLAGS) as shop, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        changed = [
            line
            for screen in screens_of(shop)
            if not names or screen.name in names
            for line in take_all(browser, shop, screen)
        ]
        browser.close()
    print("\n".join(changed) if changed else "Every screen looks as before.")
    return 0


def take_all(browser: Browser, shop: RunningShop, screen: Screen) -> Iterator[str]:
    for size in SIZES:
        for scheme in SCHEMES:
            context = browser.new_context(
                base_url=shop.url,
                viewport=size,
                locale="en-US",
                timezone_id=VENUE_ZONE,
                color_scheme=scheme,
                reduced_motion="reduce",
                storage_state=remembered(shop, screen.person, screen.cart),
            )
            context.clock.install(time=EVENING)
            picture = take(context.new_page(), screen)
            context.close()
            if line := keep(picture, FOLDER / f"{screen.name}-{size['width']}-{scheme}.webp"):
                yield line


def take(page: Page, screen: Screen) -> Image.Image:
    page.goto(screen.path)
    if not screen.path.startswith("/admin-console"):
        page.locator("html[data-ready]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")  # what comes when it is near, comes
    page.wait_for_load_state("networkidle")
    page.evaluate(ALL_IMAGES)
    expect(page.locator("[aria-busy=true], .skeleton").filter(visible=True)).to_have_count(0, timeout=60_000)
    page.evaluate("window.scrollTo(0, 0)")
    picture = Image.open(BytesIO(page.screenshot(full_page=True, animations="disabled")))
    return picture.convert("RGB").crop((0, 0, picture.width, min(picture.height, TALLEST)))


def keep(picture: Image.Image, file: Path) -> str:
    """Write the picture only where it looks different from the one that is kept; what to tell of it."""
    differs = difference(picture, file)
    if differs <= CHANGED:
        return ""
    picture.save(file, "WEBP", quality=65, method=6)
    return f"{file.relative_to(ROOT)}: {'new' if differs > 1 else f'{100 * differs:.1f} % of it changed'}"


def difference(picture: Image.Image, file: Path) -> float:
    """The share of pixels that differ noticeably; above 1 where there is nothing to compare with."""
    if not file.exists():
        return 2
    kept = Image.open(file).convert("RGB")
    if kept.size != picture.size:
        return 1
    levels = ImageChops.difference(kept, picture).convert("L").histogram()
    return sum(levels[NOTICEABLE:]) / (picture.width * picture.height)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
