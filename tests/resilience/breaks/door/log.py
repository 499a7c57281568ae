"""The door's log, its links and its phones."""

from tests.resilience.breaks.change import Break

API = "tests/door/api"
RACES = "tests/door/services/test_door_races.py"
RULES = "tests/door/test_conflicts.py"
DATABASE = "tests/door/test_constraints.py"
TABLES = "door/migrations/0001_nights_and_log.py"
TRIGGERS = "door/migrations/0002_append_only_log.py"
PHONES, LINKS, NIGHTS = "door/services/devices.py", "door/services/links.py", "door/services/nights.py"
ENTRIES = "door/services/entries.py"
LOG = [
    Break(
        "The door's log", "refusing changes and deletions", TRIGGERS,
        "    operations = [\n        migrations.RunPython(make_triggers, drop_triggers),\n    ]", "    operations = []",
        f"{DATABASE}::test_entries_are_never_changed_or_deleted",
    ),
    Break(
        "The door's log", "one entry for each number", TABLES,
        "models.UniqueConstraint(fields=('device', 'seq'), name='one_entry_per_seq'), ", "",
        f"{DATABASE}::test_a_phone_uses_each_number_once",
    ),
    Break(
        "The door's log", "numbers from one", TABLES,
        "models.Q(('seq__gte', 1))", "models.Q(('seq__gte', -9))",
        f"{DATABASE}::test_numbers_begin_with_one",
    ),
    Break(
        "The door's log", "the lock of the phone", "door/services/allotments.py",
        "    lock_rows(phone)\n", "",
        f"{RACES}::test_the_same_batch_sent_twice_at_once_is_stored_once", on_postgresql=True,
    ),
    Break(
        "The door's log", "comparing an entry that is sent again", ENTRIES,
        "    if not is_same(known, batch.notes[seq], parsed):", "    if False:",
        f"{API}/test_entries.py::test_a_reused_number_is_unusable_and_the_first_entry_stands",
    ),
    Break(
        "The door's log", "only the phone's own entries", "door/api/views/phones.py",
        'if sent["device"] != device.uuid:', "if False:",
        f"{API}/test_entries.py::test_entries_of_another_phone_are_refused",
    ),
    Break(
        "The door's log", "the limit on a batch", "door/api/serializers/phones.py",
        "if isinstance(entries, list) and len(entries) > MAX_ENTRIES:", "if False:",
        f"{API}/test_entries.py::test_200_entries_are_stored_at_once_and_201_are_refused",
    ),
    Break(
        "The door's log", "times in the future", "door/sent_entries.py",
        "<= at + offset <= received_at:", "<= at + offset:",
        f"{API}/test_entries.py::test_an_impossible_time_is_replaced_by_the_time_received",
    ),
    Break(
        "Conflicts", "the seats of a ticket", "door/conflicts.py",
        "min(ticket.seats - inside, ", "min(ticket.seats, ",
        f"{RULES}::test_a_ticket_admits_no_more_than_its_own_seats_of_a_booking",
    ),
    Break(
        "Conflicts", "the seats of a booking", "door/conflicts.py",
        "booking_seats.get(ticket.booking, ticket.seats) - of_booking)", "booking_seats.get(ticket.booking, 99))",
        f"{RULES}::test_a_booking_admits_no_more_than_its_seats_with_several_tickets",
    ),
    Break(
        "Conflicts", "the order of the log", "door/conflicts.py",
        "sorted(counting, key=lambda each: (each.at, each.device, each.seq))", "counting",
        f"{RULES}::test_the_order_of_arrival_makes_no_difference",
    ),
    Break(
        "Conflicts", "comparing milliseconds, as phones send them", "door/conflicts.py",
        "ended_at.replace(microsecond=ended_at.microsecond // 1000 * 1000) <= at", "ended_at <= at",
        f"{RULES}::test_within_a_millisecond_an_entry_is_later_than_the_end_of_its_ticket",
    ),
    Break(
        "Passes", "refusing those with which somebody entered", "door/services/passes.py",
        "    if has_entered(ticket):", "    if False:",
        f"{API}/test_entries.py::test_a_pass_with_which_somebody_entered_is_neither_split_nor_replaced",
    ),
    Break(
        "Phones", "the PIN", PHONES,
        "if link is None or not is_right_pin(pin, link.key_hash, link.pin_hmac):", "if link is None:",
        f"{API}/test_enter.py::test_a_wrong_key_or_pin_is_refused",
    ),
    Break(
        "Phones", "the limit on wrong PINs of a link", PHONES,
        '        limits.append(Limit.of("door_link", link.public_id))', "        pass",
        f"{API}/test_enter.py::test_10_wrong_pins_per_hour_and_link_are_allowed",
    ),
    Break(
        "Phones", "the limit on wrong keys from an address", PHONES,
        'limits = [Limit.of("door_address", address)]', "limits: list[Limit] = []",
        f"{API}/test_enter.py::test_30_wrong_keys_per_hour_and_address_are_allowed",
    ),
    Break(
        "Phones", "the end of their link", PHONES,
        "return device if device and device.link and device.link.is_valid(timezone.now()) else None", "return device",
        f"{API}/test_enter.py::test_ended_links_are_refused",
    ),
    Break(
        "Phones", "signing them out with their link", LINKS,
        "    link.devices.update(token_hash=None)\n", "",
        f"{RACES}::test_a_phone_cannot_enter_while_its_link_is_revoked",
    ),
    Break(
        "Phones", "the lock of the door while one enters", PHONES,
        'night = lock_night(Link.objects.values_list("night_id", flat=True).get(pk=link_id))',
        "night = Link.objects.get(pk=link_id).night",
        f"{RACES}::test_a_phone_cannot_enter_while_the_door_is_closed", on_postgresql=True,
    ),
    Break(
        "Phones", "one for each ID", TABLES,
        "models.UniqueConstraint(fields=('night', 'uuid'), name='one_device_per_night')", "",
        f"{DATABASE}::test_a_phone_is_at_a_door_once",
    ),
    Break(
        "Phones", "their cookie, hidden from scripts", "door/api/views/phones.py",
        "httponly=True", "httponly=False",
        f"{API}/test_enter.py::test_the_link_and_its_pin_sign_a_phone_in_until_six_hours_after_the_end",
    ),
    Break(
        "The door of a date", "waiting for unsent entries", NIGHTS,
        "if queued and not force:", "if False:",
        f"{API}/test_nights.py::test_unsent_entries_keep_the_door_open_unless_forced",
    ),
    Break(
        "The door of a date", "the lock of its seats while it is closed", NIGHTS,
        '    lock_dates(Night.objects.filter(pk=night_id).values_list("occurrence_id", flat=True))\n', "",
        f"{RACES}::test_no_phone_gets_seats_while_the_door_is_closed", on_postgresql=True,
    ),
    Break(
        "The door of a date", "its lock while a link is created", LINKS,
        "    night = lock_night(night_id)\n    refuse_closed(night)",
        "    night = Night.objects.get(pk=night_id)\n    refuse_closed(night)",
        f"{RACES}::test_no_link_is_created_while_the_door_is_closed", on_postgresql=True,
    ),
    Break(
        "The door of a date", "its lock while an entry is undone", NIGHTS,
        "    night = lock_night(night_id)\n    entry", "    night = Night.objects.get(pk=night_id)\n    entry",
        f"{RACES}::test_an_entry_that_two_organizers_undo_at_once_is_undone_once", on_postgresql=True,
    ),
    Break(
        "The door of a date", "who closed it", TABLES,
        "models.Q(('closed_at__isnull', False), ('closed_by__isnull', False))",
        "models.Q(('closed_at__isnull', False))",
        f"{DATABASE}::test_a_closed_door_says_when_and_who",
    ),
    Break(
        "The door of a date", "one key for each link", TABLES,
        "models.UniqueConstraint(fields=('key_hash',), name='link_key_is_unique')", "",
        f"{DATABASE}::test_two_links_never_have_the_same_key",
    ),
]  # fmt: skip
