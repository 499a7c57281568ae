"""Count the characters that are hashed, which can be fewer or more than were typed."""

from django.contrib.auth.password_validation import MinimumLengthValidator

from accounts.hashing import normalize


class NormalizedLengthValidator(MinimumLengthValidator):
    """For AUTH_PASSWORD_VALIDATORS, also of the console and of commands, which pass what was typed."""

    def validate(self, password: str, user: object = None) -> None:
        super().validate(normalize(password))
