"""The operators' console behind the same door as the shop: its limits, its switched-off and its flagged accounts."""

from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from accounts.services.sign_in import sign_in
from accounts.sessions import note_device, renew_session_key
from charityshop.api.permissions import acts_as_admin
from charityshop.branding.shop import shop_of
from charityshop.exceptions import DomainError
from charityshop.security.client_ip import address_of
from charityshop.spa.manifest import console_style


class ConsoleSignInForm(AdminAuthenticationForm):
    """Asks the shop's own sign-in, so that nobody guesses passwords here without its limits, or without a code."""

    code = forms.CharField(
        label="Code, if you have a second factor",
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
                person = sign_in(email=email, password=password, code=code, address=address_of(request))
            except DomainError as refusal:
                raise forms.ValidationError(refusal.message) from None
            self.confirm_login_allowed(person)
            self.user_cache = person
        return self.cleaned_data

    def confirm_login_allowed(self, user: User) -> None:
        if user.requires_password_reset:
            raise forms.ValidationError(f"Set a new password first: {settings.SITE_URL}/reset-password")
        if user.must_set_up_second_factor:
            raise forms.ValidationError(f"Sign in at {settings.SITE_URL}/login first, and set up your second factor.")
        super().confirm_login_allowed(user)


class Console(AdminSite):
    """Open to admins; what each of them may do there is up to Django's permissions, and operators may do everything."""

    login_form = ConsoleSignInForm
    login_template = "admin/sign_in.html"

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Under the name that the shop has now, and dressed like it."""
        shop = shop_of(request)
        title = f"{shop.name}: console"
        own = {"site_title": title, "site_header": title, "shop": shop, "console_style": console_style()}
        return super().each_context(request) | own

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The shop itself first, then the rooms by name."""
        rooms = super().get_app_list(request, app_label)
        return sorted(rooms, key=lambda room: room["app_label"] != "charityshop")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and acts_as_admin(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer = super().login(request, extra_context)
        if request.method == "POST" and answer.status_code == HTTPStatus.FOUND:
            renew_session_key(request)  # Django by itself keeps the key where the same user signs in again
            note_device(request)
        return answer

    def password_change(  # type: ignore[override]  # a redirect in place of a page
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """In the shop, where guesses at the present password are limited and every session ends."""
        return redirect(f"{settings.SITE_URL}/user/{cast(User, request.user).public_id}")
