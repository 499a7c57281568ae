"""Models that every app shares."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from charityshop.branding import defaults
from charityshop.branding.theme import LIGHT, Colors


class Counter(models.Model):
    """The number of tries in one time window. `key` is a hash, so that the table identifies no one."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count} until {self.ends_at:%H:%M}"


class Retry(models.Model):
    """A row that a background job failed to finish. Deleted once it succeeds (charityshop.db.retries)."""

    job = models.CharField(max_length=40, help_text="The kind of work, such as refund.")
    row = models.CharField(max_length=100, help_text="The row's key, or an ID at PayPal.")
    attempts = models.PositiveIntegerField(default=0, help_text="All attempts, including those that only had to wait.")
    failures = models.PositiveIntegerField(default=0, help_text="Successive failed attempts.")
    next_attempt_at = models.DateTimeField(default=timezone.now)
    last_error = models.CharField(
        max_length=500, blank=True, help_text="Empty: nothing is wrong, PayPal has not decided yet."
    )
    since = models.DateTimeField(default=timezone.now, help_text="The first attempt.")

    class Meta:
        verbose_name_plural = "retries"
        constraints = [models.UniqueConstraint(fields=["job", "row"], name="one_retry_per_row")]

    def __str__(self) -> str:
        return f"{self.job} {self.row}: {self.attempts} attempts"


class HandledRequest(models.Model):
    """An `Idempotency-Key` header whose request was handled. Repeating the request returns the same result."""

    owner_id = models.BigIntegerField("account")  # no foreign key: this package may not import accounts
    key = models.CharField(max_length=200)
    body_hash = models.CharField(max_length=64)
    result = models.CharField(max_length=400, help_text="The IDs of what the request created, separated by spaces.")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner_id", "key"], name="one_result_per_idempotency_key")]

    def __str__(self) -> str:
        return self.key


class ShopSettings(models.Model):
    """A club's customizations: name, images, colors and texts. A single row; without it, the defaults apply."""

    ONLY = 1  # the primary key

    name = models.CharField(
        max_length=60, blank=True, help_text="In the header, titles and emails. Empty: the value of SHOP_NAME."
    )
    description = models.CharField(
        max_length=300, default=defaults.DESCRIPTION, help_text="For search engines and link previews."
    )
    contact_email = models.EmailField(
        blank=True, help_text="Shown in the footer; replies to emails go there. Empty: they go to the sender's address."
    )
    charity_email = models.EmailField(
        blank=True, help_text="Gets the sums of each month that is closed, by date. Empty: no email goes there."
    )
    postal_address = models.CharField(
        max_length=200,
        blank=True,
        default="",
        help_text="On one line, at the end of thank-you emails. Empty: none are sent.",
    )
    maker_credit = models.CharField(
        max_length=120, blank=True, default=defaults.MAKER_CREDIT, help_text="In the footer."
    )
    logo = models.CharField(max_length=100, blank=True, help_text="The image's name in the storage.")
    logo_width = models.PositiveSmallIntegerField(default=0)
    logo_height = models.PositiveSmallIntegerField(default=0)
    shared_picture = models.CharField(max_length=100, blank=True, help_text="The image's name in the storage.")
    felt = models.CharField(
        "header color", max_length=7, default=LIGHT.shop.felt, help_text="Header, welcome and footer."
    )
    amber = models.CharField(
        "action color", max_length=7, default=LIGHT.shop.amber, help_text="The main button of each page."
    )
    link = models.CharField("link color", max_length=7, default=LIGHT.shop.link)
    felt_dark = models.CharField("header color, dark", max_length=7, blank=True)
    amber_dark = models.CharField("action color, dark", max_length=7, blank=True)
    link_dark = models.CharField("link color, dark", max_length=7, blank=True)
    welcome = models.CharField(
        max_length=400,
        default=defaults.DESCRIPTION,
        help_text="Under the name. Phones show its first sentence: say what you do, and where.",
    )
    invitation_title = models.CharField(max_length=60, default=defaults.INVITATION_TITLE)
    invitation = models.CharField(
        max_length=300, default=defaults.INVITATION, help_text="At the end of the home page, for signed-out visitors."
    )
    about = models.TextField(max_length=1000, default=defaults.ABOUT, help_text="The introduction of the page.")
    about_1_title = models.CharField("first title", max_length=80, blank=True, default=defaults.ABOUT_SECTIONS[0][0])
    about_1 = models.TextField("first text", max_length=2000, blank=True, default=defaults.ABOUT_SECTIONS[0][1])
    about_2_title = models.CharField("second title", max_length=80, blank=True, default=defaults.ABOUT_SECTIONS[1][0])
    about_2 = models.TextField("second text", max_length=2000, blank=True, default=defaults.ABOUT_SECTIONS[1][1])
    about_3_title = models.CharField("third title", max_length=80, blank=True, default=defaults.ABOUT_SECTIONS[2][0])
    about_3 = models.TextField("third text", max_length=2000, blank=True, default=defaults.ABOUT_SECTIONS[2][1])
    accessibility = models.TextField(
        "accessibility statement",
        max_length=4000,
        default=defaults.ACCESSIBILITY,
        help_text="Its page is linked in the footer. Say what you know: the standard, known limits, whom to ask.",
    )
    charity = models.CharField(
        "charity that gets the gifts",
        max_length=60,
        blank=True,
        default="",
        help_text="As in “Gift to Second Harvest Food Bank”. Empty: the shop's name.",
    )
    receipts = models.BooleanField(
        "write tax receipts",
        default=False,
        help_text="Off: order pages and emails with a gift say that they are no tax receipts.",
    )
    is_501c3 = models.BooleanField(
        "We are a 501(c)(3) organization",
        default=False,
        help_text="A club that passes money on to a charity is not: leave receipts off.",
    )
    legal_name = models.CharField(max_length=120, blank=True, default="")
    ein = models.CharField("EIN", max_length=10, blank=True, default="", help_text="Such as 12-3456789.")
    no_receipt_text = models.CharField("text without receipts", max_length=400, default=defaults.NO_RECEIPT)
    disclosure_text = models.CharField(
        "text for seats with a gift",
        max_length=400,
        default=defaults.DISCLOSURE,
        help_text="{paid}, {seats}, {value} and {deductible} are filled in.",
    )
    gift_alone_text = models.CharField("text for gifts alone", max_length=400, default=defaults.GIFT_ALONE)
    discord_address = models.TextField(blank=True, default="", help_text="Encrypted. Empty: nothing is posted.")
    discord_problem = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = verbose_name_plural = "shop settings"
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="shop_settings_are_one_row"),
            models.CheckConstraint(
                condition=Q(receipts=False) | (Q(is_501c3=True) & ~Q(legal_name="") & ~Q(ein="")),
                name="receipts_name_the_organization",
            ),
        ]

    def __str__(self) -> str:
        return "Shop settings"

    @property
    def colors(self) -> Colors:
        return Colors(self.felt, self.amber, self.link, self.felt_dark, self.amber_dark, self.link_dark)

    @property
    def about_sections(self) -> list[tuple[str, str]]:
        """Return the title and text of each section that has a text."""
        found = [
            (self.about_1_title, self.about_1),
            (self.about_2_title, self.about_2),
            (self.about_3_title, self.about_3),
        ]
        return [(title, text) for title, text in found if text]
