"""Write gzip files of which every bit matters, and check all of them, up to the checksum at the end.

Python's own readers stop before the checksum (tarfile), or ignore zeros after it and most of the header (gzip).
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LEVEL = 6
CHUNK = 64 * 1024  # bytes, which unpack to 64 MB at most
HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # with neither name nor time, as `open_new` writes it
FLAGS, HAS_NAME = 3, b"\x08"
LAST_BLOCK = b"\x03\x00"  # an empty one; its last bits mean nothing, so only these are right
CHECKSUM_SIZE = 8  # bytes


@contextmanager
def open_new(out: io.BufferedWriter) -> Iterator[gzip.GzipFile]:
    with gzip.GzipFile("", "wb", LEVEL, out, mtime=0) as packed:
        yield packed
        packed.flush()  # up to a whole byte, so that LAST_BLOCK follows


def read_to_end(file: Path) -> None:
    """Raise EOFError or zlib.error unless the file is complete, its checksum is right, and nothing follows.

    The checksum is that of the content. The header has none, so it must be ours, or one with a name: that is of another
    program, which packed the content again.
    """
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)  # 16: gzip
    with file.open("rb") as packed:
        header = packed.read(len(HEADER))
        if header != HEADER and header[FLAGS : FLAGS + 1] != HAS_NAME:
            raise zlib.error("its header is damaged")
        unpacker.decompress(header)
        while chunk := packed.read(CHUNK):
            unpacker.decompress(chunk)
        packed.seek(-len(LAST_BLOCK) - CHECKSUM_SIZE, io.SEEK_END)
        if header == HEADER and packed.read(len(LAST_BLOCK)) != LAST_BLOCK:
            raise zlib.error("its last block is damaged")
    if not unpacker.eof:
        raise EOFError("its end is missing")
    if unpacker.unused_data:
        raise zlib.error("something follows its end")
