"""Two people edit one thing, and what was typed outlives reloads and sessions."""

import re
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    go_to,
    new_account,
    new_cart,
    new_event,
    new_seat_link,
    staff_account,
)
from tests.e2e.journeys.steps import ADD_ADDRESS, VENUE, heading, sign_in
from tests.e2e.journeys.test_thanks import sell_past_date
from tests.support.servers.prepare import STAFF
from tests.support.servers.running_shop import RunningShop


def new_code(shop: RunningShop, code: str) -> dict[str, Any]:
    made: dict[str, Any] = shop.as_staff().ask(
        "POST", "/api/vouchers", {"code": code, "kind": "percent", "value": 10, "formats": []}
    )
    return made


def new_place(shop: RunningShop) -> dict[str, Any]:
    made: dict[str, Any] = shop.as_staff().ask("POST", "/api/places", {"name": f"Café {uuid4().hex[:6]}"})
    return made


def open_form(page: Page, path: str, opener: str | None) -> None:
    go_to(page, path)
    if opener:
        page.get_by_role("button", name=opener).first.click()


def field(page: Page, label: str) -> Locator:
    return page.get_by_role("textbox", name=re.compile(f"^{label}"))


@pytest.mark.parametrize(
    ("thing", "label", "theirs", "mine", "save", "other"),
    [
        ("event", "List Price", "14", "15", "Update", ("Category", "Sealed")),
        ("code", "Percent", "14", "15", "Save", ("Formats", "Draft")),
        ("place", "Address", "5 Elm St", "5 Oak St", "Save", ("Seats", "40")),
        ("note", "Your note", "Thanks To all", "Mine", "Save note", None),
        ("user", "First Name", "Rosa", "Maya", "Update", None),
    ],
)
def test_who_saves_what_another_one_changed_reads_it_and_chooses(shop, visit, thing, label, theirs, mine, save, other):
    path, opener = find_form(shop, thing)
    first, second = (visit(size, account=staff_account(shop)).page() for size in (DESK, PHONE))
    for page in (first, second):
        open_form(page, path, opener)
    field(second, label).fill(theirs)
    if other:
        field(second, other[0]).fill(other[1])
    second.get_by_role("button", name=save, exact=True).click()
    expect(second.get_by_text(re.compile(r"updated!|is saved\."))).to_be_visible()

    field(first, label).fill(mine)
    first.get_by_role("button", name=save, exact=True).click()
    conflict = first.get_by_role("alert").filter(has_text="Theirs:")
    expect(conflict).to_contain_text(re.compile(rf"Theirs: \$?{theirs}"))
    expect(conflict).to_be_focused()
    assert violations(first) == []
    conflict.get_by_role("button", name=f"Keep mine: {label}").click()
    first.get_by_role("button", name=save, exact=True).click()
    expect(first.get_by_text(re.compile(r"updated!|is saved\."))).to_be_visible()

    open_form(second, path, opener)
    expect(field(second, label)).to_have_value(re.compile(f"^{mine}"))
    if other:
        expect(field(second, other[0])).to_have_value(other[1])


def find_form(shop: RunningShop, thing: str) -> tuple[str, str | None]:
    """Return the path of a new thing's form, and the button that opens it."""
    if thing == "code":
        new_code(shop, "TWOEDIT")
        return "/admin/vouchers", "Edit TWOEDIT"
    if thing == "place":
        return "/admin/places", f"Edit {new_place(shop)['name']}"
    if thing == "user":
        return f"/admin/user/{new_account(shop).user['_id']}/edit", None
    event = new_event(shop)
    if thing == "event":
        return f"/admin/product/{event['_id']}/edit", None
    return f"/admin/product/{event['_id']}/guests?date={sell_past_date(shop, event)}", None


def test_two_operators_read_each_others_shop_settings_before_they_replace_them(visit):
    with RunningShop() as own:
        first, second = (visit(size, at=own, account=staff_account(own)).page() for size in (DESK, PHONE))
        for page in (first, second):
            page.goto("/admin-console/charityshop/shopsettings/1/change/")
        save(second, {"Description": "Theirs.", "Maker credit": "Made by theirs."})
        expect(second.get_by_text("was changed successfully")).to_be_visible()

        save(first, {"Description": "Mine."})
        expect(first.get_by_text("“Theirs.”. Save again to keep yours.")).to_be_visible()
        expect(setting(first, "Description")).to_have_value("Mine.")
        expect(setting(first, "Maker credit")).to_have_value("Made by theirs.")
        assert violations(first, preload=False) == []
        save(first, {})
        expect(first.get_by_text("was changed successfully")).to_be_visible()

        second.reload()
        expect(setting(second, "Description")).to_have_value("Mine.")
        expect(setting(second, "Maker credit")).to_have_value("Made by theirs.")


def setting(page: Page, label: str) -> Locator:
    return page.get_by_label(f"{label}:", exact=True)


def save(page: Page, typed: dict[str, str]) -> None:
    for label, text in typed.items():
        setting(page, label).fill(text)
    page.get_by_role("button", name="Save", exact=True).click()


def test_what_was_typed_into_any_form_is_there_after_the_session_ended(shop, visit):
    event, guest = new_event(shop), new_account(shop)
    order = book(shop, guest, event, 2)
    staff = staff_account(shop)
    date = f"?date={event['startTime']}"
    new_code(shop, "TYPED")
    forms = [
        (f"/admin/product/{event['_id']}/edit", None, "Description"),
        (f"/admin/product/{event['_id']}/edit", "Questions", "Question 1"),
        (f"/admin/product/{event['_id']}/message{date}", None, "Subject"),
        (f"/admin/product/{event['_id']}/guests/date-changes{date}", None, "Reason"),
        ("/admin/vouchers", "New discount code", "Discount code"),
        ("/admin/vouchers", "Edit TYPED", "Formats"),
        ("/admin/goals", "New goal", "Title"),
        ("/admin/places", "New place", "Name"),
        ("/admin/places", f"Edit {new_place(shop)['name']}", "Note"),
        ("/admin/members", "Add member", "Number"),
        (f"/admin/user/{guest.user['_id']}/edit", None, "Last Name"),
        (f"/order/{order['_id']}", "Refund…", "Reason"),
        (f"/order/{order['_id']}", "Move…", "Reason"),
        (f"/user/{staff.user['_id']}/", None, "Membership number"),
        (f"/admin/ledger/{datetime.now(VENUE):%Y-%m}", None, "Text"),
        (f"/user/{staff.user['_id']}/", None, "Last Name"),
    ]
    page = visit(DESK, account=staff).page()
    page.on("dialog", lambda dialog: dialog.accept())  # of the event's form, which asks before it is left
    for number, (path, opener, label) in enumerate(forms):
        open_form(page, path, opener)
        field(page, label).fill(f"Typed {number}")

    page.context.clear_cookies()
    page.reload()
    expect(heading(page, "Sign In")).to_be_visible()
    sign_in(page, STAFF["email"], STAFF["password"])
    expect(field(page, forms[-1][2])).to_have_value(f"Typed {len(forms) - 1}")

    for number, (path, opener, label) in enumerate(forms):
        open_form(page, path, opener)
        expect(field(page, label)).to_have_value(f"Typed {number}")
        page.get_by_role("button", name="Start over").last.click()
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('typed'))") == []


def test_what_a_visitor_typed_is_there_after_the_session_ended(shop, visit):
    event, guest = new_event(shop), new_account(shop)
    order = book(shop, guest, event, 3)
    forms = [
        ("/checkout/", ["Contact Information", ADD_ADDRESS], "City"),
        (
            f"/order/{order['_id']}",
            [re.compile("^Manage this ticket, "), re.compile("^Give to a friend, "), "Split off a second code instead"],
            "Name",
        ),
        (f"/user/{guest.user['_id']}/", [], "Last Name"),
    ]
    page = visit(PHONE, account=guest, cart=new_cart((event, 1), address={})).page()
    for number, (path, openers, label) in enumerate(forms):
        open_forms(page, path, openers)
        field(page, label).fill(f"Typed {number}")

    page.context.clear_cookies()
    page.reload()
    expect(heading(page, "Sign In")).to_be_visible()
    sign_in(page, guest.email)
    expect(field(page, "Last Name")).to_have_value(f"Typed {len(forms) - 1}")

    for number, (path, openers, label) in enumerate(forms):
        open_forms(page, path, openers)
        expect(field(page, label)).to_have_value(f"Typed {number}")


def test_what_somebody_without_an_account_typed_is_there_after_a_reload(shop, visit):
    buyer, event = new_account(shop), new_event(shop)
    order = book(shop, buyer, event, 2)
    link = new_seat_link(shop, buyer, order)
    page = visit(PHONE).page()
    for path in ("/register", link):
        page.goto(path)
        field(page, "First Name").fill("Sam")
        page.reload()
        expect(field(page, "First Name")).to_have_value("Sam")


def open_forms(page: Page, path: str, openers: list[str | re.Pattern[str]]) -> None:
    page.goto(path)
    for opener in openers:
        page.get_by_role("button", name=opener).first.click()
