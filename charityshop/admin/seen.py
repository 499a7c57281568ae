"""Forms of the console that never replace what their reader hasn't seen.

Django's admin saves whole forms. These forms carry what their page showed, signed. Under the row's lock, fields that
were not touched keep their stored values, and a touched one that somebody else changed is shown with both values.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.core import signing
from django.http import HttpRequest

from charityshop.api.seen import describe_change, find_entry, list_entries
from charityshop.db.transactions import lock_rows
from charityshop.digests import make_digest

SALT = "what a form of the console showed"
MAX_QUOTED = 300  # characters
Values = dict[str, Any]


def as_plain(value: object) -> Any:
    """Return a value as it travels in the page."""
    return value if value is None or isinstance(value, str | int) else str(value)


class SeenField(forms.CharField):
    widget = forms.HiddenInput

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False


class SeenModelForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy alone
    groups: Sequence[Sequence[str]] = ()  # fields that mean one thing only together
    also_writes: Mapping[str, str] = {}  # columns by fields that the model doesn't have, such as of an upload

    seen = SeenField(required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.stored = self.read_stored()
        self.shown: Values = {}
        self.fields["seen"].initial = self.sign()
        if self.is_bound:
            data: Any = self.data
            self.data = data = data.copy()
            for name, text in data.items():  # browsers send other line breaks than those that are stored
                data[name] = text.replace("\r\n", "\n")
            self.shown = self.read_signed()
            self.initial.update({name: value for name, value in self.shown.items() if name not in self.also_writes})

    def read_stored(self) -> Values:
        columns = {field.name for field in self.instance._meta.concrete_fields}
        own = {name for name, field in self.fields.items() if name in columns and not field.disabled}
        files = {name: column for name, column in self.also_writes.items() if name in self.fields}
        plain = {name: as_plain(getattr(self.instance, name)) for name in own}
        return plain | {name: make_digest(getattr(self.instance, column)) for name, column in files.items()}

    def sign(self) -> str:
        return signing.dumps([self.instance.pk, self.stored], salt=SALT, compress=True)

    def read_signed(self) -> Values:
        """Return what the page showed. Empty for a call without it."""
        try:
            pk, shown = signing.loads(self.data.get("seen") or self.sign(), salt=SALT)
        except signing.BadSignature:
            return {}
        return dict(shown) if self.data.get("seen") and pk == self.instance.pk else {}

    def lock(self) -> None:
        lock_rows(type(self.instance)._default_manager.filter(pk=self.instance.pk))

    def full_clean(self) -> None:
        """Read the row again under its lock, and clean what was touched."""
        if self.is_bound and self.instance.pk:
            self.lock()
            if type(self.instance)._default_manager.filter(pk=self.instance.pk).exists():
                self.instance.refresh_from_db()
                self.stored = self.read_stored()
        super().full_clean()
        if self.is_bound:
            for name in self.list_unseen():
                self.add_error(name, self.describe(name))
            if self.errors:
                self.take_fresh_values()

    def clean(self) -> Values:
        """Keep the stored values of fields that were not touched."""
        cleaned: Values = super().clean() or self.cleaned_data
        return cleaned | self.list_untouched()

    def list_untouched(self) -> Values:
        untouched = self.shown.keys() - {*self.changed_data, *self.also_writes}
        return {name: getattr(self.instance, name) for name in untouched if name in self.stored}

    def list_unseen(self) -> list[str]:
        """Return the fields that somebody else changed, if saving would replace them or what they mean together."""
        found: dict[str, None] = {}
        for name in self.changed_data:
            group = next((group for group in self.groups if name in group), (name,))
            stale = [each for each in group if each in self.shown and self.shown[each] != self.stored[each]]
            touched = [each for each in group if each in self.changed_data]
            if not all(as_plain(self.cleaned_data.get(each)) == self.stored.get(each) for each in touched):
                found |= dict.fromkeys(stale)
        return list(found)

    def describe(self, name: str) -> str:
        column, value = self.also_writes.get(name, name), self.stored[name]
        text = {True: "on", False: "off", "": "empty"}.get(value, str(value)[:MAX_QUOTED])
        entry = find_entry(list_entries(self.instance), {column})
        sentence = describe_change(entry, "this", "" if name in self.also_writes else f"“{text}”")
        return f"{sentence} Save again to keep yours."

    def take_fresh_values(self) -> None:
        """Show the form again with fresh values of fields that were not touched. Saving it means having read it."""
        data: Any = self.data
        for name, value in self.list_untouched().items():
            data[name] = value
            if value is False:  # as browsers send it
                del data[name]
        data["seen"] = self.sign()


class SeenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """Put what the page shows into its form. The form is a `SeenModelForm`."""

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        *others, (title, last) = super().get_fieldsets(request, obj)
        is_form = obj is not None and self.has_change_permission(request, obj)
        return [*others, (title, {**last, "fields": [*last["fields"], *(["seen"] if is_form else [])]})]
