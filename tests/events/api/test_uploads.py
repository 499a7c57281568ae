"""Upload images for events."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from rest_framework.test import APIClient

from tests.support.factories import EventFactory

NAME = "events/0123456789abcdef0123456789abcdef.jpg"

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


def test_an_event_keeps_its_image_even_if_the_file_is_missing(as_admin: APIClient) -> None:
    event = EventFactory(image=NAME)

    same = as_admin.put(f"/api/products/{event.public_id}", {"image": f"/media/{NAME}"}, format="json")
    other = as_admin.put(f"/api/products/{event.public_id}", {"image": "/media/events/other.jpg"}, format="json")

    assert (same.status_code, other.status_code) == (200, 400)


def test_only_admins_upload(as_anonymous: APIClient, as_visitor: APIClient) -> None:
    assert upload(as_anonymous, encode_image()).status_code == 401
    assert upload(as_visitor, encode_image()).status_code == 403


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 415), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415), (b"GIF89a", 415), (encode_image()[:200], 400)],
)
def test_a_file_that_is_no_image_is_rejected_with_a_message(as_admin: APIClient, content: bytes, status: int) -> None:
    response = upload(as_admin, content)

    assert response.status_code == status
    assert response.json()["message"]
    assert "image" in response.json()["errors"]


def test_an_upload_without_a_file_in_a_form_is_rejected(as_admin: APIClient) -> None:
    assert as_admin.post("/api/upload", {}, format="multipart").status_code == 400
    assert as_admin.post("/api/upload", {"image": "text"}, format="multipart").status_code == 400
    assert as_admin.post("/api/upload", {"image": "x"}, format="json").status_code == 415
