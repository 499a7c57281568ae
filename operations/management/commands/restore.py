"""Restore a backup, and run the consistency checks. Or try that, in a temporary place."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from charityshop.db import postgresql_tools
from charityshop.db.backup import BackupProblem, restore_backup
from operations.management.commands.backup import postgresql_url
from operations.services.keep_backups import try_backup


class Command(BaseCommand):
    help = (
        "Restore a backup after verifying all of it, then run the consistency checks. Replaces data only with --force."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--force", action="store_true", help="Replace the existing data.")
        parser.add_argument("--trial", action="store_true", help="Restore into a temporary place, which is deleted.")

    def handle(self, *args: Any, file: Path, force: bool, trial: bool, **options: Any) -> None:
        if connection.vendor != "sqlite" and not postgresql_tools.are_installed():
            raise CommandError(
                "pg_dump and pg_restore are not installed here. Where they are, restore the database with them, and "
                "the images separately:\n"
                f'  pg_restore --clean --if-exists --no-owner --dbname="{postgresql_url()}" shop.dump\n'
                f'  tar -xzf media.tar.gz -C "{settings.MEDIA_ROOT}"\n'
                "  python manage.py check_books"
            )
        try:
            if trial:
                self.stdout.write(try_backup(file.absolute()))
                return
            label = restore_backup(file, force=force)
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Restored the shop as it was at {label.made_at}.")
        self.stdout.write(
            "What was paid or refunded since then is missing: see “After a restore” in docs/operating.md."
        )
        call_command("migrate", verbosity=0)  # the backup may be older than this code
        call_command("check_books", stdout=self.stdout, stderr=self.stderr)
