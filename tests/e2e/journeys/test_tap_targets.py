"""Controls on phones are at least 44 by 44 pixels (WCAG 2.2, target size, enhanced)."""

import pytest

from tests.e2e.journeys.accessibility import TOO_SMALL, wait_for_everything
from tests.e2e.journeys.conftest import PHONE, book, go_to, new_account, new_cart, new_event, staff_account
from tests.e2e.journeys.test_page_accessibility import CAUSE, OUTSIDE

pytestmark = pytest.mark.browser


def test_controls_on_a_phone_have_44_pixels(shop, visit):
    event, account = new_event(shop), new_account(shop)
    order, profile = f"/order/{book(shop, account, event, seats=2)['_id']}", f"/user/{account.user['_id']}/"
    editors = [
        f"/admin/product/{event['_id']}/{name}"
        for name in ("edit", "edit?tab=dates", "guests", "guests/door", "guests/date-changes", "message")
    ]
    staffs = ["/admin", "/admin/products", *editors, "/admin/users", "/admin/orders", *CAUSE, order]
    cart = new_cart((event, 2))
    looks = [
        (None, [*OUTSIDE, f"/product/{event['_id']}"]),
        (account, ["/checkout/", order, profile]),
        (staff_account(shop), [*staffs, f"/admin/user/{account.user['_id']}/edit"]),
    ]

    found = []
    for who, paths in looks:
        page = visit(PHONE, account=who, cart=cart).page()
        for path in paths:
            go_to(page, path)
            wait_for_everything(page)
            found += page.evaluate(TOO_SMALL)

    assert found == []
