"""Routes of the React app and their titles. Pages about events are in bookings."""

from typing import Any

from django.urls import re_path
from django.utils.text import Truncator

from charityshop.branding.shop import Shop
from charityshop.spa.page import NOT_FOUND, Page, page_view

FEATURES = "src/shop/features"
ADMIN = f"{FEATURES}/admin"
NUMBER = r"[1-9][0-9]{0,8}"
MONTH = r"[0-9]{4}-(?:0[1-9]|1[0-2])"


def about_summary(shop: Shop) -> str:
    return Truncator(" ".join(shop.row.about.split())).chars(160)


def accessibility_summary(shop: Shop) -> str:
    return Truncator(" ".join(shop.row.accessibility.split())).chars(160)


STAFF_LEAD = (
    "One moment, please: we're getting what is stored now. On a slow connection, this takes a few seconds, and then "
    "the page fills by itself."
)


def private(title: str, module: str = "", **more: Any) -> Page:
    """Return a page that is not for search engines. Its heading is its title by default."""
    return Page(title, is_private=True, module=module, **({"heading": title} | more))


def for_staff(title: str, module: str, **more: Any) -> Page:
    """Return a page under staff's navigation. What it shows comes late, because it isn't part of a public page."""
    lead = STAFF_LEAD if more.get("heading", title) else ""
    return private(title, module, has_staff_bar=True, lead=lead, **more)


# As the app asks for the order log: without orders that nobody paid.
PAID_STATUSES = ("paid", "partly_refunded", "refunded", "refund_due", "review", "capturing")
ORDER_LOG = "&".join(
    ["pageNumber={number}&sortField=createdAt&sortOrder=desc", *(f"status={each}" for each in PAID_STATUSES)]
)

PAGES = {
    r"about": Page(
        "About Us", about_summary, path="/about", heading="About Us", module=f"{FEATURES}/about/AboutPage.tsx"
    ),
    r"accessibility": Page(
        "Accessibility",
        accessibility_summary,
        path="/accessibility",
        heading="Accessibility",
        module=f"{FEATURES}/about/AccessibilityPage.tsx",
    ),
    r"give": Page(
        "Make a gift", path="/give", heading="Make a gift", module=f"{FEATURES}/give/GivePage.tsx", narrow=True
    ),
    r"ledger": Page("Our ledger", path="/ledger", heading="Our ledger", module=f"{FEATURES}/ledger/LedgerPage.tsx"),
    rf"ledger/{MONTH}": Page("Our ledger", heading="", module=f"{FEATURES}/ledger/LedgerPage.tsx"),
    rf"search/.+/page/{NUMBER}": private("Events", f"{FEATURES}/events/EventsPage.tsx", heading=""),
    r"cart": private("My Cart", f"{FEATURES}/cart/CartPage.tsx"),
    r"login": private("Sign In", f"{FEATURES}/account/signIn/SignInPage.tsx", narrow=True),
    r"register": private("Create an Account", f"{FEATURES}/account/signIn/RegisterPage.tsx", narrow=True),
    r"reset-password": private(
        "Set New Password", f"{FEATURES}/account/signIn/ResetPasswordPage.tsx", header="reset", narrow=True
    ),
    r"leave-waiting-list": private("Leave the waiting list", f"{FEATURES}/waiting/LeavePage.tsx", narrow=True),
    r"checkout": private(
        "Checkout",
        f"{FEATURES}/checkout/CheckoutPage.tsx",
        loads_paypal=True,
        header="checkout",
        lead="One moment, please. Nothing is charged before you press a button to pay.",
        api_calls=["/api/config/paypal"],
    ),
    r"order/(?P<order>[^/]+)": private(
        "Order",
        f"{FEATURES}/orders/OrderPage.tsx",
        heading="Please wait...",
        lead="We're getting your order. If a slow connection keeps you waiting at the door, the code in our email is "
        "enough.",
        api_calls=["/api/orders/{order}"],
    ),
    r"seats/[^/]+": private("Your seat", f"{FEATURES}/seat/SeatPage.tsx", heading="", has_token=True, narrow=True),
    r"user/[^/]+": private("Profile", f"{FEATURES}/account/profile/ProfilePage.tsx", heading=""),
    r"admin": for_staff("Tonight and next", f"{ADMIN}/home/TonightPage.tsx", api_calls=["/api/products/next-dates"]),
    rf"admin/products(?:/(?P<number>{NUMBER}))?": for_staff(
        "Events",
        f"{ADMIN}/events/list/EventsListPage.tsx",
        api_calls=["/api/products?pageNumber={number}&sortField=nextStartTime&sortOrder=asc"],
    ),
    r"admin/product/[^/]+/edit": for_staff("Edit Product", f"{ADMIN}/events/edit/EditEventPage.tsx"),
    r"admin/product/[^/]+/guests": for_staff("Guest list", f"{ADMIN}/dates/guests/GuestsPage.tsx"),
    r"admin/product/[^/]+/guests/date-changes(?:/[^/]+)?": for_staff(
        "Move or cancel", f"{ADMIN}/dates/change/DateChanges.tsx"
    ),
    r"admin/product/[^/]+/guests/door": for_staff("Door", f"{ADMIN}/dates/door/Door.tsx"),
    r"admin/product/[^/]+/message": for_staff("Message", f"{ADMIN}/dates/message/MessagePage.tsx"),
    rf"admin/users(?:/(?P<number>{NUMBER}))?": for_staff(
        "Users", f"{ADMIN}/people/users/UsersListPage.tsx", api_calls=["/api/users?pageNumber={number}"]
    ),
    r"admin/user/[^/]+/edit": for_staff("Edit User", f"{ADMIN}/people/users/EditUserPage.tsx", narrow=True),
    rf"admin/vouchers(?:/(?P<number>{NUMBER}))?": for_staff(
        "Discount codes", f"{ADMIN}/money/vouchers/VouchersPage.tsx", api_calls=["/api/vouchers?pageNumber={number}"]
    ),
    rf"admin/members(?:/(?P<number>{NUMBER}))?": for_staff(
        "Members",
        f"{ADMIN}/people/members/MembersPage.tsx",
        api_calls=["/api/members?pageNumber={number}&sortField=number&sortOrder=asc"],
    ),
    r"admin/places": for_staff("Places", f"{ADMIN}/events/places/PlacesPage.tsx"),
    r"admin/goals": for_staff("Goals", f"{ADMIN}/money/goals/GoalsPage.tsx"),
    r"admin/figures": for_staff("Figures", f"{ADMIN}/money/figures/FiguresPage.tsx"),
    r"admin/ledger": for_staff("Ledger", f"{ADMIN}/money/ledger/CloseMonthPage.tsx"),
    r"admin/ledger/year/2[0-9]{3}": for_staff("Ledger", f"{ADMIN}/money/year/YearPage.tsx", heading=""),
    rf"admin/ledger/{MONTH}": for_staff("Ledger", f"{ADMIN}/money/ledger/CloseMonthPage.tsx", heading=""),
    rf"admin/orders(?:/(?P<number>{NUMBER}))?": for_staff(
        "Orders",
        f"{ADMIN}/orders/list/OrdersListPage.tsx",
        api_calls=["/api/orders/attention", f"/api/orders?{ORDER_LOG}"],
    ),
}


urlpatterns = [
    *(re_path(rf"^{known}/?$", page_view(page)) for known, page in PAGES.items()),
    # The app shows a "not found" page for other paths, except those of files and the API.
    re_path(r"^(?!api/|api$|static/|media/|demo/|admin-console).*$", page_view(NOT_FOUND, status=404)),
]
