"""A picture is stored whole, whatever happens meanwhile."""

import threading
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from PIL import Image

from tests.events.pictures import SUFFIXES, a_picture, file_of, store


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
