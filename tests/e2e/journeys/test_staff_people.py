"""Staff at work on people and on their own account, on a phone and at a desk."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, PASSWORD, PHONE, Person, a_night, a_person, book, staff_of
from tests.e2e.journeys.staff import row_of, user_list
from tests.e2e.journeys.steps import heading, seats_taken, sign_in
from tests.support.servers.running_shop import STAFF, Client, RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture
def staff(shop: RunningShop) -> Person:
    return staff_of(shop)


def confirm(page: Page, action: str) -> None:
    question = page.get_by_role("alertdialog")
    question.get_by_role("button", name=action, exact=True).click()
    expect(question).to_be_hidden()


def may_sign_in(shop: RunningShop, person: Person, password: str = PASSWORD) -> bool:
    return shop.client().call("POST", "/api/users/auth", {"email": person.email, "password": password}).ok


# --- People ----------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
@SIZES
def test_staff_change_somebodys_name_and_come_back_to_the_list(shop, visit, staff, size):
    person = a_person(shop)
    page = visit(size, person=staff).page()

    user_list(page, person).get_by_role("link", name="Edit Ana Diaz").click()
    expect(heading(page, "Edit User")).to_be_visible()
    page.get_by_label("First Name").fill("Anna")
    page.get_by_role("button", name="Update").click()

    expect(page.get_by_text("User updated!").first).to_be_visible()
    expect(heading(page, "Users")).to_be_visible()
    expect(user_list(page, person)).to_contain_text("Anna")


@pytest.mark.everyday
@SIZES
def test_a_deactivated_person_cannot_sign_in_until_reactivated(shop, visit, staff, size):
    person = a_person(shop)
    page = visit(size, person=staff).page()

    user_list(page, person).get_by_role("button", name="Deactivate Ana Diaz").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Ana Diaz will not be able to sign in.")
    confirm(page, "Deactivate")

    expect(page.get_by_text("User updated!").first).to_be_visible()
    expect(row_of(page, person.email)).to_contain_text("Deactivated")
    assert not may_sign_in(shop, person)
    row_of(page, person.email).get_by_role("button", name="Reactivate Ana Diaz").click()
    confirm(page, "Reactivate")
    expect(row_of(page, person.email).get_by_role("button", name="Deactivate Ana Diaz")).to_be_visible()
    assert may_sign_in(shop, person)


@SIZES
def test_a_reset_password_still_opens_only_the_page_for_a_new_one(shop, visit, staff, size):
    person = a_person(shop)
    page = visit(size, person=staff).page()

    user_list(page, person).get_by_role("button", name="Reset password Ana Diaz").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("fully resets the password")
    confirm(page, "Reset password")

    expect(row_of(page, person.email)).to_contain_text("New password due")
    theirs = visit(size).page("/login")
    sign_in(theirs, person.email)
    expect(heading(theirs, "Set New Password")).to_be_visible()


def test_a_locked_password_opens_nothing_at_all(shop, visit, staff):
    person = a_person(shop)
    page = visit(DESK, person=staff).page()

    user_list(page, person).get_by_role("button", name="Reset password Ana Diaz").click()
    page.get_by_label("Make the old password unusable at once").check()
    confirm(page, "Reset password")

    expect(row_of(page, person.email)).to_contain_text("New password due")
    assert not may_sign_in(shop, person)


@pytest.fixture
def nobody_else_is_admin(shop: RunningShop) -> Iterator[None]:
    client = shop.as_staff()
    found = client.call("GET", "/api/users?sortField=isAdmin&sortOrder=desc").json()["users"]
    others = [user["_id"] for user in found if user["isAdmin"] and user["email"] != STAFF["email"]]
    for each in others:
        client.call("PUT", f"/api/users/{each}", {"isAdmin": False}).raise_for_status()
    yield
    for each in others:
        client.call("PUT", f"/api/users/{each}", {"isAdmin": True}).raise_for_status()


@pytest.mark.usefixtures("nobody_else_is_admin")
def test_the_last_admin_stays_one(shop, visit, staff):
    page = visit(PHONE, person=staff).page(f"/admin/user/{staff.user['_id']}/edit")

    page.get_by_label("Is Admin?").uncheck()
    page.get_by_role("button", name="Update").click()

    expect(page.get_by_text("This is the last active admin. Make somebody else an admin first.").first).to_be_visible()
    expect(heading(page, "Edit User")).to_be_visible()


def test_somebody_with_orders_is_deactivated_instead_of_deleted(shop, visit, staff):
    person = a_person(shop)
    book(shop, person, a_night(shop), seats=1)
    page = visit(DESK, person=staff).page(f"/admin/user/{person.user['_id']}/edit")

    page.get_by_role("button", name="Delete user").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    offered = page.get_by_role("alertdialog", name="Ana Diaz has orders or bookings. Deactivate the account instead?")
    offered.get_by_role("button", name="Deactivate").click()

    expect(page.get_by_text("This account is deactivated: nobody can sign in to it.")).to_be_visible()
    assert not may_sign_in(shop, person)


# --- One's own account, and the rest ---------------------------------------------------------------------------------


def test_signing_out_everywhere_ends_the_other_browser_too(shop, visit):
    person = a_person(shop)
    page = visit(PHONE, person=person).page(f"/user/{person.user['_id']}/")

    page.get_by_role("button", name="Sign out everywhere").click()

    expect(heading(page, "Sign In")).to_be_visible()
    assert Client(shop.url, session=person.session).call("GET", "/api/users/profile").status_code == 401
    assert may_sign_in(shop, person)


def test_a_deleted_account_leaves_its_order_on_the_books_without_a_name(shop, visit, staff):
    night, person = a_night(shop), a_person(shop)
    order = book(shop, person, night, seats=1)
    page = visit(DESK, person=person).page(f"/user/{person.user['_id']}/")

    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete my account?")
    dialog.get_by_label("Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete my account").click()

    expect(heading(page, "Sign In")).to_be_visible()
    assert not may_sign_in(shop, person)
    kept = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    assert kept["buyer"]["firstName"] == "Deleted"
    assert seats_taken(shop, night) == 1


def test_the_menu_leads_staff_to_the_operators_console(shop, visit, staff):
    page = visit(DESK, person=staff).page("/about")

    page.get_by_role("button", name="Sam Staff").press("Enter")
    page.get_by_role("link", name="Operators' console").click()

    expect(page).to_have_url(re.compile("/admin-console/"))
