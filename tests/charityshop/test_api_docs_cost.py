"""The API's description is generated once in a process: anybody may ask for it, and generating it is slow."""

from time import process_time

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient


def seconds_of_processor(action) -> float:
    """Of the quickest of three: that says most about the work and least about the machine."""

    def once() -> float:
        start = process_time()
        action()
        return process_time() - start

    return min(once() for _ in range(3))


@pytest.mark.parametrize(
    ("path", "accept", "content_type", "share"),
    [
        ("/api/schema", "*/*", "application/vnd.oai.openapi; charset=utf-8", 0.25),
        ("/api/schema", "application/json", "application/json", 0.25),
        ("/api/docs", "text/html", "text/html; charset=utf-8", 1),  # the page is still rendered each time
    ],
)
def test_asking_again_costs_less_than_generating_it(
    as_nobody: APIClient, path: str, accept: str, content_type: str, share: float
) -> None:
    generating = seconds_of_processor(lambda: SchemaGenerator().get_schema(request=None, public=True))

    answer = as_nobody.get(path, HTTP_ACCEPT=accept)
    asking = seconds_of_processor(lambda: as_nobody.get(path, HTTP_ACCEPT=accept))

    assert answer.status_code == 200
    assert answer["Content-Type"] == content_type
    assert asking < generating * share


def test_what_somebody_asks_with_does_not_change_it(as_nobody: APIClient) -> None:
    plain = as_nobody.get("/api/schema").content

    assert as_nobody.get("/api/schema?version=evil&lang=xx").content == plain
