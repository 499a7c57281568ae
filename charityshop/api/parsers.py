"""Parse request bodies strictly, and validate them."""

import json
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

if TYPE_CHECKING:
    from rest_framework.serializers import BaseSerializer

MAX_DEPTH = 32


def validated(form: "type[BaseSerializer[Any]]", data: object) -> Any:
    """Return what was sent, as this serializer reads it. Raise DRF's ValidationError."""
    serializer = form(data=data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


class StrictJSONParser(JSONParser):
    """Parse JSON objects. Reject NaN, NUL characters, lone surrogates, deep nesting and duplicate keys."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        body = stream.read()
        try:
            data = json.loads(
                body.decode("utf-8"),
                parse_constant=refuse_constant,
                parse_float=finite_float,
                object_pairs_hook=without_duplicates,
            )
            check(data, MAX_DEPTH)
        except RecursionError:
            raise ParseError("The request is nested too deeply.") from None
        except (ValueError, UnicodeError):
            raise ParseError("The request is not readable JSON.") from None
        if not isinstance(data, dict):
            raise ParseError("The request has to be a JSON object.")
        return data


def refuse_constant(name: str) -> float:
    raise ParseError(f"{name} is not a number the shop can use.")


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Reject duplicate keys, which parsers interpret differently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ParseError("The request has a duplicate key.")
    return found


def finite_float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ParseError("A number in the request is too large.")
    return value


def check(value: object, depth: int) -> None:
    if depth == 0:
        raise ParseError("The request is nested too deeply.")
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, Mapping):
        for key, child in value.items():
            check_text(key)
            check(child, depth - 1)
    elif isinstance(value, list):
        for child in value:
            check(child, depth - 1)


def check_text(text: str) -> None:
    if "\x00" in text:
        raise ParseError("The request contains a character that cannot be stored.")
    text.encode("utf-8")  # a lone surrogate raises UnicodeError
