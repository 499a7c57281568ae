"""Who may see what, and the way back after signing in."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, PASSWORD, PHONE, a_cart, a_night, a_person, book, new_address
from tests.e2e.journeys.steps import create_account, expect_thanks, heading, line_of, sign_in

pytestmark = pytest.mark.browser

NEW_PASSWORD = "some other random words"


def place_of(page: Page) -> str:
    parts = urlsplit(page.url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


@pytest.mark.parametrize(
    "path",
    [
        "/checkout/",
        f"/order/{'0' * 24}",
        f"/user/{'0' * 24}/",
        "/admin/orders",
        "/admin/products",
        "/admin/users/2?sortField=email",
    ],
)
def test_a_page_for_those_who_are_signed_in_sends_to_sign_in_with_the_way_back(visit, path):
    page = visit(DESK).page(path)

    expect(heading(page, "Sign In")).to_be_visible()

    assert parse_qs(urlsplit(page.url).query)["redirect"] == [path]


@pytest.mark.everyday
def test_signing_in_leads_back_to_the_page_and_its_query(shop, visit):
    person = a_person(shop)
    order = book(shop, person, a_night(shop), seats=1)
    wanted = f"/order/{order['_id']}?from=mail"
    page = visit(PHONE).page(wanted)

    sign_in(page, person.email)

    expect_thanks(page)
    assert place_of(page) == wanted


def test_the_way_back_outlives_the_change_to_create_an_account(visit):
    page = visit(DESK).page("/login?redirect=%2Fpage%2F1%3Fcategory%3DDraft")

    page.get_by_role("link", name="Create an Account").click()
    expect(heading(page, "Create an Account")).to_be_visible()
    create_account(page, new_address())

    expect(heading(page, "Events")).to_be_visible()
    assert place_of(page) == "/page/1?category=Draft"


@pytest.mark.parametrize("elsewhere", ["//evil.example/", "https://evil.example/", "/\\evil.example/"])
def test_signing_in_never_leads_to_another_site(shop, visit, elsewhere):
    page = visit(DESK, person=a_person(shop)).page()

    page.goto(f"/login?redirect={elsewhere}")

    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()
    assert page.url == f"{shop.url}/"


@pytest.mark.everyday
def test_a_wrong_password_gets_one_sentence_and_loses_nothing_typed(shop, visit):
    person = a_person(shop)
    page = visit(PHONE).page("/login")

    sign_in(page, person.email, "not the password")

    expect(page.get_by_text("Invalid email or password.").first).to_be_visible()
    expect(page.get_by_label("Email Address")).to_have_value(person.email)
    sign_in(page, person.email)
    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()


def test_two_different_passwords_open_no_account(visit):
    page = visit(PHONE).page("/register")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.get_by_label("Email Address").fill(new_address())
    page.get_by_label("First Name").fill("Ana")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm Password").fill("another few words")

    page.get_by_role("button", name="Create an Account").click()

    expect(page.get_by_text("Passwords do not match.")).to_be_visible()
    assert "POST" not in sent


def test_a_taken_address_is_said_at_its_field(shop, visit):
    page = visit(DESK).page("/register")

    create_account(page, a_person(shop).email)

    field = page.get_by_label("Email Address")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("User already exists.").first).to_be_visible()


@pytest.mark.everyday
def test_staff_pages_turn_everybody_else_away(shop, visit):
    page = visit(DESK, person=a_person(shop)).page("/admin/orders")

    expect(page.get_by_text("That page is for staff.").first).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()
    assert place_of(page) == "/"


def test_somebody_elses_profile_is_not_found(shop, visit):
    page = visit(DESK, person=a_person(shop)).page(f"/user/{a_person(shop).user['_id']}/")

    expect(heading(page, "That page isn't in our deck.")).to_be_visible()


def test_a_sign_in_that_ended_at_checkout_leads_back_there_with_the_cart(shop, visit):
    night, person = a_night(shop), a_person(shop)
    here = visit(DESK, person=person, cart=a_cart((night, 2)))
    here.expect_complaint("The order was not placed or not paid.")
    page = here.page("/checkout/")
    expect(page.get_by_role("button", name="Test Order")).to_be_enabled()
    here.context.clear_cookies()

    page.get_by_role("button", name="Test Order").click()

    expect(heading(page, "Sign In")).to_be_visible()
    expect(page.get_by_text("Please sign in again").first).to_be_visible()
    sign_in(page, person.email)
    expect(heading(page, "Checkout")).to_be_visible()
    expect(line_of(page, night).get_by_label("Seats")).to_have_value("2")
    page.get_by_role("button", name="Test Order").click()
    expect_thanks(page)


@pytest.mark.everyday
def test_who_has_to_set_a_new_password_sees_nothing_else_until_it_is_done(shop, visit):
    person = a_person(shop)
    asked = shop.as_staff().call("PUT", "/api/users/reset-password", {"userId": person.user["_id"]})
    asked.raise_for_status()
    page = visit(PHONE).page("/login?redirect=%2Fcart")

    sign_in(page, person.email)

    expect(heading(page, "Set New Password")).to_be_visible()
    for path in ("/", "/cart", f"/user/{person.user['_id']}/"):
        page.goto(path)
        expect(heading(page, "Set New Password")).to_be_visible()
    expect(page.get_by_text("An admin has initiated a password reset for your account.")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link")).to_have_count(1)  # the brand

    page.get_by_label("New Password", exact=True).fill(NEW_PASSWORD)
    page.get_by_label("Confirm Password").fill("not the same words")
    page.get_by_role("button", name="Reset Password").click()
    expect(page.get_by_role("alert").filter(has_text="Passwords do not match")).to_be_visible()
    page.get_by_label("Confirm Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Reset Password").click()

    expect(heading(page, "Sign In")).to_be_visible()
    expect(page.get_by_text("Password changed. Please sign in.").first).to_be_visible()
    sign_in(page, person.email, NEW_PASSWORD)
    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()
    page.goto("/reset-password")
    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()


@pytest.mark.everyday
def test_signing_out_forgets_the_person_and_the_cart(shop, visit):
    night, person = a_night(shop), a_person(shop)
    page = visit(PHONE, person=person, cart=a_cart((night, 1))).page("/about")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Logout").click()

    expect(heading(page, "Sign In")).to_be_visible()
    assert place_of(page) == "/login"
    assert page.evaluate("Object.keys(localStorage)") == []
    page.goto(f"/user/{person.user['_id']}/")
    expect(heading(page, "Sign In")).to_be_visible()
