"""Store images under names derived from their content."""

import hashlib
from contextlib import suppress
from time import sleep

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

ATTEMPTS = 5  # at writing one file, while others upload the same picture
LOOKS, LOOK_EVERY = 25, 0.02  # seconds; half a second is long for writing one such file


def name_of(content: bytes) -> str:
    """Return the base name for an upload's files: a hash of its content."""
    return hashlib.sha256(content).hexdigest()[:32]


def write(name: str, content: bytes) -> None:
    """Store under exactly this name. A complete existing file stays; an incomplete one is replaced."""
    for _ in range(ATTEMPTS):
        if is_whole_soon(name, content):
            return
        default_storage.delete(name)
        with suppress(FileNotFoundError):  # another upload of this picture took ours for one cut off
            saved = save_whole(name, content)
            if saved == name:
                return
            default_storage.delete(saved)  # another upload was quicker, and it is the name asked for that counts
    raise OSError(f"{name} could not be stored: other uploads of this picture keep replacing it.")


def save_whole(name: str, content: bytes) -> str:
    """Save a file and return its name. Delete it again if it could not be written completely."""
    try:
        return default_storage.save(name, ContentFile(content))
    except OSError:
        with suppress(OSError):
            if default_storage.size(name) != len(content):
                default_storage.delete(name)
        raise


def is_whole_soon(name: str, content: bytes) -> bool:
    """Return whether the file is complete, waiting briefly because another upload may be writing it."""
    for _ in range(LOOKS):
        try:
            if default_storage.size(name) == len(content):
                return True
        except FileNotFoundError:
            return False
        sleep(LOOK_EVERY)
    return False  # a crash cut it off
