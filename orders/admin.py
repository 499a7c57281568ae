"""Admin pages of what belongs to orders, and actions that ask for a reason and then call the same services as the API.

Orders themselves, which have actions about money, are in purchases/admin.py. Staff close months in the shop.
"""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from accounts.models import User
from charityshop.admin.base import ReadOnlyAdmin
from charityshop.exceptions import DomainError

Act = Callable[[Any, str], object]  # called with a row and the reason


class OperatorAdmin(ReadOnlyAdmin):
    """Restrict actions to operators, since they move money. Other admins may only view."""

    def has_act_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def get_actor(self, request: HttpRequest) -> User:
        return cast(User, request.user)


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=500, widget=forms.Textarea(attrs={"rows": 3}), help_text="Internal note, never emailed."
    )


class MailedReasonForm(ReasonForm):
    reason = forms.CharField(
        max_length=500, widget=forms.Textarea(attrs={"rows": 3}), help_text="Included in the email to the buyers."
    )


class MoveForm(ReasonForm):
    to = forms.CharField(
        max_length=40, label="New date", help_text="Of the same event, such as 2026-12-11 or 2026-12-11 19:00."
    )
    field_order = ["to", "reason"]


def run_with_reason(
    model_admin: "ModelAdmin[Any]",
    request: HttpRequest,
    rows: QuerySet[Any],
    *,
    name: str,
    title: str,
    act: Act,
    form_class: type[ReasonForm] = ReasonForm,
) -> HttpResponse | None:
    """Ask for a reason, then run the action on each row. Return None to show the list again."""
    form = form_class(request.POST if "apply" in request.POST else None)
    return run_with_form(
        model_admin,
        request,
        rows,
        name=name,
        title=title,
        form=form,
        act=lambda row: act(row, form.cleaned_data["reason"]),
    )


def run_with_form(
    model_admin: "ModelAdmin[Any]",
    request: HttpRequest,
    rows: QuerySet[Any],
    *,
    name: str,
    title: str,
    form: ReasonForm,
    act: Callable[[Any], object],
) -> HttpResponse | None:
    """Show the form until it is valid, then run the action on each row. Return None to show the list again."""
    if form.is_valid():
        run_on_each(model_admin, request, rows, act)
        return None
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "opts": model_admin.model._meta,
        "form": form,
        "rows": rows,
        "action": name,
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/orders/reason.html", context)


def run_on_each(
    model_admin: "ModelAdmin[Any]", request: HttpRequest, rows: QuerySet[Any], act: Callable[[Any], object]
) -> None:
    """Run the action on each row. Show a message for each refusal, and go on."""
    done: list[Model] = []
    for row in rows:
        try:
            act(row)
        except DomainError as refusal:
            model_admin.message_user(request, f"{row}: {refusal.message}", messages.ERROR)
        else:
            done.append(row)
    if done:
        model_admin.message_user(request, f"Done for {len(done)}. The rows show their current status.")
