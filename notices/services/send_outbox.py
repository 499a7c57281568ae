"""Send what waits in the outbox, and tell staff when Discord no longer takes posts."""

from datetime import datetime

from accounts.models import User
from charityshop.db.transactions import in_one_transaction
from outbox.discord.delivery import DiscordSender, switch_off
from outbox.discord.posting import has_channel
from outbox.mail.delivery import MailSender
from outbox.mail.posting import post_mail
from outbox.mail.rendering import MessageContent
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from outbox.sending import ChannelGone, send_due


def send_outbox(*, now: datetime) -> int:
    """Send due emails, then due posts. Return how many."""
    return send_due(MailSender(), now=now) + send_posts(now=now)


def send_posts(*, now: datetime) -> int:
    try:
        return send_due(DiscordSender(), now=now)
    except ChannelGone as gone:
        switch_off_and_tell(gone)
        return 0


@in_one_transaction
def switch_off_and_tell(gone: ChannelGone) -> None:
    """Switch the channel off and tell staff, once."""
    if not switch_off(gone):
        return
    for user in User.objects.filter(is_staff=True, is_active=True):
        context = {"first_name": user.first_name, "problem": str(gone)}
        post_mail(
            "discord_off",
            to=user.email,
            owner_id=user.pk,
            about=Outgoing.Channel.DISCORD,
            subject="Discord posts are off",
            context=context,
        )


def write_discord_off(mail: Outgoing) -> MessageContent:
    if has_channel():
        raise NothingToSend("a channel is connected again.")
    return MessageContent.from_data(mail.data)
