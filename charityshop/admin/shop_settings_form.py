"""The form for the shop settings. It checks color contrast, images and single-line texts."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.conf import settings

from charityshop.admin.seen import SeenModelForm
from charityshop.branding.contrast import refusals
from charityshop.branding.logo import store_logo, store_shared_image
from charityshop.branding.theme import Colors, is_color, theme_of
from charityshop.images.processing import ImageRefused, Upload
from charityshop.models import ShopSettings
from charityshop.text import clean_email, clean_line

COLORS = ("felt", "amber", "link", "felt_dark", "amber_dark", "link_dark")
SINGLE_LINE = (
    "name",
    "description",
    "postal_address",
    "maker_credit",
    "welcome",
    "invitation_title",
    "invitation",
    "charity",
    "legal_name",
    "ein",
)
RECEIPTS = ("receipts", "is_501c3", "legal_name", "ein", "disclosure_text", "gift_alone_text", "no_receipt_text")
RECEIPT_TEXTS = ("disclosure_text", "gift_alone_text", "no_receipt_text")
EIN = re.compile(r"[0-9]{2}-[0-9]{7}")
# Fields that return to their defaults when left empty. The help texts of the others say what empty means.
WITH_DEFAULT = (
    "description",
    "felt",
    "amber",
    "link",
    "welcome",
    "invitation_title",
    "invitation",
    "about",
    "accessibility",
    *RECEIPT_TEXTS,
)
DISCLOSED = ("{value}", "{deductible}")
NEEDED_FOR_RECEIPTS = {
    "is_501c3": "Only a 501(c)(3) organization writes tax receipts.",
    "legal_name": "Enter the name that receipts show.",
    "ein": "Enter the EIN that receipts show.",
}
ACCEPTED = "image/png,image/webp,image/jpeg,image/avif"


class ColorInput(forms.TextInput):
    """A text input for a color such as #12402F. A script adds the browser's color picker."""

    def __init__(self) -> None:
        super().__init__(attrs={"data-colour": "", "pattern": "#[0-9A-Fa-f]{6}", "maxlength": 7})


class ShopForm(SeenModelForm):
    groups = [("charity", "receipts", "is_501c3", "legal_name", "ein")]
    also_writes = {
        "new_logo": "logo",
        "remove_logo": "logo",
        "new_shared_image": "shared_picture",
        "remove_shared_image": "shared_picture",
    }

    new_logo = forms.FileField(
        required=False,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text="Preferably a PNG or WebP with a transparent background, at least 500 pixels high. JPEG and AVIF "
        "work too, SVG does not.",
    )
    remove_logo = forms.BooleanField(required=False, label="Use the default logo")
    new_shared_image = forms.FileField(
        required=False,
        label="New social image",
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text="Chats and social sites show it beside a link. 1200 by 630 pixels; other shapes are cropped.",
    )
    remove_shared_image = forms.BooleanField(required=False, label="Use the default social image")

    class Meta:
        model = ShopSettings
        fields: Sequence[str] = ()  # the console asks for those of its fieldsets
        widgets = {
            **dict.fromkeys(COLORS, ColorInput),
            **{
                name: forms.Textarea(attrs={"rows": 3})
                for name in ("description", "welcome", "invitation", "about", *RECEIPT_TEXTS)
            },
            **{f"about_{number}": forms.Textarea(attrs={"rows": 5}) for number in (1, 2, 3)},
            "accessibility": forms.Textarea(attrs={"rows": 12}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = {"name": settings.SHOP_NAME, **computed_colors(self.instance), **default_values()}
        for name, placeholder in shown.items():
            self.fields[name].widget.attrs["placeholder"] = placeholder
        for name in WITH_DEFAULT:
            field = self.fields[name]
            field.required, field.help_text = False, f"{field.help_text} Empty: the default.".strip()
        self.fields["maker_credit"].help_text += " Empty: none."

    def clean_new_logo(self) -> None:
        if upload := self.cleaned_data["new_logo"]:
            logo = store_or_reject(store_logo, upload)
            self.instance.logo, self.instance.logo_width, self.instance.logo_height = logo.name, logo.width, logo.height

    def clean_new_shared_image(self) -> None:
        if upload := self.cleaned_data["new_shared_image"]:
            self.instance.shared_picture = store_or_reject(store_shared_image, upload)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name, text in cleaned.items():
            if isinstance(text, str):
                cleaned[name] = clean_line(text) if name in SINGLE_LINE else text
        for name in ("contact_email", "charity_email"):
            cleaned[name] = clean_email(cleaned.get(name, ""))
        cleaned |= {name: own for name, own in default_values().items() if cleaned.get(name, own).strip() == ""}
        self.clean_colors(cleaned)
        self.check_receipts(cleaned)
        return cleaned

    def check_receipts(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("ein") and not EIN.fullmatch(cleaned["ein"]):
            self.add_error("ein", "Write an EIN as 12-3456789.")
        if missing := [name for name in DISCLOSED if name not in cleaned.get("disclosure_text", "".join(DISCLOSED))]:
            self.add_error("disclosure_text", f"Keep {' and '.join(missing)} in the text.")
        if cleaned.get("receipts"):
            for name in ("is_501c3", "legal_name", "ein"):
                if not cleaned.get(name) and name not in self.errors:
                    self.add_error(name, NEEDED_FOR_RECEIPTS[name])

    def clean_colors(self, cleaned: dict[str, Any]) -> None:
        chosen = {name: cleaned.get(name, "").strip().upper() for name in COLORS}
        cleaned |= chosen
        for name, color in chosen.items():
            if color and not is_color(color):
                self.add_error(name, "Write a color as # and six digits, such as #12402F.")
        if not any(name in self.errors for name in COLORS):
            for name, messages in refusals(Colors(**chosen), set(self.changed_data)).items():
                self.add_error(name, messages)

    def save(self, commit: bool = True) -> ShopSettings:
        if self.cleaned_data["remove_logo"]:
            self.instance.logo, self.instance.logo_width, self.instance.logo_height = "", 0, 0
        if self.cleaned_data["remove_shared_image"]:
            self.instance.shared_picture = ""
        row: ShopSettings = super().save(commit)
        return row


def default_values() -> dict[str, str]:
    """Return the default texts and colors."""
    defaults = ShopSettings()
    return {name: getattr(defaults, name) for name in WITH_DEFAULT}


def computed_colors(row: ShopSettings) -> dict[str, str]:
    """Return the computed colors that apply where a field is empty."""
    theme = theme_of(row.colors)
    tokens = {"": theme.light, "_dark": theme.dark}
    return {f"{name}{suffix}": getattr(tokens[suffix], name) for suffix in tokens for name in ("felt", "amber", "link")}


def store_or_reject(store: Callable[[Upload], Any], upload: Upload) -> Any:
    """Store an image. Raises ValidationError for one that is not accepted."""
    try:
        return store(upload)
    except ImageRefused as refusal:
        raise forms.ValidationError(str(refusal)) from refusal
