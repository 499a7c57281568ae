"""Back up the database and uploaded images into one file, while the shop is running."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from charityshop.db import postgresql_tools
from charityshop.db.backup import BackupProblem, write_backup

BUCKET = "The images stay in the bucket of STORAGE_URL. Back them up with the bucket's own tools."


class Command(BaseCommand):
    help = "Back up the database and the images into one archive. PostgreSQL needs pg_dump."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            metavar="FILE",
            help="Default: shop-DATE-TIME.tar.gz in the current directory.",
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        if connection.vendor != "sqlite" and not postgresql_tools.are_installed():
            raise CommandError(
                "pg_dump and pg_restore are not installed here. Where they are, back up the database with them, and "
                "the images separately:\n"
                f'  pg_dump --format=custom --file=shop.dump "{postgresql_url()}"\n'
                + (BUCKET if settings.IMAGES_IN_BUCKET else f'  tar -czf media.tar.gz -C "{settings.MEDIA_ROOT}" .')
            )
        file = (file or Path(f"shop-{timezone.now():%Y%m%d-%H%M%S}.tar.gz")).absolute()
        try:
            write_backup(file)
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Wrote {file} ({file.stat().st_size / 1_000_000:.1f} MB).")
        if settings.IMAGES_IN_BUCKET:
            self.stdout.write(BUCKET)


def postgresql_url() -> str:
    """Return the database URL without its password, which belongs in PGPASSWORD or ~/.pgpass."""
    server = connection.settings_dict
    host = server["HOST"] or server["OPTIONS"].get("host", "")
    port = f":{server['PORT']}" if server["PORT"] else ""
    return f"postgresql://{server['USER']}@{host}{port}/{server['NAME']}"
