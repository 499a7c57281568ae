"""Draw the season's pictures: `python -m events.season.render [NAME ...]`.

Writes art/NAME.svg from the scenes in drawing and photographs each as art/NAME.jpg in a headless Chromium. Playwright
and a browser are needed only here; the shop ships the finished files.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from events.season.drawing import daylight, leagues, outdoors, special, taproom, winter

ART = Path(__file__).parent / "art"
CHROMIUM = "/usr/bin/chromium"
QUALITY = 85

SCENES: dict[str, Callable[[], str]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        taproom.friday_night_draft,
        leagues.tuesday_pauper_league,
        leagues.commander_at_the_kettle,
        leagues.first_and_last_friday,
        taproom.wednesday_standard,
        taproom.third_thursday_jar,
        taproom.happy_hour_week,
        special.twelve_hour_marathon,
        special.emberfall_release,
        special.moon_cube,
        winter.winter_lantern_gathering,
        daylight.second_sunday_learn,
        daylight.sunday_trade_table,
        outdoors.larch_lodge,
        daylight.spring_blossom_sealed,
        outdoors.patio_draft_league,
    )
}


def render(names: list[str]) -> None:
    """Write the SVG and the JPEG of each named scene. Raises KeyError for a name that is no scene."""
    ART.mkdir(exist_ok=True)
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1600, "height": 900}, device_scale_factor=1)
        for name in names:
            drawing = SCENES[name]()
            (ART / f"{name}.svg").write_text(drawing)
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.screenshot(path=ART / f"{name}.jpg", type="jpeg", quality=QUALITY)
            print(f"{name}.jpg  {(ART / f'{name}.jpg').stat().st_size // 1024} KB")
        browser.close()


if __name__ == "__main__":
    render(sys.argv[1:] or list(SCENES))
