"""Build the list of breached passwords: `python -m accounts.password_validators.breached.build FILE…`.

Each file has one password per line.
"""

import gzip
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from accounts.password_validators.breached import FILE, hash_password

MIN_LENGTH = 8  # shorter passwords are rejected anyway


def read_passwords(file: Path) -> Iterator[str]:
    content = file.read_bytes()
    text = (gzip.decompress(content) if file.suffix == ".gz" else content).decode(errors="replace")
    return (password for line in text.splitlines() if len(password := line.strip()) >= MIN_LENGTH)


def packed(passwords: Iterable[str]) -> bytes:
    return b"".join(sorted({hash_password(password) for password in passwords}))


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("Name the files with the passwords.")
    FILE.write_bytes(packed(each for name in sys.argv[1:] for each in read_passwords(Path(name))))
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")
