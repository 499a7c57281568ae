"""Store images under names derived from their content."""

import hashlib
from contextlib import suppress
from time import sleep

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

MAX_ATTEMPTS = 5  # to write a file while others upload the same image
CHECKS, CHECK_INTERVAL = 25, 0.02  # seconds; half a second in all, more than writing a file takes


def name_of(content: bytes) -> str:
    """Return the base name for an upload's files: a hash of its content."""
    return hashlib.sha256(content).hexdigest()[:32]


def write(name: str, content: bytes) -> None:
    """Store under exactly this name. A complete existing file stays; an incomplete one is replaced."""
    for _ in range(MAX_ATTEMPTS):
        if wait_until_complete(name, content):
            return
        default_storage.delete(name)
        with suppress(FileNotFoundError):  # another upload of this image deleted our file as incomplete
            saved = save_complete(name, content)
            if saved == name:
                return
            default_storage.delete(saved)  # another upload created the file first, so ours got another name
    raise OSError(f"{name} could not be stored: other uploads of this image keep replacing it.")


def save_complete(name: str, content: bytes) -> str:
    """Save a file and return its name. Delete it again if it could not be written completely."""
    try:
        return default_storage.save(name, ContentFile(content))
    except OSError:
        with suppress(OSError):
            if default_storage.size(name) != len(content):
                default_storage.delete(name)
        raise


def wait_until_complete(name: str, content: bytes) -> bool:
    """Return whether the file is complete, waiting briefly because another upload may be writing it."""
    for _ in range(CHECKS):
        try:
            if default_storage.size(name) == len(content):
                return True
        except FileNotFoundError:
            return False
        sleep(CHECK_INTERVAL)
    return False  # incomplete, probably because of a crash
