"""Serializers that write. What a serializer finds out anew for each value of each answer is found out once here."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from django.db.models import Manager
from rest_framework.serializers import ListSerializer, Serializer

Write = Callable[[Any], Any]


def writer_of(shape: "Serializer[Any]") -> Write:
    """What the serializer's own `to_representation` does, where every source is an attribute, as in models."""
    parts = [(name, source_of(field), write_of(field)) for name, field in shape.fields.items() if not field.write_only]

    def write(row: Any) -> dict[str, Any]:
        shown: dict[str, Any] = {}
        for name, read, put in parts:
            value = row if read is None else read(row)
            shown[name] = None if value is None else put(value)
        return shown

    return write


def source_of(field: Any) -> Callable[[Any], Any] | None:
    return None if field.source == "*" else attrgetter(field.source)


def write_of(field: Any) -> Write:
    if isinstance(field, ListSerializer):
        write = write_of(field.child)
        return lambda rows: [write(row) for row in every(rows)]
    if isinstance(field, Serializer) and type(field).to_representation is Serializer.to_representation:
        return writer_of(field)
    return field.to_representation  # type: ignore[no-any-return]


def every(rows: Any) -> Iterable[Any]:
    return rows.all() if isinstance(rows, Manager) else rows
