"""Upload images for events, and serve them."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from rest_framework.test import APIClient

from tests.support.factories import EventFactory

pytestmark = pytest.mark.usefixtures("media")


def encode_image(form: str = "PNG", size: tuple[int, int] = (400, 225)) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, "green").save(file, form)
    return file.getvalue()


def upload(client: APIClient, content: bytes, name: str = "image.png", path: str = "/api/upload") -> Any:
    return client.post(path, {"image": SimpleUploadedFile(name, content)}, format="multipart")


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload/", "/api/upload/products/new"])
def test_an_upload_returns_a_path_that_an_event_accepts(as_admin: APIClient, path: str) -> None:
    event = EventFactory()

    response = upload(as_admin, encode_image(), path=path)

    image = response.json()["image"]
    assert (response.status_code, response.json()["message"]) == (201, "Image uploaded.")
    assert b"".join(as_admin.get(image).streaming_content).startswith(b"\xff\xd8")
    saved = as_admin.put(f"/api/products/{event.public_id}", {"image": image}, format="json")
    assert saved.json()["image"] == image
    emptied = as_admin.put(f"/api/products/{event.public_id}", {"image": ""}, format="json")
    assert emptied.json()["image"] == ""


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 415), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415), (b"GIF89a", 415), (encode_image()[:200], 400)],
)
def test_a_file_that_is_no_image_is_rejected_with_a_message(as_admin: APIClient, content: bytes, status: int) -> None:
    response = upload(as_admin, content)

    assert response.status_code == status
    assert response.json()["message"]
    assert "image" in response.json()["errors"]


NAME = "events/0123456789abcdef0123456789abcdef.jpg"


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
