"""Compare answers with the API's schema: every field that it names, each with its type, and no others."""

import re
from functools import cache
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from tests.schema import SCHEMA


@cache
def read_schema() -> dict[str, Any]:
    """Return the schema, changed so that objects with named fields have no others."""
    schema: dict[str, Any] = yaml.load(SCHEMA.read_text(), Loader=yaml.CSafeLoader)
    for component in schema["components"]["schemas"].values():
        forbid_other_fields(component)
    return schema


def forbid_other_fields(schema: Any) -> None:
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            forbid_other_fields(part)
    elif isinstance(schema, list):
        for part in schema:
            forbid_other_fields(part)


def get_named_path(path: str) -> str:
    """Return the schema's path that this one is. Fixed parts come before parameters."""
    for named in sorted(read_schema()["paths"], key=lambda named: named.count("{")):
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", named), path):
            return str(named)
    return ""


def find_mismatches(method: str, path: str, status: int, answer: Any) -> list[str]:
    """Return a sentence for each part of an answer that the schema doesn't describe."""
    operation = read_schema()["paths"].get(get_named_path(path), {}).get(method.lower(), {})
    content = operation.get("responses", {}).get(str(status), {}).get("content", {}).get("application/json")
    if content is None:
        return [f"The schema has no answer {status} to {method} {path}."]
    validator = Draft202012Validator(content["schema"] | {"components": read_schema()["components"]})
    return [f"{'.'.join(map(str, error.path))}: {error.message}" for error in validator.iter_errors(answer)]
