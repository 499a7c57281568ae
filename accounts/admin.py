"""Accounts in the console. The same rules hold as in the shop: one admin is always left, and deactivation signs out."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.http import HttpRequest

from accounts.models import User


class OpenAccountForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic for mypy alone
    class Meta:
        model = User
        fields = ["email", "first_name", "last_name"]


class EditAccountForm(UserChangeForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = "__all__"

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        stays_admin = cleaned.get("is_staff") and cleaned.get("is_active")
        # Under the lock of every active admin, as in accounts.services: the console saves within one transaction.
        admins = [row.pk for row in User.objects.locked_with_admins(self.instance.pk) if row.is_staff and row.is_active]
        if not stays_admin and admins == [self.instance.pk]:
            raise forms.ValidationError("This is the last active admin. Make somebody else an admin first.")
        return cleaned


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    form = EditAccountForm
    add_form = OpenAccountForm
    list_display = ["email", "first_name", "last_name", "is_staff", "is_active", "requires_password_reset"]
    list_filter = ["is_staff", "is_superuser", "is_active", "requires_password_reset"]
    search_fields = ["email", "first_name", "last_name", "public_id"]
    ordering = ["email"]
    filter_horizontal = []
    readonly_fields = ["public_id", "last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["public_id", "email", "password", "requires_password_reset"]}),
        ("Name", {"fields": ["first_name", "last_name"]}),
        ("May", {"fields": ["is_active", "is_staff", "is_superuser"]}),
        ("When", {"fields": ["last_login", "date_joined"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["email", "first_name", "last_name", "usable_password", "password1", "password2"]}),
    ]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if change and "is_active" in form.changed_data and not obj.is_active:
            obj.end_sessions()
        super().save_model(request, obj, form, change)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        is_last = obj is not None and list(User.objects.active_admins().values_list("pk", flat=True)) == [obj.pk]
        return super().has_delete_permission(request, obj) and not is_last

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}
