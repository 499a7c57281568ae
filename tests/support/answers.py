"""Answers, and a client that compares each with the API's schema: every field, with its type, and no others."""

import re
from functools import cache
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from tests.schema import SCHEMA

UNDESCRIBED = re.compile(r"/api/(webhooks/paypal|upload/.+)")  # PayPal's, and the paths of older clients


def json_of(answer: Any) -> Any:
    """Return the JSON of an answer to a call that has to succeed."""
    assert answer.status_code < 300, answer.content
    return answer.json()


class CheckedClient(APIClient):
    def request(self, **request: Any) -> Any:
        answer = super().request(**request)
        method, path = request["REQUEST_METHOD"], request["PATH_INFO"].rstrip("/")
        is_described = path.startswith("/api/") and not UNDESCRIBED.fullmatch(path)
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        if is_described and is_json and answer.status_code < 300 and method not in ("HEAD", "OPTIONS"):
            validator = get_validator(method.lower(), path, str(answer.status_code))
            wrong = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer.json())]
            assert not wrong, (method, path, wrong)
        return answer


def get_validator(method: str, path: str, status: str) -> Draft202012Validator:
    """Return what this answer has to be. Fixed parts of a path come before parameters."""
    return next(
        build_validator(named, method, status)
        for pattern, named in list_patterns()
        if pattern.fullmatch(path) and method in read_schema()["paths"][named]
    )


@cache
def build_validator(named: str, method: str, status: str) -> Draft202012Validator:
    content = read_schema()["paths"][named][method]["responses"][status]["content"]["application/json"]
    return Draft202012Validator(content["schema"] | {"components": read_schema()["components"]})


@cache
def list_patterns() -> list[tuple[re.Pattern[str], str]]:
    paths = sorted(read_schema()["paths"], key=lambda named: named.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", named)), named) for named in paths]


@cache
def read_schema() -> dict[str, Any]:
    """Return the schema, changed so that objects with named fields have no others."""
    schema: dict[str, Any] = yaml.load(SCHEMA.read_text(), Loader=yaml.CSafeLoader)
    for component in schema["components"]["schemas"].values():
        forbid_other_fields(component)
    return schema


def forbid_other_fields(schema: Any) -> None:
    if isinstance(schema, dict) and "properties" in schema:
        schema.setdefault("additionalProperties", False)
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        forbid_other_fields(part)
