"""Files that are no picture, or not one that the shop takes."""

import random
import struct
import zlib

import pytest
from PIL import Image

from charityshop.images.processing import FORMATS, ImageRefused, decode
from tests.events.pictures import BLUE, RED, a_picture, file_of, store

NOT_A_PICTURE = "Choose a JPEG, PNG, WebP or AVIF picture."
TOO_MANY_PIXELS = "Choose a picture of at most 40 megapixels and 12,000 pixels a side."
DAMAGED = "The picture is damaged. Save it again and choose the new file."


def refusal_of(content: bytes) -> ImageRefused:
    with pytest.raises(ImageRefused) as refusal:
        store(content)
    return refusal.value


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def a_png_that_says_it_is(width: int, height: int) -> bytes:
    """A PNG with this header and next to no pixels: whoever decodes it first finds it damaged, not large."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 10)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", pixels) + png_chunk(b"IEND", b"")


def a_webp_that_says_it_is(width: int, height: int) -> bytes:
    frames = {"save_all": True, "append_images": [Image.new("RGB", (300, 300), BLUE)]}
    content = bytearray(file_of(Image.new("RGB", (300, 300), RED), "WEBP", **frames))
    assert content[12:16] == b"VP8X"
    content[24:30] = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return bytes(content)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("content", "status", "sentence"),
    [
        pytest.param(b"", 415, NOT_A_PICTURE, id="nothing"),
        pytest.param(b"\0" * 5000, 415, NOT_A_PICTURE, id="zeros"),
        pytest.param(SVG, 415, NOT_A_PICTURE, id="SVG"),
        pytest.param(b'<?xml version="1.0"?>' + SVG, 415, NOT_A_PICTURE, id="SVG with a prolog"),
        pytest.param(b"<!doctype html><script>alert(1)</script>", 415, NOT_A_PICTURE, id="HTML"),
        pytest.param(b"%PDF-1.7\n", 415, NOT_A_PICTURE, id="PDF"),
        pytest.param(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 300\n", 415, NOT_A_PICTURE, id="EPS"),
        pytest.param(b"\xff\xd8\xff\xe0 and no more", 415, NOT_A_PICTURE, id="only a JPEG's first bytes"),
        pytest.param(file_of(a_picture(), "GIF"), 415, NOT_A_PICTURE, id="GIF"),
        pytest.param(file_of(a_picture(), "GIF", save_all=True, append_images=[Image.new("RGB", (800, 450))]),
                     415, NOT_A_PICTURE, id="moving GIF"),
        pytest.param(file_of(a_picture(), "BMP"), 415, NOT_A_PICTURE, id="BMP"),
        pytest.param(file_of(a_picture(), "TIFF"), 415, NOT_A_PICTURE, id="TIFF"),
        pytest.param(file_of(a_picture(), "ICO"), 415, NOT_A_PICTURE, id="ICO"),
        pytest.param(file_of(a_picture())[:-2000], 400, DAMAGED, id="JPEG without its end"),
        pytest.param(file_of(a_picture(), "PNG")[:-500], 400, DAMAGED, id="PNG without its end"),
        pytest.param(a_png_that_says_it_is(300, 300), 400, DAMAGED, id="PNG without pixels"),
        pytest.param(a_png_that_says_it_is(50_000, 50_000), 400, TOO_MANY_PIXELS, id="PNG bomb"),
        pytest.param(a_png_that_says_it_is(11_000, 11_000), 400, TOO_MANY_PIXELS, id="PNG that Pillow warns of"),
        pytest.param(a_png_that_says_it_is(8_000, 5_001), 400, TOO_MANY_PIXELS, id="just over 40 megapixels"),
        pytest.param(a_webp_that_says_it_is(16_383, 16_383), 400, TOO_MANY_PIXELS, id="WebP bomb"),
        pytest.param(a_png_that_says_it_is(12_001, 300), 400, TOO_MANY_PIXELS, id="too wide"),
        pytest.param(a_png_that_says_it_is(1, 100_000), 400, TOO_MANY_PIXELS, id="a line of pixels"),
        pytest.param(b"\xff" * (10 * 1024 * 1024 + 1), 413, "The picture is larger than 10 MB.", id="too many bytes"),
        pytest.param(file_of(a_picture()) + b"\0" * 10 * 1024 * 1024, 413, "The picture is larger than 10 MB.",
                     id="a picture with too many bytes"),
    ],
)  # fmt: skip
def test_other_files_are_refused_with_a_sentence_and_leave_nothing_behind(media, content, status, sentence):
    refusal = refusal_of(content)

    assert (str(refusal), refusal.status) == (sentence, status)
    assert not media.exists()


def test_a_picture_of_exactly_10_mb_is_taken(media):
    content = file_of(a_picture())

    assert store(content + b"\0" * (10 * 1024 * 1024 - len(content)))


@pytest.mark.parametrize("format_name", FORMATS)
def test_no_broken_file_is_more_than_refused(format_name):
    chance = random.Random(20261120)
    whole = file_of(a_picture(220, 210), format_name)

    for _ in range(60):
        broken = bytearray(whole[: chance.randrange(len(whole))] if chance.random() < 0.3 else whole)
        for _ in range(chance.randrange(12)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            picture = decode(bytes(broken))
        except ImageRefused:
            continue
        assert picture.mode == "RGB"
