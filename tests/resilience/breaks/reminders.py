"""Reminders, the link that turns them off, calendar invitations, and staff's messages."""

from tests.resilience.breaks.change import Break

SENDING = "tests/orders/services/test_send_reminders.py"
MAIL_OFF = "tests/orders/site/test_mail_off.py"
INVITATIONS = "tests/orders/mails/test_invitations.py"
MESSAGE_CALLS = "tests/orders/api/test_messages.py"
SERVICE = "orders/services/send_message.py"
RECIPIENTS = "tests/orders/selectors/test_recipients.py"
MESSAGE_EMAILS = "tests/orders/mails/test_message_emails.py"
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

MESSAGES = [
    Break(
        "Messages", "the transaction with the lock", SERVICE,
        "@in_one_transaction\ndef send_message", "def send_message",
        "tests/orders/services/test_message_races.py::test_a_message_waits_for_another_message",
    ),
    Break(
        "Messages", "the limit of a date", SERVICE,
        "Message.objects.filter(occurrence=date)", "Message.objects.none()",
        f"{MESSAGE_CALLS}::test_a_date_gets_three_messages_a_day",
    ),
    Break(
        "Messages", "the limit of the shop", SERVICE,
        "Message.objects.all()", "Message.objects.none()",
        f"{MESSAGE_CALLS}::test_the_shop_sends_ten_messages_an_hour",
    ),
    Break(
        "Messages", "comparing with the preview", SERVICE,
        "if make_digest(date, draft, recipients) != digest:", "if False:",
        f"{MESSAGE_CALLS}::test_a_new_buyer_after_the_preview_is_refused",
    ),
    Break(
        "Messages", "one email for each address", "orders/selectors/recipients.py",
        "recipient.user.email.lower()", "recipient.public_id",
        f"{RECIPIENTS}::test_an_address_in_several_roles_gets_one_message_as_a_buyer",
    ),
    Break(
        "Messages", "leaving out seats that are being returned", "orders/selectors/recipients.py",
        ', seats__gt=F("returning"))', ', seats__gt=F("returning") * 0)',
        f"{RECIPIENTS}::test_who_gave_the_seats_back_or_asked_for_a_refund_gets_none",
    ),
    Break(
        "Messages", "the check of the seats when they are sent", "orders/message_mails.py",
        "if recipient is None or not is_on_date(recipient, timezone.now()):", "if recipient is None:",
        f"{MESSAGE_EMAILS}::test_a_guest_who_gave_the_seat_back_gets_none",
    ),
    Break(
        "Messages", "erasing the links to guests' tickets", "orders/message_mails.py",
        "is_secret=is_guest,", "is_secret=False,",
        f"{MESSAGE_EMAILS}::test_a_guest_gets_a_link_to_the_ticket_that_is_erased_once_it_is_sent",
    ),
    Break(
        "Recipients of messages", "one role for each of them", "orders/migrations/0021_messages.py",
        "('booking__isnull', False), ('entry', None), ('seat_link', None)", "('booking__isnull', False)",
        f"{MESSAGE_EMAILS}::test_the_database_refuses_a_recipient_in_two_roles",
    ),
]  # fmt: skip
