"""Send posts to the club's Discord channel, and tell staff when Discord no longer takes them."""

from django.utils import timezone

from accounts.models import User
from charityshop.db.transactions import in_one_transaction
from charityshop.discord.sending import ChannelGone, send_due_posts, switch_off
from charityshop.mail.outbox import post_mail


def send_posts() -> int:
    try:
        return send_due_posts(now=timezone.now())
    except ChannelGone as gone:
        switch_off_and_tell(gone)
        return 0


@in_one_transaction
def switch_off_and_tell(gone: ChannelGone) -> None:
    """Switch the channel off and tell staff, once."""
    if not switch_off(gone):
        return
    for user in User.objects.filter(is_staff=True, is_active=True):
        context = {"user": user, "problem": str(gone)}
        post_mail("discord_off", to=user.email, owner_id=user.pk, subject="Discord posts are off", context=context)
