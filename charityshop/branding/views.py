"""Views for the theme's stylesheet, the web manifest and the favicon."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from charityshop.branding.shop import shop_of
from charityshop.branding.theme import PAGE

YEAR, MINUTE = 31_536_000, 60  # seconds


@require_safe
def theme_css(request: HttpRequest) -> HttpResponse:
    """Return the stylesheet with the club's colors. Its versioned URL may be cached for a year."""
    theme = shop_of(request).theme
    response = HttpResponse(theme.stylesheet, content_type="text/css; charset=utf-8")
    if theme.version and request.GET.get("v") == theme.version:
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, no_cache=True)
    return response


@require_safe
@cache_control(public=True, max_age=MINUTE)
def web_manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest."""
    shop = shop_of(request)
    manifest = {
        "name": shop.name,
        "short_name": shop.name,
        "description": shop.description,
        "start_url": "/",
        "display": "standalone",
        "theme_color": shop.theme.light.felt,
        "background_color": PAGE,
        "icons": shop.icons.for_phones,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


class Favicon(RedirectView):
    """Redirect to the icon, for pages that don't link to one."""

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        return shop_of(self.request).icons.tab


urlpatterns = [
    path("theme.css", theme_css, name="theme"),
    path("manifest.webmanifest", web_manifest),
    path("favicon.ico", Favicon.as_view()),
]
