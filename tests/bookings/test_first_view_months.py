"""The heading above the first card of the list, which the app draws again."""

import pytest

from bookings.site.months import get_first_heading

NOVEMBER, DECEMBER, JANUARY = "November 2026", "December 2026", "January 2027"


@pytest.mark.parametrize(
    ("months", "heading"),
    [
        ([NOVEMBER] * 3 + [DECEMBER] * 3, NOVEMBER),
        ([NOVEMBER] + [DECEMBER] * 2, "November – December 2026"),
        ([DECEMBER] * 3 + [JANUARY], "December 2026 – January 2027"),
        ([NOVEMBER] * 3 + [DECEMBER] + [JANUARY] * 2, NOVEMBER),
        ([NOVEMBER], NOVEMBER),
        ([], ""),
    ],
)
def test_months_without_a_full_row_of_cards_share_a_heading(months: list[str], heading: str) -> None:
    assert get_first_heading(months) == heading
