"""All sizes of an image are stored, or no JPEG: after disk errors, crashes and simultaneous uploads."""

import threading
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from PIL import Image

from tests.events.images import SUFFIXES, encode, make_image, store


def test_after_a_disk_error_no_jpeg_exists_and_the_next_upload_stores_every_size(media, monkeypatch):
    content = encode(make_image())
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


def test_a_truncated_file_is_written_again(media):
    name = store(encode(make_image()))
    cut = media.parent / name.replace(".jpg", "-640.webp")
    whole = cut.read_bytes()
    cut.write_bytes(whole[:100])

    assert store(encode(make_image())) == name

    assert cut.read_bytes() == whole
    assert len(list(media.iterdir())) == len(SUFFIXES)


@pytest.mark.parametrize("is_cut_off", [False, True])
def test_four_simultaneous_uploads_of_one_image_store_every_size_once(media, is_cut_off):
    content = encode(make_image())
    barrier = threading.Barrier(4)
    names: list[str] = []
    if is_cut_off:  # an earlier upload left a truncated file
        (media.parent / store(content).replace(".jpg", "-640.webp")).write_bytes(b"RIFF")

    def upload() -> None:
        barrier.wait(timeout=10)
        names.append(store(content))

    threads = [threading.Thread(target=upload) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)

    assert names == [names[0]] * 4
    assert {file.name.removeprefix(Path(names[0]).stem) for file in media.iterdir()} == SUFFIXES
    for file in media.iterdir():
        with Image.open(file) as image:
            image.load()
