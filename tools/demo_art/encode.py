"""Encode the demo's images as the shop encodes uploads: `python -m tools.demo_art.encode`.

The shop ships the AVIF and WebP files, which take nearly all of the time, so that the first start doesn't make them.
Run this after an image or the shop's encoding has changed; tests/demo/test_art.py says when.
"""

from collections.abc import Iterator
from pathlib import Path

from charityshop.images.processing import decode
from charityshop.images.storage import name_of
from events.images import list_encodings

ART = Path(__file__).parents[2] / "bookings" / "demo" / "art"
ENCODED = ART / "encoded"
SHIPPED = (".avif", ".webp")


def encode(art: Path, only: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each shipped file, or of those whose suffix begins so."""
    content = art.read_bytes()
    for suffix, make in list_encodings(decode(content)):
        if suffix.endswith(SHIPPED) and suffix.startswith(only):
            yield name_of(content) + suffix, make()


def main() -> None:
    ENCODED.mkdir(exist_ok=True)
    for file in ENCODED.iterdir():
        file.unlink()
    for art in sorted(ART.glob("*.jpg")):
        for name, content in encode(art):
            (ENCODED / name).write_bytes(content)


if __name__ == "__main__":
    main()
