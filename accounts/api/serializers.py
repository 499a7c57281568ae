"""Serializers for accounts, sessions and second factors."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.models import Session, User
from accounts.services.locks import may_change
from charityshop.api.fields import UTCDateTimeField
from charityshop.api.pagination import PageFields
from charityshop.api.seen import SeenForm
from charityshop.form_fields import (
    MAX_EMAIL_LENGTH,
    CodeField,
    DigestField,
    EmailField,
    LineField,
    LooseEmailField,
    messages_for,
)

MAX_PASSWORD_LENGTH = 1000  # hashing longer ones only costs time
MAX_NAME_LENGTH = 150


class FirstNameField(LineField):
    def __init__(self, **options: Any) -> None:
        messages = messages_for("Enter your first name.", max_length=f"Use at most {MAX_NAME_LENGTH} characters.")
        super().__init__(source="first_name", max_length=MAX_NAME_LENGTH, error_messages=messages, **options)


class LastNameField(LineField):
    def __init__(self, **options: Any) -> None:
        too_long = f"Use at most {MAX_NAME_LENGTH} characters."
        messages = messages_for("Enter your last name as text.", max_length=too_long)
        super().__init__(
            source="last_name", max_length=MAX_NAME_LENGTH, allow_blank=True, error_messages=messages, **options
        )


class FactorField(CodeField):
    """A code from an authenticator app, or a recovery code."""

    def __init__(self, **options: Any) -> None:
        messages = messages_for("Enter the code.", max_length="Use at most 40 characters.")
        super().__init__(max_length=40, error_messages=messages, **options)


class EmailCodeField(CodeField):
    """The digits of an email, also with spaces."""

    def __init__(self, **options: Any) -> None:
        messages = messages_for("Enter the code from the email.", max_length="Enter the digits from the email.")
        super().__init__(max_length=40, error_messages=messages, **options)


class PasswordField(serializers.CharField):
    def __init__(self, message: str, **options: Any) -> None:
        messages = messages_for(message, max_length=f"Use at most {MAX_PASSWORD_LENGTH} characters.")
        super().__init__(
            max_length=MAX_PASSWORD_LENGTH, trim_whitespace=False, write_only=True, error_messages=messages, **options
        )


# --- Responses ---


class NamedUserFields(serializers.Serializer[User]):
    # Who a user is, for staff. The schema would repeat a docstring.

    _id = serializers.CharField(source="public_id")
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    email = serializers.CharField()


class UserInfoSerializer(serializers.Serializer[User]):
    """The signed-in user."""

    _id = serializers.CharField(source="public_id", read_only=True)
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    email = serializers.EmailField()
    isAdmin = serializers.BooleanField(source="is_staff")
    requiresPasswordReset = serializers.BooleanField(source="requires_password_reset")

    hasPassword = serializers.BooleanField(
        source="has_usable_password", required=False, help_text="False for an account without one; otherwise left out."
    )
    mustSetUpSecondFactor = serializers.BooleanField(
        source="must_set_up_second_factor", required=False, help_text="True, or absent."
    )
    reminders = serializers.BooleanField(
        required=False, help_text="False if the user turned reminders off; otherwise left out."
    )
    salesEmails = serializers.BooleanField(
        source="sales_emails", required=False, help_text="True if an admin wants each day's sales; otherwise left out."
    )

    def to_representation(self, instance: User) -> dict[str, Any]:
        """Leave out what most accounts have in common."""
        shown = super().to_representation(instance)
        usual = {"hasPassword": True, "mustSetUpSecondFactor": False, "reminders": True, "salesEmails": False}
        return {name: value for name, value in shown.items() if name not in usual or value != usual[name]}


class UserSerializer(UserInfoSerializer):
    """An account as staff see it."""

    isDeactivated = serializers.SerializerMethodField()
    digest = serializers.CharField(
        required=False, help_text="For staff: of the account, to send with the answer to a question about it."
    )
    isReadOnly = serializers.BooleanField(
        required=False, help_text="True for an operator's account that the signed-in user may not change, or absent."
    )

    def get_isDeactivated(self, user: User) -> bool:
        return not user.is_active

    def to_representation(self, instance: User) -> dict[str, Any]:
        by = self.context["request"].user
        shown = super().to_representation(instance)
        if not by.is_staff:
            del shown["digest"]
        return shown if may_change(instance, by=by) else shown | {"isReadOnly": True}


@extend_schema_serializer(many=False)
class UserListSerializer(PageFields):
    users = UserSerializer(many=True)


class SessionSerializer(serializers.Serializer[Session]):
    """A browser that a user is signed in on."""

    _id = serializers.CharField(source="public_id", read_only=True)
    device = serializers.CharField()
    signedInAt = UTCDateTimeField(source="signed_in_at")
    lastSeenAt = UTCDateTimeField(source="seen_at", help_text="To within ten minutes.")
    isCurrent = serializers.SerializerMethodField()

    def get_isCurrent(self, session: Session) -> bool:
        return bool(session.pk == self.context.get("current"))


class SecondFactorSerializer(serializers.Serializer[User]):
    isOn = serializers.BooleanField(source="has_second_factor")
    isRequired = serializers.SerializerMethodField()
    recoveryCodesLeft = serializers.SerializerMethodField()

    def get_isRequired(self, user: User) -> bool:
        return user.is_staff and settings.REQUIRE_SECOND_FACTOR == "staff"

    def get_recoveryCodesLeft(self, user: User) -> int:
        return len(user.second_factor.recovery_codes) if user.has_second_factor else 0


class PictureSerializer(serializers.Serializer[Any]):
    """A QR code: one SVG path in a square of `side` units."""

    side = serializers.IntegerField(source="size")
    path = serializers.CharField()


class SetupSerializer(serializers.Serializer[Any]):
    secret = serializers.CharField()
    uri = serializers.CharField()
    picture = PictureSerializer(source="qr_code")


class RecoveryCodesSerializer(serializers.Serializer[Any]):
    recoveryCodes = serializers.ListField(child=serializers.CharField(), help_text="Shown only once.")


class PasswordResetSerializer(serializers.Serializer[Any]):
    message = serializers.CharField()
    mailLimitReached = serializers.BooleanField(
        required=False, help_text="True where no email was sent, because the address got too many; or absent."
    )


# --- Requests ---


class SignInSerializer(serializers.Serializer[dict[str, str]]):
    # Not an EmailField: an invalid address gets the same answer as an unknown one.
    email = LooseEmailField(
        max_length=MAX_EMAIL_LENGTH,
        error_messages=messages_for("Enter your email address.", max_length="Use at most 254 characters."),
    )
    password = PasswordField("Enter your password.")
    code = FactorField(required=False, allow_blank=True, help_text="Where a 401 said `second_factor_required`.")


class AskForCodeSerializer(serializers.Serializer[dict[str, str]]):
    email = EmailField()


class CheckCodeSerializer(serializers.Serializer[dict[str, str]]):
    email = EmailField()
    code = EmailCodeField()
    firstName = FirstNameField(required=False, allow_blank=True, help_text="Where a 400 said `name_needed`.")
    lastName = LastNameField(required=False)
    factorCode = FactorField(
        source="factor_code",
        required=False,
        allow_blank=True,
        help_text="From the authenticator app, where a 401 said `second_factor_required`.",
    )


class RegisterSerializer(serializers.Serializer[dict[str, str]]):
    email = EmailField()
    password = PasswordField("Use at least 8 characters.")
    firstName = FirstNameField()
    lastName = LastNameField(required=False, allow_null=True, default="")

    def validate_lastName(self, value: str | None) -> str:
        return value or ""


class ProfileSerializer(SeenForm):
    """Omitted fields keep their values."""

    email = EmailField(required=False)
    firstName = FirstNameField(required=False)
    lastName = LastNameField(required=False, allow_null=True)
    reminders = serializers.BooleanField(
        required=False, help_text="Whether to email reminders the day before a date, and thanks after it."
    )
    salesEmails = serializers.BooleanField(
        source="sales_emails",
        required=False,
        help_text="Whether to email an admin each morning what was sold the day before.",
    )
    emailCode = EmailCodeField(
        source="email_code",
        required=False,
        allow_blank=True,
        help_text="For a new address of an account without a password: a code that was emailed to the old one.",
    )

    def validate_lastName(self, value: str | None) -> str:
        return value or ""


class EditUserSerializer(ProfileSerializer):
    isAdmin = serializers.BooleanField(source="is_staff", required=False)
    isDeactivated = serializers.BooleanField(required=False)
    digest = DigestField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "isDeactivated" in attrs:
            attrs["is_active"] = not attrs.pop("isDeactivated")
        return attrs


def show_user(user: User) -> dict[str, Any]:
    """Return what staff and the user edit, as the API shows it."""
    return (
        {"reminders": True, "salesEmails": False}
        | UserInfoSerializer(user).data
        | {"isDeactivated": not user.is_active}
    )


class ResetPasswordSerializer(SeenForm):  # all that its question showed is compared
    userId = CodeField(source="user_id", max_length=24, error_messages=messages_for("Choose a user."))
    lockPassword = serializers.BooleanField(source="lock_password", default=False)


class ProofSerializer(serializers.Serializer[Any]):
    """What proves who is asking: the current password or, in an account without one, a code by email."""

    currentPw = PasswordField(
        "Enter your current password.", source="current_password", required=False, allow_null=True, allow_blank=True
    )
    emailCode = EmailCodeField(
        source="email_code", required=False, allow_blank=True, help_text="Where the account has no password."
    )


class ChangePasswordSerializer(ProofSerializer):
    newPw = PasswordField("Use at least 8 characters.", source="new")


class CodeSerializer(serializers.Serializer[Any]):
    code = FactorField()


class BothFactorsSerializer(ProofSerializer, CodeSerializer):
    pass


class ForgotPasswordSerializer(serializers.Serializer[dict[str, str]]):
    email = EmailField()


class SetPasswordSerializer(serializers.Serializer[dict[str, str]]):
    token = serializers.CharField(max_length=200, error_messages=messages_for("This link has expired."))
    newPw = PasswordField("Use at least 8 characters.", source="new")
