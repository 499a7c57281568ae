"""Refuse a write that would replace what its author hasn't seen.

A form sends the fields that its user changed, and as `seen` the same fields as the page showed them, such as
`{"price": 15, "seen": {"price": 12}}`. Services call `refuse_unseen` with the locked row before they decide anything.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from auditlog.models import LogEntry
from django.db.models import Model
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from rest_framework import serializers

from charityshop import audit
from charityshop.exceptions import Changed, InvalidField
from charityshop.form_fields import AmountField
from charityshop.money import format_dollars

Shown = Mapping[str, Any]  # API names and values
Form = serializers.BaseSerializer[Any]
MAX_QUOTED = 60  # characters of a text that the sentence quotes
DAY, LONG, TODAY, EARLIER = "F j", "F j, g:i A", r"\a\t g:i A", r"\o\n F j \a\t g:i A"
GROUPS = (  # fields that mean one thing only together
    ("startTime", "endTime", "isRecurring", "recurringPattern"),
    ("firstName", "lastName", "email"),
)
WORDS = {
    "countInStock": "the seats",
    "datesFrom": "the first day",
    "datesTo": "the last day",
    "endsOn": "the last day",
    "eventLocation": "the place",
    "hidden": "whether it is hidden",
    "placeId": "the place",
    "isAdmin": "the admin rights",
    "isDeactivated": "whether the account is deactivated",
    "isHidden": "whether it is hidden",
    "isRecurring": "whether it repeats",
    "isStopped": "whether it is stopped",
    "kind": "the kind of discount",
    "maximumEventCapacity": "the seats",
    "off": "whether it is turned off",
    "points": "whether points are counted",
    "product": "the event",
    "recurringPattern": "how it repeats",
    "refundPolicy": "the refunds",
    "reminders": "whether reminders are sent",
    "startsOn": "the first day",
    "user": "the linked account",
    "validFrom": "the first day",
    "validUntil": "the last day",
    "wholeRoom": "who plays whom",
}
COLUMNS = {  # in the audit log, where a field's own name and that of its column aren't
    "hidden": ("hidden_at",),
    "isDeactivated": ("is_active",),
    "isStopped": ("stopped",),
    "note": ("text",),
    "recurringPattern": ("repeat_interval", "repeat_until", "repeat_weekday", "repeat_weeks"),
}
OF_OTHERS = {"eventLocation": ("place", {"name", "address"})}  # of which row a field shows other columns, too


class SeenForm(serializers.Serializer[Any]):
    # What forms of stored things have in common. The schema would repeat a docstring.

    seen = serializers.DictField(
        required=False,
        help_text="The fields that are sent, with the values that the form showed. If one has another value by now, "
        "the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared.",
    )


class WholeForm(SeenForm):
    # A form that replaces all fields, or with `seen` changes some. `needed` ones are required without it.

    needed: tuple[str, ...] = ()

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in self.needed:
            fields[name].required = False
        return fields

    def validate(self, attrs: dict[str, Any]) -> Any:
        missing = {name: self.fields[name].error_messages["required"] for name in self.needed if name not in attrs}
        if missing:
            raise serializers.ValidationError(missing)
        return super().validate(attrs)


@dataclass(frozen=True)
class Seen:
    """What a form sends, and what its author saw. `show` returns a row's fields as the API shows them.

    Buttons that delete or end something send nothing: all that they show is compared.
    """

    form: type[Form]
    sent: Shown
    values: Shown
    show: Callable[[Any], Shown]
    context: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def fields(self) -> Any:
        return self.parser.fields

    @cached_property
    def parser(self) -> Any:
        return self.form(context=dict(self.context))

    def is_same(self, name: str, one: Any, other: Any) -> bool:
        """Return whether two values are the same, also if they are written in different ways."""
        return bool(one == other or self.parse(name, one) == self.parse(name, other))

    def parse(self, name: str, value: Any) -> Any:
        try:
            parsed = self.fields[name].run_validation(value)
            validate = getattr(self.parser, f"validate_{name}", None)
            return validate(parsed) if validate else parsed
        except serializers.ValidationError:
            return value

    def list_changed(self, stored: Shown) -> list[str]:
        """Return the fields that would be replaced unseen, with those that mean one thing only together with them."""
        found: dict[str, None] = {}
        written = [name for name in self.sent or self.values if name in stored and name in self.fields]
        for name in written:
            group = [each for each in get_group(name) if each in stored and each in self.fields]
            if missing := [each for each in group if each not in self.values]:
                raise InvalidField("seen", f"Send what was seen of {missing[0]}, too.")
            is_seen = all(self.is_same(each, stored[each], self.values[each]) for each in group)
            if not is_seen and not self.is_stored(group, stored):
                found |= dict.fromkeys(group)
        return list(found)

    def is_stored(self, group: list[str], stored: Shown) -> bool:
        """Return whether what is sent of a group is stored already, as by the same call before its answer was lost."""
        sent = [name for name in group if name in self.sent]
        return bool(sent) and all(self.is_same(name, stored[name], self.merge(name, stored)) for name in sent)

    def merge(self, name: str, stored: Shown) -> Any:
        """Return the value that would be stored. Of parts that a form may leave out, the others stay."""
        has_parts = getattr(self.fields[name], "source", "") == "*" and isinstance(self.sent[name], Mapping)
        return {**stored[name], **self.sent[name]} if has_parts else self.sent[name]


def get_group(name: str) -> tuple[str, ...]:
    return next((group for group in GROUPS if name in group), (name,))


def validated_edit(
    form: type[Form], data: Any, show: Callable[[Any], Shown], **context: Any
) -> tuple[dict[str, Any], Seen | None]:
    """Return what was sent as the form reads it, and what its author saw, or None. Raise DRF's ValidationError.

    With `seen`, a `WholeForm` is read by `complete`, because it may send only some of the fields.
    """
    if "seen" not in data:
        return read(form, data, context), None
    sent = {name: value for name, value in data.items() if name != "seen"}
    seen = Seen(form, sent, read(SeenForm, {"seen": data["seen"]}, {})["seen"], show, context)
    return ({} if issubclass(form, WholeForm) else read(form, sent, context)), seen


def parse_seen(form: type[Form], data: Any, show: Callable[[Any], Shown]) -> Seen | None:
    """Return what a button's author saw, or None. `form` is how the shown fields are read."""
    sent = read(SeenForm, data, {})
    return Seen(form, {}, sent["seen"], show) if "seen" in sent else None


def read(form: type[Form], data: Any, context: dict[str, Any]) -> dict[str, Any]:
    serializer = form(data=data, context=context)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def refuse_unseen(row: Model, seen: Seen | None) -> None:
    """Raise Changed if the stored value of a field is neither what its author saw nor what is written. Lock the row."""
    if seen is None:
        return
    stored = seen.show(row)
    if names := seen.list_changed(stored):
        raise build_changed(row, seen, stored, names)


def complete(row: Model, seen: Seen | None) -> dict[str, Any]:
    """Return what a whole form is with the stored values of what it doesn't send. Empty: without `seen`, it sends all.

    Raise Changed, as `refuse_unseen` does, and DRF's ValidationError.
    """
    if seen is None:
        return {}
    refuse_unseen(row, seen)
    stored = {name: value for name, value in seen.show(row).items() if name in seen.fields and value is not None}
    return read(seen.form, {**stored, **seen.sent}, dict(seen.context))


def build_changed(row: Model, seen: Seen, stored: Shown, names: list[str]) -> Changed:
    changed = [name for name in names if not seen.is_same(name, stored[name], seen.values[name])]
    entries = find_last_changes(row, seen.fields, changed).values()
    entry = max(entries, key=lambda each: (each.timestamp, each.pk), default=None)
    what = join_words(list(dict.fromkeys(WORDS.get(name, f"the {split_name(name)}") for name in changed)))
    one = changed[0] if len(changed) == 1 else None
    value = format_value(seen.fields[one], seen.parse(one, stored[one])) if one else ""
    return Changed(
        describe_change(entry, what, value),
        by=get_name(entry),
        at=audit.as_text(entry.timestamp) if entry else None,
        current={name: stored[name] for name in names},
    )


def describe_change(entry: LogEntry | None, what: str, value: str) -> str:
    """Return a sentence about a change, with the new value if that can be said."""
    ending = f": {value}." if value else "."
    if entry is None:
        return f"{capfirst(what)} changed since you opened this page{ending}"
    return f"{capfirst(get_name(entry))} changed {what} {format_when(entry.timestamp)}{ending}"


def find_last_changes(row: Model, fields: Mapping[str, Any], names: Iterable[str]) -> dict[str, LogEntry]:
    """Return by name the last entry of the audit log in which each of these fields changed, if there is one."""
    entries = list_entries(row)
    found: dict[str, LogEntry] = {}
    for name in names:
        if name in fields:
            other, columns = OF_OTHERS.get(name, ("", set()))
            both = [find_entry(entries, {*list_columns(name, fields[name])})]
            both += [find_entry(list_entries(getattr(row, other)), columns)] if hasattr(row, other) else []
            if known := [entry for entry in both if entry]:
                found[name] = max(known, key=lambda each: (each.timestamp, each.pk))
    return found


def list_entries(row: Model) -> list[LogEntry]:
    return list(audit.entries_about(row).select_related("actor").reverse())


def find_entry(entries: Iterable[LogEntry], columns: set[str]) -> LogEntry | None:
    """Return the first of these entries, which are the newest first, in which one of the columns changed."""
    return next((entry for entry in entries if columns & set(entry.changes or ())), None)


def list_columns(name: str, form_field: Any) -> list[str]:
    """Return the names that a field has in the audit log."""
    parts = getattr(form_field, "fields", {}).values() if form_field.source == "*" else [form_field]
    return [name, *(part.source.split(".")[0] for part in parts), *COLUMNS.get(name, ())]


def get_name(entry: LogEntry | None) -> str:
    if entry is None:
        return ""
    if entry.actor is None and "phone" in entry.additional_data:
        return "a scorekeeper"
    if entry.actor is None:
        return audit.THE_SHOP if entry.actor_email == audit.THE_SHOP else "somebody"
    return str(entry.actor.first_name) or "somebody"


def split_name(name: str) -> str:
    """Return "card set" for "cardSet"."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)


def join_words(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def format_value(form_field: Any, value: Any) -> str:
    """Format a short value for a sentence. Others are empty."""
    if isinstance(form_field, AmountField) and isinstance(value, Decimal):
        return format_dollars(value) if form_field.is_money else f"{value.normalize():f}"
    if isinstance(value, date):  # or a datetime
        return date_format(*((timezone.localtime(value), LONG) if isinstance(value, datetime) else (value, DAY)))
    is_short = isinstance(value, str) and len(value) <= MAX_QUOTED and "\n" not in value
    return str(value) if is_short or (isinstance(value, int) and not isinstance(value, bool)) else ""


def format_when(at: datetime) -> str:
    local = timezone.localtime(at)
    return date_format(local, TODAY if local.date() == timezone.localdate() else EARLIER)
