"""The choice of a browser for the browser tests, and how a packaged one is unpacked."""

import io
import subprocess
import tarfile
from pathlib import Path

import brotli
import pytest

from tests.support import browser


def program(file: Path, script: str = "exit 0") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


def pack(file: Path, name: str, text: str) -> None:
    """Create an archive with one file, in the format of the package."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as files:
        member = tarfile.TarInfo(name)
        member.size = len(text)
        files.addfile(member, io.BytesIO(text.encode()))
    file.write_bytes(brotli.compress(archive.getvalue()))


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    pack(folder / "al2023.tar.br", "lib/libnss3.so", "a library")
    pack(folder / "fonts.tar.br", "fonts/Open.ttf", "a font")
    return folder


def pack_chromium(packed: Path, script: str) -> None:
    (packed / "chromium.br").write_bytes(brotli.compress(f"#!/bin/sh\n{script}\n".encode()))


def test_a_named_browser_is_preferred_to_an_installed_one_and_that_to_the_unpacked_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, installed = program(tmp_path / "mine"), program(tmp_path / "path" / "chromium")
    unpacked = program(tmp_path / "unpacked" / "start")
    monkeypatch.setattr(browser, "UNPACKED", unpacked.parent)
    monkeypatch.setenv("PATH", str(installed.parent))

    monkeypatch.setenv("CHROMIUM", str(named))
    assert browser.find_browser() == str(named)
    monkeypatch.delenv("CHROMIUM")
    assert browser.find_browser() == str(installed)
    installed.unlink()
    assert browser.find_browser() == str(unpacked)


def test_the_unpacked_browser_starts_with_its_arguments(packed: Path, tmp_path: Path) -> None:
    pack_chromium(packed, 'echo "$@" "${FONTCONFIG_FILE-no fonts}"')

    browser.unpack(packed, tmp_path / "a folder", fonts=False)

    done = subprocess.run(
        [tmp_path / "a folder" / "start", "--version", "x y"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "--version x y no fonts\n"


def test_missing_libraries_and_fonts_are_unpacked_too(packed: Path, tmp_path: Path) -> None:
    pack_chromium(packed, 'test -n "$LD_LIBRARY_PATH" && cat "$LD_LIBRARY_PATH/libnss3.so" "$FONTCONFIG_FILE"')

    browser.unpack(packed, tmp_path / "folder", fonts=True)

    done = subprocess.run([tmp_path / "folder" / "start"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("a library")
    assert str(tmp_path / "folder" / "fonts") in done.stdout
    assert (tmp_path / "folder" / "fonts" / "Open.ttf").read_text() == "a font"
