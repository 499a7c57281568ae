"""Users, their sessions and their second factors."""

from collections.abc import Iterable, Iterator
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.hashing import normalize
from charityshop.db.columns import public_id_field
from charityshop.digests import make_digest
from charityshop.text import clean_email, clean_line, fold


class UserQuerySet(models.QuerySet["User"]):
    def with_email(self, email: str) -> Self:
        """Filter by email address, ignoring case. At most one account matches."""
        return self.alias(lower_email=Lower("email")).filter(lower_email=clean_email(email).lower())

    def searched(self, terms: Iterable[str]) -> Self:
        """Filter by name or email address: each word must occur in one of them, ignoring case and accents."""
        rows = self
        for word in terms:
            rows = rows.filter(named_like(word))
        return rows

    def visible_to(self, user: "User") -> Self:
        """Return all accounts for admins, and only their own for other users."""
        return self if user.is_staff else self.filter(pk=user.pk)

    def without_house(self) -> Self:
        """Leave out the account of seats sold at the door, which nobody owns."""
        return self.exclude(email=HOUSE_EMAIL)

    def active_admins(self) -> Self:
        return self.filter(is_staff=True, is_active=True)

    def locked_with_admins(self, pk: int) -> Self:
        """Lock this account and every active admin, in ID order so that concurrent changes can't deadlock."""
        rows = self.filter(Q(pk=pk) | Q(is_staff=True, is_active=True))
        return rows.select_for_update(no_key=True).order_by("pk")


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account. Without a password, nobody can sign in to it."""
        user = self.model(email=email, **fields)
        user.clean()
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an operator: an admin with every permission in the console."""
        return self.create_user(email, password, **{"is_staff": True, "is_superuser": True} | fields)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the one form of an address, so that two accounts never share a mailbox."""
        return clean_email(email or "")

    def get_by_natural_key(self, username: str | None) -> "User":
        """Look up by email address, ignoring case."""
        return User.objects.using(self._db).with_email(username or "").get()


def named_like(word: str) -> Q:
    """Return a filter for accounts whose name or email address contains this word, ignoring case and accents."""
    plain = fold(word)
    found = Q(first_name__fold__contains=plain) | Q(last_name__fold__contains=plain) | Q(email__fold__contains=plain)
    return found if word.isascii() else found | Q(email__fold__contains=clean_email(word).lower())


DELETED_EMAIL_SUFFIX = "@deleted.invalid"  # a domain that never receives mail (RFC 2606)
HOUSE_EMAIL = f"door{DELETED_EMAIL_SUFFIX}"  # of the account in whose name seats are sold at the door


class User(AbstractBaseUser):
    """A buyer, an admin (`is_staff`, `isAdmin` in the API) or an operator (`is_superuser`)."""

    public_id = public_id_field()
    email = models.EmailField(max_length=254, unique=True)
    first_name = models.CharField(max_length=150)
    last_name = models.CharField(max_length=150, blank=True)
    is_superuser = models.BooleanField(
        "superuser status",
        default=False,
        help_text="Designates that this user has all permissions without explicitly assigning them.",
    )
    is_staff = models.BooleanField("is admin", default=False)
    is_active = models.BooleanField("may sign in", default=True)
    requires_password_reset = models.BooleanField(default=False)
    session_generation = models.PositiveIntegerField(default=0, editable=False)  # incrementing it ends every session
    date_joined = models.DateTimeField(default=timezone.now)
    email_proved_at = models.DateTimeField(null=True, blank=True, editable=False)  # by a code or link sent to it
    reminders = models.BooleanField(
        "wants reminders", default=True, help_text="Emails the day before a booked date, and thanks after it."
    )

    sales_emails = models.BooleanField(
        "wants sales", default=False, help_text="Emails each morning what was sold the day before, while an admin."
    )

    objects = UserManager.from_queryset(UserQuerySet)()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["first_name", "last_name"]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        return self.email

    def clean(self) -> None:
        """Clean what was typed in the console or by `createsuperuser`. The API's fields do so themselves."""
        self.email = User.objects.normalize_email(self.email)
        self.first_name, self.last_name = clean_line(self.first_name), clean_line(self.last_name)

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(raw_password and normalize(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether the password is right. Old hashes are of the text as it was typed, and are renewed here."""
        normal, encoded = raw_password and normalize(raw_password), self.password
        if super().check_password(normal):
            return True
        if raw_password == normal or not super().check_password(raw_password):
            return False
        self.set_password(raw_password)
        # A password that was set a moment ago stays.
        User.objects.filter(pk=self.pk, password=encoded).update(password=self.password)
        return True

    @property
    def digest(self) -> str:
        """What staff's questions about the account show of it."""
        return make_digest(self.email, self.first_name, self.last_name, self.is_staff)

    @property
    def is_deleted(self) -> bool:
        """Whether the account gets no email: its owner deleted it, and it is anonymized, or it is that of the door."""
        return self.email.endswith(DELETED_EMAIL_SUFFIX)

    @property
    def has_second_factor(self) -> bool:
        factor = getattr(self, "second_factor", None)
        return factor is not None and factor.confirmed_at is not None

    @property
    def must_set_up_second_factor(self) -> bool:
        """Whether REQUIRE_SECOND_FACTOR demands a second factor before this user may do anything else."""
        return settings.REQUIRE_SECOND_FACTOR == "staff" and self.is_staff and not self.has_second_factor

    def has_perm(self, perm: str, obj: models.Model | None = None) -> bool:
        """Let operators do everything in the console, and others nothing: there are no single permissions."""
        return self.is_active and self.is_superuser

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active and self.is_superuser

    def get_full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def get_short_name(self) -> str:
        return self.first_name

    def get_session_auth_hash(self) -> str:
        return self.session_hash(None)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        yield from (self.session_hash(secret) for secret in settings.SECRET_KEY_FALLBACKS)

    def session_hash(self, secret: str | bytes | None) -> str:
        """Return the hash that a valid session contains. It changes with the password and `session_generation`."""
        value = f"{self.password}\n{self.session_generation}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()

    def end_sessions(self) -> None:
        """End all sessions. Call in a transaction and save the user afterwards."""
        self.session_generation += 1
        self.sessions.all().delete()


class SessionQuerySet(models.QuerySet["Session"]):
    def alive(self) -> Self:
        return self.filter(expire_date__gt=timezone.now())

    def known_as(self, public_id: str) -> Self:
        return self.filter(session_key__startswith=public_id)


class Session(AbstractBaseSession):
    """A session of `accounts.sessions.SessionStore`. Deleting the row ends the session."""

    session_key = models.CharField(max_length=64, primary_key=True, editable=False)  # a hash of the cookie's value
    session_data = models.TextField(editable=False)
    # No database constraint, so that saving a session just after its user was deleted is not an error.
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="sessions", db_constraint=False
    )
    device = models.CharField(max_length=60, blank=True)
    signed_in_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    objects = SessionQuerySet.as_manager()  # type: ignore[misc,assignment]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.device}"

    @property
    def public_id(self) -> str:
        """The API's `_id`."""
        return self.session_key[:24]


class SignInPlace(models.Model):
    """A network address that signed in to this account before. It keeps its full limit while others guess passwords.

    The address is stored as a hash, so that the table does not reveal where users are.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="places")
    place = models.CharField(max_length=64)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "sign-in place"
        constraints = [models.UniqueConstraint(fields=["user", "place"], name="one_row_per_place")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.place[:8]}"


class SignInCode(models.Model):
    """A code that is emailed to an address, for the browser that asked for it. Its use deletes the row.

    It is good once its email has left, until the email of a newer one to the same address and browser has left. Only
    keyed hashes are stored, so that the table opens nothing.
    """

    email = models.CharField(max_length=64)
    browser = models.CharField(max_length=64)
    code = models.CharField(max_length=64, editable=False)
    mail = models.ForeignKey(
        "outbox.Outgoing", on_delete=models.CASCADE, null=True, help_text="Empty: the code was never sent."
    )
    tries = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "sign-in code"
        indexes = [models.Index(fields=["email", "browser"], name="codes_of_a_browser")]

    def __str__(self) -> str:
        return f"until {self.expires_at:%Y-%m-%d %H:%M}"


class SecondFactor(models.Model):
    """The secret shared with an authenticator app, and codes that replace it. No effect until `confirmed_at` is set."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64, editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(
        default=0, editable=False
    )  # of the last used code: it and older ones are invalid
    # Unused recovery codes. Each is the mark with which it begins, and the hash of the rest.
    recovery_codes = models.JSONField(default=list, editable=False)

    def __str__(self) -> str:
        return f"{self.user_id}, {'on' if self.confirmed_at else 'begun'}"
