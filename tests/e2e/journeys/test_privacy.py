"""Nobody but the shop hears of a visitor, until they go to pay."""

from urllib.parse import urlsplit

import pytest

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import DESK, a_cart, a_night, a_person
from tests.e2e.journeys.test_every_page import OUTSIDE

pytestmark = pytest.mark.browser


def hosts_asked(page, paths: list[str]) -> set[str]:
    """Every host that was asked for anything, over whole visits of these pages, late parts and all."""
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    for path in paths:
        page.goto(path)
        wait_for_everything(page)
    return asked - {""}  # data: and blob: name no host


def test_no_page_asks_anybody_else_before_the_buyer_pays(shop, visit):
    night, person = a_night(shop), a_person(shop)
    here = urlsplit(shop.url).netloc
    visitor = visit(DESK, cart=a_cart((night, 2))).page()
    member = visit(DESK, person=person, cart=a_cart((night, 2)))

    assert hosts_asked(visitor, [*OUTSIDE, f"/product/{night['_id']}"]) == {here}
    assert hosts_asked(member.page(), [f"/user/{person.user['_id']}/", "/cart"]) == {here}
    at_checkout = hosts_asked(member.page(), ["/checkout/"])
    assert at_checkout == {here, urlsplit(shop.simulator.url).netloc}, "the checkout is where PayPal's script comes in"
