"""Images: uploaded, stored in several sizes, without metadata, and served; and files that are refused."""

import random
import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, ImageCms
from rest_framework.test import APIClient

from charityshop.images.processing import FORMATS, ImageRefused, decode
from events.images import WIDTHS, store_image
from tests.events.images import BLUE, RED, SUFFIXES, encode, make_image, store
from tests.support.factories import EventFactory


def opened(media: Path, name: str) -> Image.Image:
    with Image.open(media.parent / name) as image:
        image.load()
    return image


def is_close(color: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(color, wanted, strict=True))


@pytest.mark.parametrize("format_name", FORMATS)
def test_an_image_is_stored_in_its_colors_in_every_size_under_one_name(media, format_name):
    upload = BytesIO(encode(make_image(2000, 1125), format_name))
    upload.name = "night.gif"  # the format is detected from the bytes

    name = store_image(upload)

    stem = Path(name).stem
    assert name == f"events/{stem}.jpg"
    assert len(stem) == 32
    assert {file.name.removeprefix(stem) for file in media.iterdir()} == SUFFIXES
    for width in WIDTHS:
        for extension, stored_format in (("webp", "WEBP"), ("avif", "AVIF")):
            variant = opened(media, f"events/{stem}-{width}.{extension}")
            assert (variant.format, variant.width) == (stored_format, width)
            assert abs(variant.height - width * 9 / 16) <= 1
    stored = opened(media, name)
    assert (stored.size, stored.format) == ((1600, 900), "JPEG")
    assert is_close(stored.getpixel((400, 400)), RED)
    assert is_close(stored.getpixel((1200, 400)), BLUE)
    assert opened(media, f"events/{stem}-og.jpg").size == (1200, 630)


def test_transparent_pixels_become_white(media):
    for content in (
        encode(Image.new("RGBA", (300, 300), (255, 0, 0, 0)), "PNG"),
        encode(Image.new("RGBA", (300, 300), (255, 0, 0, 0)), "WEBP", lossless=True),
        encode(Image.new("P", (300, 300)), "PNG", transparency=0),
        encode(Image.new("LA", (300, 300), (0, 0)), "PNG"),
    ):
        assert is_close(opened(media, store(content)).getpixel((150, 150)), (255, 255, 255))


def test_an_image_with_a_color_profile_is_converted_to_srgb(media):
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = srgb.replace(b"rXYZ", b"tmp1").replace(b"bXYZ", b"rXYZ").replace(b"tmp1", b"bXYZ")

    stored = opened(media, store(encode(Image.new("RGB", (300, 300), RED), "PNG", icc_profile=swapped)))

    assert is_close(stored.getpixel((9, 9)), BLUE)
    assert "icc_profile" not in stored.info


def test_an_image_is_rotated_as_its_metadata_says(media):
    exif = Image.Exif()
    exif[0x0112] = 6  # rotated 90 degrees: its left side is the top

    stored = opened(media, store(encode(make_image(400, 300), exif=exif)))

    assert stored.size == (300, 400)
    assert is_close(stored.getpixel((150, 50)), RED)
    assert is_close(stored.getpixel((150, 350)), BLUE)


@pytest.mark.parametrize("format_name", FORMATS)
def test_location_and_all_other_metadata_are_removed(media, format_name):
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAMERA"
    exif.get_ifd(0x8825)[29] = "SECRETDATE"  # GPS
    content = encode(make_image(), format_name, exif=exif, xmp=b"<x:xmpmeta>SECRETPLACE</x:xmpmeta>")
    assert b"SECRETDATE" in content

    store(content)

    for file in media.iterdir():
        assert b"SECRET" not in file.read_bytes()
        with Image.open(file) as image:
            assert not image.getexif()
            assert not {"exif", "xmp", "icc_profile", "comment"} & image.info.keys()


NOT_AN_IMAGE = "Choose a JPEG, PNG, WebP or AVIF image."
TOO_MANY_PIXELS = "Choose an image of at most 40 megapixels and 12,000 pixels a side."
TOO_MANY_BYTES = "The image is larger than 10 MB."
DAMAGED = "The image is damaged. Save it again and choose the new file."


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def make_png_header(width: int, height: int) -> bytes:
    """Return a PNG with this size in its header and hardly any pixels, so that decoding it fails as damaged."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 10)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", pixels) + png_chunk(b"IEND", b"")


def make_webp_header(width: int, height: int) -> bytes:
    frames = {"save_all": True, "append_images": [Image.new("RGB", (300, 300), BLUE)]}
    content = bytearray(encode(Image.new("RGB", (300, 300), RED), "WEBP", **frames))
    assert content[12:16] == b"VP8X"
    content[24:30] = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return bytes(content)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>'


FILES = {
    "nothing": (b"", 415, NOT_AN_IMAGE),
    "zeros": (b"\0" * 5000, 415, NOT_AN_IMAGE),
    "SVG": (SVG, 415, NOT_AN_IMAGE),
    "SVG with a prolog": (b'<?xml version="1.0"?>' + SVG, 415, NOT_AN_IMAGE),
    "HTML": (b"<!doctype html><script>alert(1)</script>", 415, NOT_AN_IMAGE),
    "PDF": (b"%PDF-1.7\n", 415, NOT_AN_IMAGE),
    "EPS": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 300\n", 415, NOT_AN_IMAGE),
    "only a JPEG's first bytes": (b"\xff\xd8\xff\xe0 and no more", 415, NOT_AN_IMAGE),
    "GIF": (encode(make_image(), "GIF"), 415, NOT_AN_IMAGE),
    "moving GIF": (encode(make_image(), "GIF", save_all=True, append_images=[make_image()]), 415, NOT_AN_IMAGE),
    "BMP": (encode(make_image(), "BMP"), 415, NOT_AN_IMAGE),
    "TIFF": (encode(make_image(), "TIFF"), 415, NOT_AN_IMAGE),
    "ICO": (encode(make_image(), "ICO"), 415, NOT_AN_IMAGE),
    "JPEG without its end": (encode(make_image())[:-2000], 400, DAMAGED),
    "PNG without its end": (encode(make_image(), "PNG")[:-500], 400, DAMAGED),
    "PNG without pixels": (make_png_header(300, 300), 400, DAMAGED),
    "PNG bomb": (make_png_header(50_000, 50_000), 400, TOO_MANY_PIXELS),
    "PNG that Pillow warns of": (make_png_header(11_000, 11_000), 400, TOO_MANY_PIXELS),
    "just over 40 megapixels": (make_png_header(8_000, 5_001), 400, TOO_MANY_PIXELS),
    "WebP bomb": (make_webp_header(16_383, 16_383), 400, TOO_MANY_PIXELS),
    "too wide": (make_png_header(12_001, 300), 400, TOO_MANY_PIXELS),
    "a line of pixels": (make_png_header(1, 100_000), 400, TOO_MANY_PIXELS),
    "too many bytes": (b"\xff" * (10 * 1024 * 1024 + 1), 413, TOO_MANY_BYTES),
    "an image with too many bytes": (encode(make_image()) + b"\0" * 10 * 1024 * 1024, 413, TOO_MANY_BYTES),
}


@pytest.mark.parametrize(("content", "status", "sentence"), FILES.values(), ids=FILES)
def test_other_files_are_rejected_with_a_message_and_nothing_is_stored(media, content, status, sentence):
    with pytest.raises(ImageRefused) as refusal:
        store(content)

    assert (str(refusal.value), refusal.value.status) == (sentence, status)
    assert not media.exists()


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_broken_file_never_raises_anything_but_image_refused(format_name):
    rng = random.Random(20261120)
    whole = encode(make_image(220, 210), format_name)

    for _ in range(60):
        broken = bytearray(whole[: rng.randrange(len(whole))] if rng.random() < 0.3 else whole)
        for _ in range(rng.randrange(12)):
            if broken:
                broken[rng.randrange(len(broken))] = rng.randrange(256)
        try:
            image = decode(bytes(broken))
        except ImageRefused:
            continue
        assert image.mode == "RGB"


def upload(client: APIClient, content: bytes, path: str = "/api/upload") -> Any:
    return client.post(path, {"image": SimpleUploadedFile("image.png", content)}, format="multipart")


@pytest.mark.usefixtures("media")
@pytest.mark.parametrize("path", ["/api/upload", "/api/upload/", "/api/upload/products/new"])
def test_an_upload_returns_a_path_that_an_event_accepts(as_admin: APIClient, path: str) -> None:
    event = EventFactory()

    response = upload(as_admin, encode(make_image()), path=path)

    image = response.json()["image"]
    assert (response.status_code, response.json()["message"]) == (201, "Image uploaded.")
    assert as_admin.get(image).getvalue().startswith(b"\xff\xd8")
    saved = as_admin.put(f"/api/products/{event.public_id}", {"image": image}, format="json")
    assert saved.json()["image"] == image
    emptied = as_admin.put(f"/api/products/{event.public_id}", {"image": ""}, format="json")
    assert emptied.json()["image"] == ""


@pytest.mark.usefixtures("media")
@pytest.mark.parametrize(("content", "status"), [(b"", 415), (SVG, 415), (encode(make_image())[:-2000], 400)])
def test_a_file_that_is_no_image_is_rejected_with_a_message(as_admin: APIClient, content: bytes, status: int) -> None:
    response = upload(as_admin, content)

    assert response.status_code == status
    assert response.json()["message"]
    assert "image" in response.json()["errors"]


@pytest.mark.usefixtures("media")
def test_a_stored_image_is_streamed_and_cached_forever(client: Client) -> None:
    name = default_storage.save("events/0123456789abcdef0123456789abcdef.jpg", ContentFile(b"jpeg bytes"))

    response: Any = client.get(f"/media/{name}")

    assert response.getvalue() == b"jpeg bytes"
    assert response["Content-Type"] == "image/jpeg"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"] == "inline"
    assert response["Content-Security-Policy"].endswith("frame-ancestors 'none'; sandbox")


@pytest.mark.usefixtures("media")
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
