"""Uploaded images: the stored sizes and colors, and the metadata that is removed."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from charityshop.images.processing import FORMATS
from events.images import WIDTHS, store_image
from tests.events.images import BLUE, RED, SUFFIXES, encode, make_image, store


def opened(media: Path, name: str) -> Image.Image:
    with Image.open(media.parent / name) as image:
        image.load()
    return image


def is_close(color: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(color, wanted, strict=True))


# --- What is stored --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format_name", FORMATS)
def test_an_image_is_stored_in_every_size_under_one_name(media, format_name):
    name = store(encode(make_image(2000, 1125), format_name))

    stem = Path(name).stem
    assert name == f"events/{stem}.jpg"
    assert len(stem) == 32
    assert {file.name.removeprefix(stem) for file in media.iterdir()} == SUFFIXES
    for width in WIDTHS:
        for extension, stored_format in (("webp", "WEBP"), ("avif", "AVIF")):
            variant = opened(media, f"events/{stem}-{width}.{extension}")
            assert (variant.format, variant.width) == (stored_format, width)
            assert abs(variant.height - width * 9 / 16) <= 1
    assert opened(media, name).size == (1600, 900)
    assert opened(media, name).format == "JPEG"
    assert opened(media, f"events/{stem}-og.jpg").size == (1200, 630)


@pytest.mark.parametrize("format_name", FORMATS)
def test_an_image_keeps_its_colors(media, format_name):
    stored = opened(media, store(encode(make_image(), format_name)))

    assert is_close(stored.getpixel((100, 200)), RED)
    assert is_close(stored.getpixel((700, 200)), BLUE)


def test_no_size_is_wider_than_the_original(media):
    name = store(encode(make_image(700, 400), "PNG"))

    widths = {width: opened(media, name.replace(".jpg", f"-{width}.webp")).width for width in WIDTHS}
    assert widths == {320: 320, 640: 640, 960: 700, 1600: 700}
    assert opened(media, name).size == (700, 400)
    assert opened(media, name.replace(".jpg", "-og.jpg")).size == (1200, 630)


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (199, 400), (400, 3), (12_000, 1), (1, 12_000)])
def test_a_very_small_image_is_accepted(media, format_name, size):
    name = store(encode(make_image(*size), format_name))

    assert len(list(media.iterdir())) == len(SUFFIXES)
    assert opened(media, name).size == (min(size[0], 1600), size[1])
    assert opened(media, name.replace(".jpg", "-og.jpg")).size == (1200, 630)


def test_the_format_is_detected_from_the_bytes_and_not_the_name(media):
    upload = BytesIO(encode(make_image(), "PNG"))
    upload.name = "night.jpg"

    assert opened(media, store_image(upload)).format == "JPEG"


def test_the_same_file_gets_the_same_name_and_another_file_a_different_one(media):
    first, again, other = (store(encode(make_image(width))) for width in (800, 800, 801))

    assert first == again != other
    assert len(list(media.iterdir())) == 2 * len(SUFFIXES)


def test_an_animated_image_is_stored_as_its_first_frame(media):
    frames = {"save_all": True, "append_images": [Image.new("RGB", (300, 300), BLUE)], "duration": 100}

    for format_name in ("WEBP", "AVIF", "PNG"):
        stored = opened(media, store(encode(Image.new("RGB", (300, 300), RED), format_name, **frames)))

        assert getattr(stored, "n_frames", 1) == 1
        assert is_close(stored.getpixel((150, 150)), RED)


def test_transparent_pixels_become_white(media):
    for content in (
        encode(Image.new("RGBA", (300, 300), (255, 0, 0, 0)), "PNG"),
        encode(Image.new("RGBA", (300, 300), (255, 0, 0, 0)), "WEBP", lossless=True),
        encode(Image.new("P", (300, 300)), "PNG", transparency=0),
        encode(Image.new("LA", (300, 300), (0, 0)), "PNG"),
    ):
        assert is_close(opened(media, store(content)).getpixel((150, 150)), (255, 255, 255))


def test_cmyk_and_16_bit_grayscale_are_converted_to_rgb(media):
    cmyk = opened(media, store(encode(Image.new("CMYK", (300, 300), (0, 255, 255, 0)), "JPEG")))
    gray = opened(media, store(encode(Image.new("I;16", (300, 300), 32_768), "PNG")))

    assert is_close(cmyk.getpixel((9, 9)), RED)
    assert is_close(gray.getpixel((9, 9)), (128, 128, 128))


def test_an_image_with_a_color_profile_is_converted_to_srgb(media):
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = srgb.replace(b"rXYZ", b"tmp1").replace(b"bXYZ", b"rXYZ").replace(b"tmp1", b"bXYZ")

    stored = opened(media, store(encode(Image.new("RGB", (300, 300), RED), "PNG", icc_profile=swapped)))

    assert is_close(stored.getpixel((9, 9)), BLUE)
    assert "icc_profile" not in stored.info


def test_an_image_with_a_broken_profile_or_metadata_is_accepted(media):
    broken = {"icc_profile": b"junk" * 50, "exif": b"Exif\0\0" + b"\xff" * 200}

    assert is_close(opened(media, store(encode(make_image(), **broken))).getpixel((9, 9)), RED)


# --- What is removed -------------------------------------------------------------------------------------------------


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


def test_comments_and_bytes_appended_to_the_image_are_removed(media):
    content = encode(make_image(), comment=b"SECRET comment") + b"<script>SECRET</script>"

    store(content)

    assert all(b"SECRET" not in file.read_bytes() for file in media.iterdir())
