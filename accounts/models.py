"""Who people are."""

from collections.abc import Iterable, Iterator
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from charityshop.db.public_id import public_id_field


class UserQuerySet(models.QuerySet["User"]):
    def with_email(self, email: str) -> Self:
        """The one account of an address, whatever its case."""
        return self.alias(lower_email=Lower("email")).filter(lower_email=email.strip().lower())

    def searched(self, words: Iterable[str]) -> Self:
        """Those in whose name or address every word is found, wherever it stands there, whatever its case."""
        rows = self
        for word in words:
            named = Q(first_name__icontains=word) | Q(last_name__icontains=word)
            rows = rows.filter(named | Q(email__icontains=word))
        return rows

    def visible_to(self, user: "User") -> Self:
        """An admin sees everybody, everybody else themselves."""
        return self if user.is_staff else self.filter(pk=user.pk)

    def active_admins(self) -> Self:
        return self.filter(is_staff=True, is_active=True)

    def locked_with_admins(self, pk: int) -> Self:
        """This person and every active admin, locked in id order: two admins who dismiss each other wait in line."""
        rows = self.filter(Q(pk=pk) | Q(is_staff=True, is_active=True))
        return rows.select_for_update(no_key=True).order_by("pk")


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Make an account; without a password nobody can sign in to it."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Make an operator: an admin of the shop who may also use the console."""
        return self.create_user(email, password, **{"is_staff": True, "is_superuser": True} | fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Addresses are one account whatever their case."""
        return User.objects.using(self._db).with_email(username or "").get()


NOWHERE = "@deleted.invalid"  # where no mail can ever arrive (RFC 2606)


class User(AbstractBaseUser, PermissionsMixin):
    """A buyer, an admin (`is_staff`, the wire's `isAdmin`) or an operator (`is_superuser`)."""

    public_id = public_id_field()
    email = models.EmailField(max_length=254, unique=True)
    first_name = models.CharField(max_length=150)
    last_name = models.CharField(max_length=150, blank=True)
    is_staff = models.BooleanField("is admin", default=False)
    is_active = models.BooleanField("may sign in", default=True)
    requires_password_reset = models.BooleanField(default=False)
    session_generation = models.PositiveIntegerField(default=0, editable=False)  # a step up ends every session
    date_joined = models.DateTimeField(default=timezone.now)

    objects = UserManager.from_queryset(UserQuerySet)()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["first_name", "last_name"]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        return self.email

    @property
    def is_deleted(self) -> bool:
        """Its owner deleted it; what is left names nobody, and nobody is to be written to."""
        return self.email.endswith(NOWHERE)

    @property
    def has_second_factor(self) -> bool:
        factor = getattr(self, "second_factor", None)
        return factor is not None and factor.confirmed_at is not None

    @property
    def must_set_up_second_factor(self) -> bool:
        """The shop asks it of staff (REQUIRE_SECOND_FACTOR), and they may do nothing else before."""
        return settings.REQUIRE_SECOND_FACTOR == "staff" and self.is_staff and not self.has_second_factor

    def get_full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def get_short_name(self) -> str:
        return self.first_name

    def get_session_auth_hash(self) -> str:
        return self.session_hash(None)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        yield from (self.session_hash(secret) for secret in settings.SECRET_KEY_FALLBACKS)

    def session_hash(self, secret: str | bytes | None) -> str:
        """What a session must carry to stay alive: it dies when the password or the generation changes."""
        value = f"{self.password}\n{self.session_generation}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()

    def end_sessions(self) -> None:
        """Sign this person out everywhere, as soon as the row is saved. Within a transaction."""
        self.session_generation += 1
        self.sessions.all().delete()


class SessionQuerySet(models.QuerySet["Session"]):
    def alive(self) -> Self:
        return self.filter(expire_date__gt=timezone.now())

    def known_as(self, public_id: str) -> Self:
        return self.filter(session_key__startswith=public_id)


class Session(AbstractBaseSession):
    """One sign-in on one browser; accounts.sessions reads and writes it. Whoever deletes the row ends the session."""

    session_key = models.CharField(max_length=64, primary_key=True)  # of the cookie's key, a hash
    # Not held by the database: a session that is saved just after its person was deleted is nobody's, and no error.
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
        """The wire's `_id`."""
        return self.session_key[:24]


class SignInPlace(models.Model):
    """A network address that signed in to this account before. It keeps its tries while others guess the password.

    Stored as a hash: the table shows nobody's whereabouts.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="places")
    place = models.CharField(max_length=64)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "sign-in place"
        constraints = [models.UniqueConstraint(fields=["user", "place"], name="one_row_per_place")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.place[:8]}"


class SecondFactor(models.Model):
    """What somebody's authenticator app knows too. Without `confirmed_at` it was begun, and counts for nothing."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(default=0)  # of the last code that was used; neither it nor older ones are good

    def __str__(self) -> str:
        return f"{self.user_id}, {'on' if self.confirmed_at else 'begun'}"


class RecoveryCode(models.Model):
    """Opens an account once in the place of a lost phone. `mark` finds it; the rest of it is kept as a hash."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    mark = models.CharField(max_length=8)
    encoded = models.CharField(max_length=128)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.mark}-…, {'used' if self.used_at else 'good'}"
