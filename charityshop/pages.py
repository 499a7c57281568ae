"""The browser app's pages and what their heads say. Those that tell of seats, home and an event's, are in bookings."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import path, re_path
from django.urls.resolvers import URLPattern
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from charityshop.shell import NOT_FOUND, Page, page_at

FEATURES = "src/features"
ADMIN = f"{FEATURES}/admin"
NUMBER = r"[1-9][0-9]{0,8}"
ABOUT = "Drinks, trading cards and giving: from casual game nights to tournaments, and newcomers are welcome."


def private(title: str, module: str = "", *, pays: bool = False) -> Page:
    return Page(title, is_private=True, module=module, pays=pays)


PAGES = {
    r"about": Page("About Us", ABOUT, path="/about", module=f"{FEATURES}/about/AboutPage.tsx"),
    rf"page/{NUMBER}": Page("Events", module=f"{FEATURES}/events/EventsPage.tsx"),
    rf"search/[^/]+/page/{NUMBER}": private("Events", f"{FEATURES}/events/EventsPage.tsx"),
    r"cart": private("My Cart", f"{FEATURES}/cart/CartPage.tsx"),
    r"login": private("Sign In", f"{FEATURES}/account/SignInPage.tsx"),
    r"register": private("Create an Account", f"{FEATURES}/account/RegisterPage.tsx"),
    r"reset-password": private("Set New Password", f"{FEATURES}/account/ResetPasswordPage.tsx"),
    r"checkout": private("Checkout", f"{FEATURES}/checkout/CheckoutPage.tsx", pays=True),
    r"order/[^/]+": private("Order", f"{FEATURES}/orders/OrderPage.tsx"),
    r"user/[^/]+": private("Profile", f"{FEATURES}/account/ProfilePage.tsx"),
    rf"admin/products(?:/{NUMBER})?": private("Events", f"{ADMIN}/events/EventsListPage.tsx"),
    r"admin/product/[^/]+/edit": private("Edit Product", f"{ADMIN}/events/EditEventPage.tsx"),
    r"admin/product/[^/]+/guests": private("Guest list", f"{ADMIN}/orders/GuestsPage.tsx"),
    rf"admin/users(?:/{NUMBER})?": private("Users", f"{ADMIN}/users/UsersListPage.tsx"),
    r"admin/user/[^/]+/edit": private("Edit User", f"{ADMIN}/users/EditUserPage.tsx"),
    rf"admin/orders(?:/{NUMBER})?": private("Orders", f"{ADMIN}/orders/OrdersListPage.tsx"),
}


@require_safe
@cache_control(public=True, max_age=3600)
def web_manifest(request: HttpRequest) -> JsonResponse:
    """What a phone needs to keep the shop on its home screen."""
    icons = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
    icons.append(("icon-maskable-512.png", "512x512", "maskable"))
    manifest = {
        "name": settings.SHOP_NAME,
        "short_name": settings.SHOP_NAME,
        "start_url": "/",
        "display": "standalone",
        "theme_color": "#12402F",
        "background_color": "#F7F8F3",
        "icons": [
            {"src": static(f"brand/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


urlpatterns: list[URLPattern] = [
    path("manifest.webmanifest", web_manifest),
    *(re_path(rf"^{known}/?$", page_at(page)) for known, page in PAGES.items()),
    # What Django's own paths leave over is for the app to say kindly; files and calls are not pages.
    re_path(r"^(?!api/|api$|static/|media/|demo/|admin-console).*$", page_at(NOT_FOUND, status=404)),
]
