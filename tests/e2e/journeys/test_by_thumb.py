"""What can be pressed on a phone takes a thumb: 44 pixels each way (WCAG 2.2, target size, enhanced)."""

import pytest

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import PHONE, a_cart, a_night, a_person, book, go_to, staff_of
from tests.e2e.journeys.test_every_page import OUTSIDE

pytestmark = pytest.mark.browser

# A link in a sentence is as high as its line; a box is as large as its label; and a link may lie over a whole card.
TOO_SMALL = """() => {
  const room = (each) => {
    const label = ["checkbox", "radio"].includes(each.type) ? each.labels[0] : null
    const box = (label ?? each).getBoundingClientRect()
    const over = ["::before", "::after"].map((name) => getComputedStyle(each, name))
      .filter((style) => style.content !== "none" && style.position === "absolute")
    return ["width", "height"].map((side) => Math.max(box[side], ...over.map((style) => parseFloat(style[side]) || 0)))
  }
  const inSentence = (each) => getComputedStyle(each).display === "inline" &&
    [...each.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1)
  const isThere = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled &&
    !each.matches("a.sr-only") && each.getBoundingClientRect().width > 0
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")]
    .filter((each) => isThere(each) && !inSentence(each) && room(each).some((side) => side < 43.5))
    .map((each) => `${location.pathname}: ${room(each).map(Math.round).join(" × ")} ${each.outerHTML.slice(0, 150)}`)
}"""


def test_whatever_can_be_pressed_takes_a_thumb(shop, visit):
    night, person = a_night(shop), a_person(shop)
    order, profile = f"/order/{book(shop, person, night, seats=2)['_id']}", f"/user/{person.user['_id']}/"
    editor = f"/admin/product/{night['_id']}"
    staffs = ["/admin/products", f"{editor}/edit", f"{editor}/guests", "/admin/users", "/admin/orders", order]
    cart = a_cart((night, 2))
    looks = [
        (None, [*OUTSIDE, f"/product/{night['_id']}"]),
        (person, ["/checkout/", order, profile]),
        (staff_of(shop), [*staffs, f"/admin/user/{person.user['_id']}/edit"]),
    ]

    found = []
    for who, paths in looks:
        page = visit(PHONE, person=who, cart=cart).page()
        for path in paths:
            go_to(page, path)
            wait_for_everything(page)
            found += page.evaluate(TOO_SMALL)

    assert found == []
