"""Serve stored images."""

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client

NAME = "events/0123456789abcdef0123456789abcdef.jpg"

pytestmark = pytest.mark.usefixtures("media")


def fetch(client: Client, path: str) -> tuple[Any, bytes]:
    """Return the response and its streamed content."""
    response: Any = client.get(path)
    return response, b"".join(response.streaming_content)


def test_a_stored_image_is_streamed_and_cached_forever(client: Client) -> None:
    default_storage.save(NAME, ContentFile(b"jpeg bytes"))

    response, body = fetch(client, f"/media/{NAME}")

    assert body == b"jpeg bytes"
    assert response["Content-Type"] == "image/jpeg"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"] == "inline"
    assert response["Content-Security-Policy"].endswith("frame-ancestors 'none'; sandbox")


def test_a_name_without_a_hash_is_cached_briefly(client: Client) -> None:
    default_storage.save("logo.webp", ContentFile(b"webp"))

    response, _ = fetch(client, "/media/logo.webp")

    assert (response["Content-Type"], response["Cache-Control"]) == ("image/webp", "public, max-age=3600")


@pytest.mark.parametrize(
    "path",
    [
        "", "events", "events/", "events/none.jpg", "../settings.py", "events/../../secret.jpg", "%2e%2e/secret.jpg",
        "..%2fsecret.jpg", "/etc/passwd", "events/page.html", "events/drawing.svg", ".hidden.jpg", "a\\b.jpg",
        "a%00.jpg",
    ],
)  # fmt: skip
def test_only_images_in_the_storage_are_found(client: Client, tmp_path: Any, path: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"outside")
    for name in ("events/page.html", "events/drawing.svg", ".hidden.jpg"):
        default_storage.save(name, ContentFile(b"inside"))

    assert client.get(f"/media/{path}").status_code == 404
