"""Write and send emails: due ones, which `upkeep` does, and immediately those that somebody waits for."""

from contextlib import suppress
from email.encoders import encode_base64
from email.mime.base import MIMEBase
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone

from charityshop.branding.shop import Shop, current_shop
from charityshop.observability.errors import describe_error
from outbox.mail.posting import refuse_bad_headers
from outbox.mail.rendering import LOGO_ID, Attachment, Bodies, EmailWithImages, MessageContent, render_bodies
from outbox.messages import write
from outbox.models import Outgoing
from outbox.sending import ChannelBusy, end, give_up, quote, save_result

TO_FORMER_ADDRESS = ("email_changed", "second_factor_changed")  # so that the owner notices a takeover of the account


class MailSender:
    """The connection to the mail server in one round. After an error, the next email gets a new one."""

    channel = Outgoing.Channel.MAIL
    most = 10_000

    def __init__(self) -> None:
        self.server = get_connection()

    def send(self, message: Outgoing) -> None:
        try:
            self.server.open()
        except Exception as problem:
            raise ChannelBusy(quote(problem), reason=describe_error(problem)) from None
        email = build_message(message)
        try:
            self.server.send_messages([email])
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        with suppress(OSError):  # includes smtplib's errors; the connection may be closed already
            self.server.close()


def send_now(mail: Outgoing) -> bool:
    """Send an email that somebody waits for, after the transaction that posted it. Return whether it was sent.

    It is not tried again: the person who waits for it is told.
    """
    sender = MailSender()
    try:
        sender.send(mail)
    except Exception as problem:
        give_up(mail, quote(problem), reason=describe_error(problem))
    else:
        end(mail, sent_at=timezone.now())
    finally:
        sender.close()
    save_result(mail)
    return mail.sent_at is not None


def build_message(mail: Outgoing) -> EmailMultiAlternatives:
    """Write the email to send. The Message-ID is the same for each try, so that mail clients detect duplicates."""
    mail.to = get_address(mail)
    shop, content = current_shop(), get_content(mail)
    headers = {"Message-ID": f"<{mail.public_id}@{settings.SITE_HOST}>", "Auto-Submitted": "auto-generated"}
    if content.unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{content.unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    images = {attachment.content_id: attachment.content for attachment in content.attachments if attachment.content_id}
    bodies = render(mail, content, shop)
    message = EmailWithImages(
        mail.subject,
        bodies.text,
        sender_of(shop),
        [mail.to],
        headers=headers,
        images={LOGO_ID: shop.mail_logo, **images},
        invitations=[part_of(attachment) for attachment in content.attachments if attachment.is_invitation],
    )
    message.reply_to = [shop.row.contact_email] if shop.row.contact_email else []
    message.attach_alternative(bodies.html, "text/html")
    for attachment in content.attachments:
        if not attachment.content_id:
            part = part_of(attachment)
            part.add_header("Content-Disposition", "attachment", filename=attachment.name)
            message.attach(part)
    return message


def get_address(mail: Outgoing) -> str:
    """Return the current address of the account, which may have changed since the email was posted.

    Links and codes, and reports of changes to the account itself, go to the address that they were posted for.
    """
    if mail.owner_id is None or mail.is_secret or mail.kind in TO_FORMER_ADDRESS:
        return mail.to
    users = get_user_model().objects.filter(pk=mail.owner_id)
    return users.values_list("email", flat=True).first() or mail.to


def get_content(mail: Outgoing) -> MessageContent:
    """Return what the email says. Raise NothingToSend if that is no longer true."""
    content: MessageContent | None = write(mail)
    return content or MessageContent.from_data(mail.data)


def render(mail: Outgoing, content: MessageContent, shop: Shop) -> Bodies:
    """Return the bodies of an email, and set its subject and text. Does not save the row."""
    subject = f"{content.subject} – {shop.name}"
    refuse_bad_headers(mail.to, subject)
    about_message = {"subject": subject, "unsubscribe_url": content.unsubscribe_url}
    bodies = render_bodies(mail.kind, {**content.context, **about_message}, shop)
    mail.subject, mail.text = subject[:250], bodies.text
    return bodies


def sender_of(shop: Shop) -> str:
    """Return DEFAULT_FROM_EMAIL, with the shop's current name if it contains SHOP_NAME."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((shop.name, address)) if name == settings.SHOP_NAME else settings.DEFAULT_FROM_EMAIL


def part_of(attachment: Attachment) -> MIMEBase:
    """Return a MIME part in base64, which preserves the line breaks of calendar files."""
    part = MIMEBase(*attachment.content_type.partition(";")[0].split("/"))
    part.replace_header("Content-Type", attachment.content_type)
    part.set_payload(attachment.content)
    encode_base64(part)
    return part
