"""Check accessibility with axe."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import NARROWEST, SMALL_PHONE
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, is_phone
from tests.support.servers.running_shop import ROOT

AXE = (ROOT / "frontend/node_modules/axe-core/axe.min.js").read_text()
# Only violations: the complete result of a large page is a megabyte.
LOOK = """async (options) =>
  (await axe.run(document, { resultTypes: ["violations"], ...options })).violations
"""
# Without transitions all colors change immediately. With them, each level of the page takes a frame.
SWITCH_THEME = """async (name) => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  const still = new CSSStyleSheet()
  still.replaceSync("*, ::before, ::after { transition: none !important }")
  document.adoptedStyleSheets = [still]
  document.documentElement.dataset.colorScheme = name
  // Transitions within a closed <details> never end.
  const changing = () => document.getAnimations().filter(
    (each) => each instanceof CSSTransition && each.effect.target.checkVisibility()
  )
  for (let frames = 0; frames < 300; frames++) {
    await frame()
    if (changing().length === 0) return
  }
  throw new Error(`Never still: ${changing().map((each) => each.effect.target.outerHTML.slice(0, 200))}`)
}"""

# In the first frame of its animation a dialog's content is transparent, so axe would take it for a closed one.
OPEN_DIALOGS = """async () => {
  const dialogs = [...document.querySelectorAll("dialog[open], dialog[open] > *")]
  await Promise.allSettled(dialogs.flatMap((each) => each.getAnimations()).map((each) => each.finished))
}"""
# Controls of less than 44 by 44 pixels, but for links within text, checkboxes with large labels, and links that cover
# a card.
TOO_SMALL = """() => {
  const room = (each) => {
    const label = ["checkbox", "radio"].includes(each.type) ? each.labels[0] : null
    const box = (label ?? each).getBoundingClientRect()
    const over = ["::before", "::after"].map((name) => getComputedStyle(each, name))
      .filter((style) => style.content !== "none" && style.position === "absolute")
    return ["width", "height"].map((side) => Math.max(box[side], ...over.map((style) => parseFloat(style[side]) || 0)))
  }
  // A text beside elements has an element of its own.
  const isText = (node) => node.nodeType === Node.TEXT_NODE || (node.localName === "span" && !node.className)
  const inSentence = (each) => getComputedStyle(each).display === "inline" &&
    [...each.parentElement.childNodes].some((node) => isText(node) && node.textContent.trim().length > 1)
  const isThere = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled &&
    !each.matches("a.sr-only") && each.getBoundingClientRect().width > 0
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")]
    .filter((each) => isThere(each) && !inSentence(each) && room(each).some((side) => side < 43.5))
    .map((each) => `${location.pathname}: ${room(each).map(Math.round).join(" × ")} ${each.outerHTML.slice(0, 150)}`)
}"""


def wait_for_everything(page: Page) -> None:
    """Wait for parts that load late, even for invisible ones, because axe takes their texts for missing."""
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(page.locator("[data-waiting]")).to_have_count(0)
    calendar = page.get_by_role("heading", name="Scheduled Events")
    if calendar.is_visible():
        calendar.scroll_into_view_if_needed()
    expect(page.locator("[aria-busy=true], .skeleton").filter(visible=True)).to_have_count(0)
    page.evaluate(OPEN_DIALOGS)


def violations(page: Page, only: str | None = None, *, preload: bool = True) -> list[str]:
    """Return axe's violations, of one rule with `only`. Without `preload`, axe doesn't fetch stylesheets again."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options: dict[str, Any] = {"preload": preload}
    if only:
        options["runOnly"] = {"type": "rule", "values": [only]}
    found: list[dict[str, Any]] = page.evaluate(LOOK, options)
    return [
        f"{page.url} {each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def violations_in_both_themes(page: Page) -> list[str]:
    wait_for_everything(page)
    light = violations(page)
    page.evaluate(SWITCH_THEME, "dark")
    dark = violations(page, only="color-contrast")
    page.evaluate(SWITCH_THEME, "light")
    return light + [f"dark theme: {each}" for each in dark]


def expect_fit(page: Page) -> None:
    """Expect a page that needs no sideways scrolling, on the narrowest phone either if it is on a small one."""
    expect_no_sideways_scrolling(page)
    if is_phone(page):
        page.set_viewport_size(NARROWEST)
        expect_no_sideways_scrolling(page)
        page.set_viewport_size(SMALL_PHONE)


def expect_fine(page: Page) -> None:
    """Expect a page that fits, whose controls are large enough to tap on a phone, without violations in both themes."""
    expect_no_sideways_scrolling(page)
    assert not is_phone(page) or page.evaluate(TOO_SMALL) == []
    assert violations_in_both_themes(page) == []
