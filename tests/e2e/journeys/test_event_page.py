"""The event page: what a visitor decides by comes first, then the form, then the rest."""

from playwright.sync_api import Locator, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import PHONE, new_series
from tests.e2e.journeys.steps import day_of

LONG = "Draft three boosters and play three rounds against people you haven't met yet. Beginners are welcome. " * 3


def bottom_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"] + box["height"]


def top_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"]


def test_the_parts_of_the_page_are_in_the_order_in_which_visitors_ask_for_them(visit, shop):
    series = new_series(shop, 3, description=LONG, category="Sealed")
    goal = {"title": "Meals", "product": series["_id"], "target": 300}
    shop.as_staff().call("POST", "/api/giving/goals", goal).raise_for_status()
    page = visit(PHONE, reduced_motion="reduce").page(f"/product/{series['_id']}")
    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    for loads_later in ("Raised so far", "Similar events"):
        expect(page.get_by_role("heading", name=loads_later)).to_be_visible()
    page.wait_for_load_state("networkidle")
    main = page.get_by_role("main")

    parts = {
        "name": page.get_by_role("heading", level=1),
        "date": main.get_by_text(day_of(series), exact=True).first,
        "map": page.get_by_role("link", name="Open map"),
        "price with tax": main.get_by_text("$13.80", exact=True).first,
        "description": main.get_by_text("Draft three boosters").first,
        "more": page.get_by_role("button", name="More", exact=True),
        "form": page.get_by_label("Reservation Date"),
        "raised": page.get_by_role("heading", name="Raised so far"),
        "facts": main.get_by_text("Ticket Price"),
        "more dates": page.get_by_role("heading", name="More dates"),
        "similar events": page.get_by_role("heading", name="Similar events"),
    }
    places = {name: top_of(part) for name, part in parts.items()}

    assert list(places) == sorted(places, key=lambda name: places[name])
    form = page.get_by_role("region", name="Book your seat")
    assert top_of(parts["raised"]) - bottom_of(form) < 60, "what was raised is right under the form"
    for fact in ("Ticket Price", "Seats Available?", "Category", "24 seats taken", series["category"]):
        expect(main.locator("article").first.get_by_text(fact)).to_have_count(1)
    expect(page.get_by_role("region", name="Similar events").get_by_role("list", name="Next dates")).to_have_count(0)
    assert violations_in_both_themes(page) == []
