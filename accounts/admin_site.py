"""The admin site ("console"). It signs in through the shop's service, so that limits and second factors apply."""

from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.models import User
from accounts.services.sign_in import sign_in
from accounts.sessions import note_device
from charityshop.api.permissions import acts_as_admin
from charityshop.branding.shop import shop_of
from charityshop.exceptions import DomainError
from charityshop.security.origins import address_of
from charityshop.spa.manifest import console_style

FIRST = {  # on the console's index, with their names there
    ("charityshop", "ShopSettings"): "Shop settings",
    ("accounts", "User"): "Users",
    ("auditlog", "LogEntry"): "Audit log",
}


class ConsoleSignInForm(AdminAuthenticationForm):
    """Check credentials with the shop's sign-in service, including its limits and the second factor."""

    code = forms.CharField(
        label="Code, if you use two-step verification",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none"}),
    )

    def clean(self) -> dict[str, Any]:
        request = cast(HttpRequest, self.request)
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password:
            try:
                code = self.cleaned_data.get("code") or ""
                user = sign_in(email=email, password=password, code=code, address=address_of(request))
            except DomainError as refusal:
                raise forms.ValidationError(refusal.message) from None
            self.confirm_login_allowed(user)
            self.user_cache = user
        return self.cleaned_data

    def confirm_login_allowed(self, user: User) -> None:
        if user.requires_password_reset:
            raise forms.ValidationError(f"Set a new password first: {settings.SITE_URL}/reset-password")
        if user.must_set_up_second_factor:
            raise forms.ValidationError(
                f"Sign in at {settings.SITE_URL}/login first, and set up two-step verification."
            )
        super().confirm_login_allowed(user)


class Console(AdminSite):
    """Admit admins; Django's permissions decide what each may do. Operators (superusers) may do everything."""

    login_form = ConsoleSignInForm
    login_template = "admin/sign_in.html"

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Add the shop's current name and theme."""
        shop = shop_of(request)
        title = f"{shop.name}: console"
        own = {"site_title": title, "site_header": title, "shop": shop, "console_style": console_style()}
        return super().each_context(request) | own

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """List first what organizers use, then the other tables. An app's own page lists only its tables, by name."""
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        found = {(app["app_label"], model["object_name"]): model for app in apps for model in app["models"]}
        first = [found.pop(key) | {"name": name} for key, name in FIRST.items() if key in found]
        internals = sorted(found.values(), key=lambda model: model["name"])
        home = reverse("admin:index", current_app=self.name)
        parts = (("Shop", "shop", first), ("Internals", "internals", internals))
        return [
            {"name": name, "app_label": label, "app_url": home, "has_module_perms": True, "models": models}
            for name, label, models in parts
            if models
        ]

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and acts_as_admin(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        response = super().login(request, extra_context)
        if request.method == "POST" and response.status_code == HTTPStatus.FOUND:
            request.session.cycle_key()  # Django keeps the key when the same user signs in again
            note_device(request)
        return response

    def password_change(  # type: ignore[override]  # a redirect in place of a page
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the shop, which limits guesses at the current password and ends every session."""
        return redirect(f"{settings.SITE_URL}/user/{cast(User, request.user).public_id}")
