"""Pages make no third-party requests until the buyer pays."""

from urllib.parse import urlsplit

import pytest

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import DESK, new_account, new_cart, new_event
from tests.e2e.journeys.test_page_accessibility import OUTSIDE

pytestmark = pytest.mark.browser


def requested_hosts(page, paths: list[str]) -> set[str]:
    """Return the hosts of all requests that these pages make, including late ones."""
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    for path in paths:
        page.goto(path)
        wait_for_everything(page)
    return asked - {""}  # data: and blob: URLs have no host


def test_pages_make_no_third_party_requests_before_payment(shop, visit):
    event, account = new_event(shop), new_account(shop)
    here = urlsplit(shop.url).netloc
    visitor = visit(DESK, cart=new_cart((event, 2))).page()
    member = visit(DESK, account=account, cart=new_cart((event, 2)))

    assert requested_hosts(visitor, [*OUTSIDE, f"/product/{event['_id']}"]) == {here}
    assert requested_hosts(member.page(), [f"/user/{account.user['_id']}/", "/cart"]) == {here}
    at_checkout = requested_hosts(member.page(), ["/checkout/"])
    assert at_checkout == {here, urlsplit(shop.simulator.url).netloc}, "the checkout is where PayPal's script comes in"
