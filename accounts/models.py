"""Who people are."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from charityshop.public_id import public_id_field


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
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A buyer, an admin (`is_staff`, the wire's `isAdmin`) or an operator (`is_superuser`)."""

    public_id = public_id_field()
    email = models.EmailField(max_length=254, unique=True)
    first_name = models.CharField(max_length=150)
    last_name = models.CharField(max_length=150, blank=True)
    is_staff = models.BooleanField("is admin", default=False)
    is_active = models.BooleanField("may sign in", default=True)
    requires_password_reset = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["first_name", "last_name"]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        return self.email

    def get_full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def get_short_name(self) -> str:
        return self.first_name
