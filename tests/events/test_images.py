import random
import struct
import threading
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from PIL import Image, ImageCms, ImageDraw

from charityshop.pictures import FORMATS, ImageRefused, decode
from events.images import WIDTHS, store_image

NOT_A_PICTURE = "Choose a JPEG, PNG, WebP or AVIF picture."
TOO_MANY_PIXELS = "Choose a picture of at most 40 megapixels and 12,000 pixels a side."
TOO_SMALL = "Choose a picture at least 200 pixels wide and high."
DAMAGED = "The picture is damaged. Save it again and choose the new file."
SUFFIXES = {".jpg", "-og.jpg"} | {f"-{width}.{extension}" for width in WIDTHS for extension in ("webp", "avif")}
RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.fixture
def media(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = str(tmp_path)
    return tmp_path / "events"


def a_picture(width: int = 800, height: int = 450) -> Image.Image:
    """Red on its left half and blue on its right."""
    picture = Image.new("RGB", (width, height), RED)
    ImageDraw.Draw(picture).rectangle((width // 2, 0, width, height), fill=BLUE)
    return picture


def file_of(picture: Image.Image, format_name: str = "JPEG", **options: object) -> bytes:
    file = BytesIO()
    picture.save(file, format_name, **options)
    return file.getvalue()


def store(content: bytes) -> str:
    return store_image(BytesIO(content))


def refusal_of(content: bytes) -> ImageRefused:
    with pytest.raises(ImageRefused) as refusal:
        store(content)
    return refusal.value


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


# --- What is refused -------------------------------------------------------------------------------------------------


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
        pytest.param(file_of(a_picture(199, 400), "PNG"), 400, TOO_SMALL, id="too narrow"),
        pytest.param(file_of(a_picture(400, 199), "PNG"), 400, TOO_SMALL, id="too low"),
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


# --- When writing goes wrong -----------------------------------------------------------------------------------------


def test_a_disk_that_fails_midway_leaves_no_jpeg_and_the_next_upload_completes_the_set(media, monkeypatch):
    content = file_of(a_picture())
    write_file = FileSystemStorage._save

    def full_disk(storage, name, file):
        if name.endswith("-og.jpg"):
            raise OSError("No space left on device")
        return write_file(storage, name, file)

    monkeypatch.setattr(FileSystemStorage, "_save", full_disk)
    with pytest.raises(OSError, match="No space left"):
        store(content)
    assert media.exists()
    assert not list(media.glob("*.jpg"))

    monkeypatch.undo()
    name = store(content)

    assert {file.name.removeprefix(Path(name).stem) for file in media.iterdir()} == SUFFIXES


def test_a_file_that_a_crash_cut_off_is_written_again(media):
    name = store(file_of(a_picture()))
    cut = media.parent / name.replace(".jpg", "-640.webp")
    whole = cut.read_bytes()
    cut.write_bytes(whole[:100])

    assert store(file_of(a_picture())) == name

    assert cut.read_bytes() == whole
    assert len(list(media.iterdir())) == len(SUFFIXES)


@pytest.mark.parametrize("is_cut_off", [False, True])
def test_four_people_uploading_one_picture_at_once_get_one_whole_set(media, is_cut_off):
    content = file_of(a_picture())
    everybody = threading.Barrier(4)
    names: list[str] = []
    if is_cut_off:  # an earlier upload left a piece of a file behind
        (media.parent / store(content).replace(".jpg", "-640.webp")).write_bytes(b"RIFF")

    def upload() -> None:
        everybody.wait(timeout=10)
        names.append(store(content))

    threads = [threading.Thread(target=upload) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)

    assert names == [names[0]] * 4
    assert {file.name.removeprefix(Path(names[0]).stem) for file in media.iterdir()} == SUFFIXES
    for file in media.iterdir():
        with Image.open(file) as picture:
            picture.load()
