"""Account pages of the console. They apply the shop's rules: the last admin stays, and deactivation ends sessions."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import mails
from accounts.audit_fields import AUDITED_FIELDS, get_audit_values, record_change
from accounts.models import HOUSE_EMAIL, Session, SignInCode, SignInPlace, User
from accounts.services import anonymize_user, passwords
from accounts.services.second_factor import remove_lost_factor
from accounts.services.users import AccountDeleted
from charityshop import audit
from charityshop.admin.base import BoundedSearch, ReadOnlyAdmin
from charityshop.admin.seen import SeenAdmin, SeenModelForm
from charityshop.api.seen import describe_change, find_entry, list_entries
from charityshop.api.throttling import Limit
from charityshop.digests import make_digest
from charityshop.exceptions import DomainError

admin.site.unregister(Group)  # there are buyers, admins and operators, but no groups


class OpenAccountForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic for mypy alone
    class Meta:
        model = User
        fields = ["email", "first_name", "last_name"]


class EditAccountForm(SeenModelForm, UserChangeForm):  # type: ignore[type-arg]
    groups = [("first_name", "last_name", "email")]
    by: User  # set for each request by AccountAdmin.get_form

    class Meta:
        model = User
        fields = "__all__"

    def lock(self) -> None:
        list(User.objects.locked_with_admins(self.instance.pk))

    def full_clean(self) -> None:
        """Count a valid change of address against the limit on such changes."""
        super().full_clean()
        if self.is_bound and not self.errors and "email" in self.changed_data:
            try:
                Limit.of("email_change", self.by.public_id).spend()
            except DomainError as refusal:
                self.add_error("email", refusal.message)

    def clean(self) -> dict[str, Any]:
        """Apply the rules of accounts.services.users.store_changes. The console saves in one transaction."""
        cleaned = super().clean()
        stays_admin = cleaned.get("is_staff") and cleaned.get("is_active")
        rows = {row.pk: row for row in User.objects.locked_with_admins(self.instance.pk)}
        if self.instance.pk not in rows:
            raise forms.ValidationError("Somebody else just deleted this account.")
        if rows[self.instance.pk].is_deleted:
            raise forms.ValidationError(AccountDeleted.message)
        if not stays_admin and [pk for pk, row in rows.items() if row.is_staff and row.is_active] == [self.instance.pk]:
            raise forms.ValidationError("This is the last active admin. Make somebody else an admin first.")
        cleaned["is_superuser"] = cleaned.get("is_superuser") and cleaned.get("is_staff")
        return cleaned


@admin.register(User)
class AccountAdmin(SeenAdmin, BoundedSearch, UserAdmin):  # type: ignore[type-arg]
    form = EditAccountForm
    add_form = OpenAccountForm
    list_display = ["email", "first_name", "last_name", "is_staff", "is_active", "requires_password_reset"]
    list_filter = ["is_staff", "is_superuser", "is_active", "requires_password_reset"]
    search_fields = ["email", "first_name", "last_name", "public_id"]
    ordering = ["email"]
    filter_horizontal = []
    actions = ["remove_second_factor"]
    readonly_fields = ["public_id", "last_login", "date_joined", "email_proved_at"]
    fieldsets = [
        (None, {"fields": ["public_id", "email", "password", "requires_password_reset"]}),
        ("Name", {"fields": ["first_name", "last_name"]}),
        ("May", {"fields": ["is_active", "is_staff", "is_superuser"]}),
        ("Emails", {"fields": ["reminders", "sales_emails"]}),
        ("When", {"fields": ["last_login", "date_joined", "email_proved_at"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["email", "first_name", "last_name", "usable_password", "password1", "password2"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        rows: QuerySet[User] = super().get_queryset(request)
        return rows.exclude(email=HOUSE_EMAIL)

    def get_form(self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        form.by = request.user  # Django creates a new form class for each request
        return form

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        before = get_audit_values(User.objects.get(pk=obj.pk)) if change else {}
        if change and "email" in form.changed_data:
            obj.email_proved_at = None
        if change and "is_active" in form.changed_data and not obj.is_active:
            obj.end_sessions()
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            mails.email_changed(str(before["email"]), obj)
        by = cast(User, request.user)
        if change:
            record_change(obj, before, by=by)
        else:
            audit.record("account opened", obj, by=by, after=get_audit_values(obj), action=audit.CREATED)

    @transaction.atomic
    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Show the page again, instead of deleting, if somebody changed the account since it was opened."""
        list(User.objects.locked_with_admins(int(object_id)) if object_id.isdecimal() else ())
        user = self.get_object(request, object_id)
        digest = make_digest(get_audit_values(user)) if user else ""
        if user and request.POST.get("digest", digest) != digest:
            change = describe_change(find_entry(list_entries(user), set(AUDITED_FIELDS)), "this account", "")
            self.message_user(request, f"{change} Nothing was deleted.", messages.ERROR)
            return redirect(request.get_full_path())
        return super().delete_view(request, object_id, {**(extra_context or {}), "digest": digest})

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        anonymize_user.delete_user(user_id=obj.pk, by=cast(User, request.user))

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        before = self.get_object(request, unquote(id))
        response = super().user_change_password(request, id, form_url)
        after = self.get_object(request, unquote(id))
        if before and after and before.password != after.password:
            user = passwords.record_password_set(user_id=after.pk, by=cast(User, request.user))
            if user == request.user:
                update_session_auth_hash(request, user)
        return response

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        is_last = obj is not None and list(User.objects.active_admins().values_list("pk", flat=True)) == [obj.pk]
        return super().has_delete_permission(request, obj) and not is_last

    @admin.action(description="Turn off two-step verification")
    def remove_second_factor(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in users:
            try:
                remove_lost_factor(user_id=user.pk, by=cast(User, request.user))
            except DomainError as refusal:
                self.message_user(request, f"{user}: {refusal.message}", messages.ERROR)
            else:
                self.message_user(
                    request, f"{user} now signs in without two-step verification, and was notified by email."
                )

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}


admin.site.register(Session, ReadOnlyAdmin, ordering=["-seen_at"])
# The other columns are hashes of network addresses, email addresses and browsers.
admin.site.register(SignInPlace, ReadOnlyAdmin, search_fields=["user__public_id", "user__email"], ordering=["-seen_at"])
admin.site.register(SignInCode, ReadOnlyAdmin, search_fields=["mail__public_id"])
