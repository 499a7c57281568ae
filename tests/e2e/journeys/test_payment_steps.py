"""Texts and requests between the payment and the order's page."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.journeys.conftest import DESK, PHONE, Visit, new_account, new_cart, new_event
from tests.e2e.journeys.steps import approve, expect_thanks, message, press_paypal

pytestmark = [pytest.mark.browser, pytest.mark.everyday]

# Records all texts on the page from now on, including dialogs.
LOG_TEXTS = """() => {
  window.texts = []
  const log = () => {
    const text = document.body.innerText
    if (window.texts.at(-1) !== text) window.texts.push(text)
  }
  const all = { childList: true, subtree: true, characterData: true, attributes: true } // classes hide texts
  new MutationObserver(log).observe(document.body, all)
  log()
}"""


class Recorder:
    """Records the texts and requests of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: Counter[str] = Counter()
        page.evaluate(LOG_TEXTS)
        page.on("request", self.record)

    def record(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/api/") and request.method != "GET":
            self.sent[f"{request.method} {without_id(path)}"] += 1

    def texts(self) -> list[str]:
        return list(self.page.evaluate("window.texts"))


def without_id(path: str) -> str:
    return "/".join("{id}" if len(part) == 24 else part for part in path.split("/"))


def at_checkout(visit: Any, shop: Any, size: dict[str, int], **event: Any) -> Page:
    here: Visit = visit(size, account=new_account(shop), cart=new_cart((new_event(shop, **event), 2)))
    return here.page("/checkout/")


def expect_direct_way(recorder: Recorder, last_text: str) -> None:
    """Expect no message about a changed cart, and a status text until the order's page loads."""
    texts = recorder.texts()
    assert [text for text in texts if "in another tab" in text] == []
    assert [text for text in texts if "The cart's empty" in text] == []
    before_thanks = [text for text in texts if "Thank you for your purchase!" not in text]
    assert last_text in before_thanks[-1]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_paypal_payment_leads_to_the_order_with_one_request_each(shop, visit, size):
    page = at_checkout(visit, shop, size)
    recorder = Recorder(page)

    approve(press_paypal(page))

    expect_thanks(page)
    expect(message(page, "Payment successful.")).to_be_visible()
    expect_direct_way(recorder, "Confirming your payment…")
    assert recorder.sent == {
        "POST /api/orders": 1,
        "POST /api/orders/{id}/paypal": 1,
        "PUT /api/orders/{id}/pay": 1,
    }


def test_a_test_order_leads_to_the_order_with_one_request_each(shop, visit):
    page = at_checkout(visit, shop, DESK)
    recorder = Recorder(page)

    page.get_by_role("button", name="Test Order").click()

    expect_thanks(page)
    expect(message(page, "Payment successful.")).to_be_visible()
    expect_direct_way(recorder, "Confirming your payment…")
    assert [text for text in recorder.texts() if "PayPal's window" in text] == []
    assert recorder.sent == {"POST /api/orders": 1, "PUT /api/orders/{id}/pay": 1}


def test_a_free_order_leads_to_the_order_with_one_request_each(shop, visit):
    page = at_checkout(visit, shop, DESK, price=0, maximumEventCapacity=2)  # the last seats
    recorder = Recorder(page)

    page.get_by_role("button", name="Place free order").click()

    expect_thanks(page)
    expect_direct_way(recorder, "Placing your order…")
    assert [text for text in recorder.texts() if "Sold Out" in text or "sold out" in text] == []
    assert recorder.sent == {"POST /api/orders": 1}
