"""Take screenshots of the main screens: `python -m tests.e2e.screenshots [NAME …]`.

They go to .run/pictures, which git ignores, except for those that documents show, which are in docs/pictures/screens.
"""

import re
import sys
from io import BytesIO
from itertools import chain

import django

django.setup()

from django.utils import timezone  # noqa: E402 - Django has to be set up before the rest is read
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from paypal_simulator import clock  # noqa: E402
from tests.e2e.journeys.conftest import VENUE_ZONE, storage_state_of  # noqa: E402
from tests.e2e.screenshots.screens import Screen, screens_of, show_tables  # noqa: E402
from tests.e2e.screenshots.settings import EVENING  # noqa: E402
from tests.support.browser import find_browser  # noqa: E402
from tests.support.servers.running_shop import ROOT, RunningShop  # noqa: E402

FOLDER, SHOWN = ROOT / ".run" / "pictures", ROOT / "docs" / "pictures" / "screens"
SIZES = ({"width": 390, "height": 844}, {"width": 1440, "height": 900})
SCHEMES = ("light", "dark")
MAX_HEIGHT = 1800  # pixels; longer pages are cropped
ALL_IMAGES = """async () => {
  for (const image of document.images) image.loading = "eager"
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
}"""
FLAGS = {"DJANGO_SETTINGS_MODULE": "tests.e2e.screenshots.settings", "TEST_ORDERS": "1"}


def main(names: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    clock.now = timezone.now  # PayPal's clock shows the same time as the shop's, which settings.py has set
    with RunningShop(seed=True, flags=FLAGS) as shop, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        for screen in chain(screens_of(shop), show_tables(shop)):
            if not names or screen.name in names:
                take_screenshots(browser, shop, screen)
        browser.close()
    print(f"Wrote {FOLDER.relative_to(ROOT)}, and those that documents show into {SHOWN.relative_to(ROOT)}.")
    return 0


def take_screenshots(browser: Browser, shop: RunningShop, screen: Screen) -> None:
    for size in SIZES:
        for scheme in SCHEMES:
            context = browser.new_context(
                base_url=shop.url,
                viewport=size,
                locale="en-US",
                timezone_id=VENUE_ZONE,
                color_scheme=scheme,
                reduced_motion="reduce",
                storage_state=storage_state_of(shop, screen.account, screen.cart),
            )
            context.clock.install(time=EVENING)
            image = take_screenshot(context.new_page(), screen)
            context.close()
            name = f"{screen.name}-{size['width']}-{scheme}.webp"
            folder = SHOWN if (SHOWN / name).exists() else FOLDER
            image.save(folder / name, "WEBP", quality=65, method=6)


def take_screenshot(page: Page, screen: Screen) -> Image.Image:
    page.goto(screen.path)
    if not screen.path.startswith("/admin-console"):
        page.locator("html[data-ready]").wait_for(state="attached")
    if screen.pin:
        page.get_by_label("PIN").fill(screen.pin)
        page.get_by_label("Your first name").fill("Ana")
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_text("● Online")).to_be_visible()
    if screen.code:
        page.route(
            "**/api/door/entries", lambda route: route.abort()
        )  # so that the next screenshot has the same verdict
        page.get_by_label("Type the code").fill(screen.code)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
    if screen.button:
        page.get_by_role("button", name=screen.button, exact=True).click()
        expect(page.get_by_role("button", name=re.compile("…$"))).to_have_count(0)  # a button that is busy
    if screen.link:
        page.get_by_role("link", name=screen.link).click()
    page.wait_for_load_state("networkidle")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")  # load lazy parts
    page.wait_for_load_state("networkidle")
    page.evaluate(ALL_IMAGES)
    expect(page.locator("[aria-busy=true], .skeleton").filter(visible=True)).to_have_count(0, timeout=60_000)
    page.evaluate("window.scrollTo(0, 0)")
    # A verdict covers the screen, whatever is below.
    image = Image.open(BytesIO(page.screenshot(full_page=screen.is_whole and not screen.code, animations="disabled")))
    return image.convert("RGB").crop((0, 0, image.width, min(image.height, MAX_HEIGHT)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
