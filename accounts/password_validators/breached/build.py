"""Build the list of breached passwords: `python -m accounts.password_validators.breached.build FILE…`.

Each file has one password per line.
"""

import gzip
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from accounts.password_validators.breached import FILE, hash_of

SHORTEST = 8  # characters; shorter ones are refused for that


def words_of(file: Path) -> Iterator[str]:
    content = file.read_bytes()
    text = (gzip.decompress(content) if file.suffix == ".gz" else content).decode(errors="replace")
    return (word for line in text.splitlines() if len(word := line.strip()) >= SHORTEST)


def packed(words: Iterable[str]) -> bytes:
    return b"".join(sorted({hash_of(word) for word in words}))


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("Name the files with the words.")
    FILE.write_bytes(packed(word for name in sys.argv[1:] for word in words_of(Path(name))))
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")
