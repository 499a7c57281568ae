"""Make drafts of the events in a calendar file, as another program exports it (.ics)."""

from math import inf
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bookings.services.import_events import MAX_BYTES, TOO_LARGE, leave_out_existing, read_calendar, store_import


class Command(BaseCommand):
    help = "Make drafts of the events in a calendar file (.ics), all or none. Staff look at them and publish them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--preview", action="store_true", help="Only say what would be made.")

    def handle(self, *args: Any, file: Path, preview: bool, **options: Any) -> None:
        try:
            if file.stat().st_size > MAX_BYTES:
                raise CommandError(TOO_LARGE)
            calendar = file.read_text("utf-8-sig")
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from None
        except ValueError:
            raise CommandError(f"{file} isn't in UTF-8. Export it again.") from None
        plan = read_calendar(calendar, within=inf)  # no request waits for it
        if plan.errors:
            raise CommandError("\n".join(f"Line {each.line}: {each.message}" for each in plan.errors))
        found = leave_out_existing(plan) if preview else store_import(plan, None, None)
        for note in found.plan.notes:
            self.stdout.write(f"Line {note.line}: {f'“{note.name}”. ' if note.name else ''}{note.message}")
        made = len(found.plan.made)
        events = "1 draft" if made == 1 else f"{made} drafts"
        self.stdout.write(f"{events} would be made." if preview else f"Made {events}.")
