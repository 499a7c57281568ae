"""Reminders, the link that turns them off, and calendar invitations."""

from tests.resilience.breaks.change import Break

SENDING = "tests/orders/services/test_send_reminders.py"
MAIL_OFF = "tests/orders/site/test_mail_off.py"
INVITATIONS = "tests/orders/mails/test_invitations.py"
REMINDERS = [
    Break(
        "One reminder per start", "its constraint", "orders/migrations/0019_reminder.py",
        "'constraints': [models.UniqueConstraint(fields=('booking', 'guest', 'starts_at'), "
        "name='one_reminder_per_start')],", "",
        f"{SENDING}::test_the_database_refuses_a_second_reminder_of_the_same_start",
    ),
    Break(
        "One reminder per start", "leaving out those written", "orders/selectors/reminders.py",
        "SUFFIX).exclude(Exists(sent))", "SUFFIX)",
        f"{SENDING}::test_a_reminder_is_sent_at_ten_the_day_before_and_only_once",
    ),
    Break(
        "True reminders", "the check of the start when they are sent", "orders/reminder_mails.py",
        "or date.starts_at != reminder.starts_at ", "",
        f"{SENDING}::test_a_reminder_that_is_no_longer_true_when_the_mail_server_is_back_is_not_sent[move_away]",
    ),
    Break(
        "True reminders", "the check of the seats when they are sent", "orders/reminder_mails.py",
        "if not count_seats(booking) or", "if",
        f"{SENDING}::test_a_reminder_that_is_no_longer_true_when_the_mail_server_is_back_is_not_sent[request_return]",
    ),
    Break(
        "Links that turn reminders off", "the check of their signature", "orders/mail_off_links.py",
        "if not is_valid_link_token(token, KIND, GENERATION):", "if False:",
        f"{MAIL_OFF}::test_a_wrong_link_is_not_found[post]",
    ),
    Break(
        "Links that turn reminders off", "changing nothing when they are opened", "orders/site/mail_off.py",
        'if request.method == "POST" else', "if True else",
        f"{MAIL_OFF}::test_opening_the_link_changes_nothing_and_shows_a_button",
    ),
    Break(
        "Growing numbers of calendar entries", "counting from the last number", "bookings/ical/file.py",
        "return max(last + 1, get_sequence(now))", "return get_sequence(now)",
        f"{INVITATIONS}::test_two_changes_within_a_minute_have_growing_numbers_and_the_same_uid",
    ),
    Break(
        "No invitation without seats", "leaving out returned seats of late confirmations", "orders/calendars.py",
        " for line in lines if is_on(line.booking)]", " for line in lines]",
        f"{INVITATIONS}::test_a_confirmation_that_is_sent_after_the_refund_adds_no_entry",
    ),
]  # fmt: skip
