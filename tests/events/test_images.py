"""Uploaded pictures: what is stored of them, and what is left out."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from charityshop.images.processing import FORMATS
from events.images import WIDTHS, store_image
from tests.events.pictures import BLUE, RED, SUFFIXES, a_picture, file_of, store


def opened(media: Path, name: str) -> Image.Image:
    with Image.open(media.parent / name) as picture:
        picture.load()
    return picture


def is_close(colour: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(colour, wanted, strict=True))


# --- What is taken ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_picture_is_stored_in_every_size_under_one_name(media, format_name):
    name = store(file_of(a_picture(2000, 1125), format_name))

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
def test_a_picture_looks_as_it_did(media, format_name):
    stored = opened(media, store(file_of(a_picture(), format_name)))

    assert is_close(stored.getpixel((100, 200)), RED)
    assert is_close(stored.getpixel((700, 200)), BLUE)


def test_no_size_is_wider_than_the_original(media):
    name = store(file_of(a_picture(700, 400), "PNG"))

    widths = {width: opened(media, name.replace(".jpg", f"-{width}.webp")).width for width in WIDTHS}
    assert widths == {320: 320, 640: 640, 960: 700, 1600: 700}
    assert opened(media, name).size == (700, 400)
    assert opened(media, name.replace(".jpg", "-og.jpg")).size == (1200, 630)


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (199, 400), (400, 3), (12_000, 1), (1, 12_000)])
def test_a_picture_may_be_as_small_as_it_likes(media, format_name, size):
    name = store(file_of(a_picture(*size), format_name))

    assert len(list(media.iterdir())) == len(SUFFIXES)
    assert opened(media, name).size == (min(size[0], 1600), size[1])
    assert opened(media, name.replace(".jpg", "-og.jpg")).size == (1200, 630)


def test_the_bytes_decide_what_a_file_is_and_not_its_name(media):
    upload = BytesIO(file_of(a_picture(), "PNG"))
    upload.name = "night.jpg"

    assert opened(media, store_image(upload)).format == "JPEG"


def test_the_same_file_gets_the_same_name_and_another_file_another(media):
    first, again, other = (store(file_of(a_picture(width))) for width in (800, 800, 801))

    assert first == again != other
    assert len(list(media.iterdir())) == 2 * len(SUFFIXES)


def test_a_moving_picture_shows_its_first_frame(media):
    frames = {"save_all": True, "append_images": [Image.new("RGB", (300, 300), BLUE)], "duration": 100}

    for format_name in ("WEBP", "AVIF", "PNG"):
        stored = opened(media, store(file_of(Image.new("RGB", (300, 300), RED), format_name, **frames)))

        assert getattr(stored, "n_frames", 1) == 1
        assert is_close(stored.getpixel((150, 150)), RED)


def test_what_is_see_through_becomes_white(media):
    for content in (
        file_of(Image.new("RGBA", (300, 300), (255, 0, 0, 0)), "PNG"),
        file_of(Image.new("RGBA", (300, 300), (255, 0, 0, 0)), "WEBP", lossless=True),
        file_of(Image.new("P", (300, 300)), "PNG", transparency=0),
        file_of(Image.new("LA", (300, 300), (0, 0)), "PNG"),
    ):
        assert is_close(opened(media, store(content)).getpixel((150, 150)), (255, 255, 255))


def test_print_colours_and_16_bits_of_grey_become_screen_colours(media):
    cmyk = opened(media, store(file_of(Image.new("CMYK", (300, 300), (0, 255, 255, 0)), "JPEG")))
    grey = opened(media, store(file_of(Image.new("I;16", (300, 300), 32_768), "PNG")))

    assert is_close(cmyk.getpixel((9, 9)), RED)
    assert is_close(grey.getpixel((9, 9)), (128, 128, 128))


def test_a_picture_with_a_colour_profile_is_converted_to_the_webs_colours(media):
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = srgb.replace(b"rXYZ", b"tmp1").replace(b"bXYZ", b"rXYZ").replace(b"tmp1", b"bXYZ")

    stored = opened(media, store(file_of(Image.new("RGB", (300, 300), RED), "PNG", icc_profile=swapped)))

    assert is_close(stored.getpixel((9, 9)), BLUE)
    assert "icc_profile" not in stored.info


def test_a_broken_profile_or_broken_metadata_is_no_reason_to_refuse_a_picture(media):
    broken = {"icc_profile": b"junk" * 50, "exif": b"Exif\0\0" + b"\xff" * 200}

    assert is_close(opened(media, store(file_of(a_picture(), **broken))).getpixel((9, 9)), RED)


# --- What is left out ------------------------------------------------------------------------------------------------


def test_a_picture_taken_sideways_stands_upright(media):
    exif = Image.Exif()
    exif[0x0112] = 6  # turn right to see it upright: its left side is the top

    stored = opened(media, store(file_of(a_picture(400, 300), exif=exif)))

    assert stored.size == (300, 400)
    assert is_close(stored.getpixel((150, 50)), RED)
    assert is_close(stored.getpixel((150, 350)), BLUE)


@pytest.mark.parametrize("format_name", FORMATS)
def test_where_a_picture_was_taken_and_all_else_about_it_is_gone(media, format_name):
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAMERA"
    exif.get_ifd(0x8825)[29] = "SECRETDATE"  # GPS
    content = file_of(a_picture(), format_name, exif=exif, xmp=b"<x:xmpmeta>SECRETPLACE</x:xmpmeta>")
    assert b"SECRETDATE" in content

    store(content)

    for file in media.iterdir():
        assert b"SECRET" not in file.read_bytes()
        with Image.open(file) as picture:
            assert not picture.getexif()
            assert not {"exif", "xmp", "icc_profile", "comment"} & picture.info.keys()


def test_a_comment_and_what_hides_behind_a_picture_are_gone(media):
    content = file_of(a_picture(), comment=b"SECRET comment") + b"<script>SECRET</script>"

    store(content)

    assert all(b"SECRET" not in file.read_bytes() for file in media.iterdir())
