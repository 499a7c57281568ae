"""When gifts become public: in groups, each of which three people gave."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from giving.gifts import Gift, GiftAmounts, GiftGroup, group_gifts, list_gifts
from giving.splits import CompletedRefund, PaidOrder, Split
from orders.pricing import SoldLine
from payments.postings import Part

D = Decimal
DAY = date(2026, 11, 6)
MOMENT = datetime(2026, 11, 6, tzinfo=UTC)
SEAT = Split(D("12.00"), D("1.80"))


def give(user: int, amount: int | str = 5, *, order: int = 0, fee: str = "0.66", day: date = DAY) -> Gift:
    """Return a gift of a separate order, which has the user's number unless it is said."""
    return Gift(order or user, user, None, day, MOMENT, day, GiftAmounts(D(amount), D(fee)))


def keep_seat(user: int) -> Gift:
    return replace(give(user), amounts=GiftAmounts(SEAT.total, seats=SEAT), is_seat=True)


def take_back(gift: Gift, amount: str = "") -> Gift:
    """Return what returns a gift or a seat that became one, or this much of it."""
    return replace(gift, amounts=GiftAmounts(-D(amount or gift.amounts.gift)), is_return=True)


def group(*gifts: Gift) -> list[tuple[int, Decimal, Decimal]]:
    """Return how many gifts each group has, and what everybody reads of them: the gifts, and PayPal's fees."""
    return [(len(found.gifts), found.amounts.gift, found.amounts.fee) for found in group_gifts(gifts)]


def test_gifts_become_public_when_the_third_person_gives():
    assert group(give(1), give(2)) == []
    assert group(give(1), give(2), give(1, 7, order=8), give(3, 30, fee="1.54"), give(4)) == [(4, 47, D("3.52"))]


def test_later_gifts_wait_for_three_people_again():
    gifts = [give(user) for user in (1, 2, 3, 1, 2, 1, 3)]

    assert group(*gifts) == [(3, 15, D("1.98")), (4, 20, D("2.64"))]


def test_who_got_a_gift_back_does_not_hide_the_others():
    returned = give(1, 37)

    assert group(returned, take_back(returned), give(2), give(3)) == []


def test_undoing_what_returned_an_earlier_gift_hides_nobody():
    first = [give(1, 37), give(2), give(3)]
    second = [take_back(first[0]), give(4), give(5), give(6)]
    undone = replace(first[0], is_return=True)

    assert len(group(*first, *second, undone, give(7), give(8))) == 2


def test_a_group_with_a_returned_gift_does_not_say_which_fees_were_paid():
    """Visitors could calculate from the fees how much was given. The difference would be what one person got back."""
    first = [give(1, 37), give(2), give(3)]

    _, second = group(*first, take_back(first[0]), give(4), give(5), give(6))

    assert second == (4, D("-37") + 3 * (5 - D("0.66")), 0)


def test_a_seat_whose_money_was_returned_after_all_is_no_gift_any_more():
    seat = keep_seat(1)

    (found,) = group_gifts([seat, take_back(seat, "3.80"), take_back(seat, "10.00")])

    assert found.amounts == GiftAmounts(D(0), seats=SEAT)


def test_a_group_with_a_returned_seat_does_not_say_what_the_seats_cost():
    first = [keep_seat(1), keep_seat(2), keep_seat(3)]

    _, second = group_gifts([*first, take_back(first[0]), keep_seat(4), keep_seat(5), keep_seat(6)])

    assert second.amounts == GiftAmounts(3 * D("1.80") - D("13.80"))


# --- The gifts of an order -------------------------------------------------------------------------------------------


def sell(*refunds: CompletedRefund, gift: str = "5.00") -> PaidOrder:
    """Return an order of two seats at $12.00, with refunds."""
    sold = Split(D("24.00"), D("3.60"), gift=D(gift))
    return PaidOrder(sold.total, {7: SoldLine(D("24.00"), D("3.60"), 2)}, sold, D("1.63"), refunds, DAY)


def list_amounts(order: PaidOrder) -> list[tuple[GiftAmounts, bool, bool]]:
    return [(gift.amounts, gift.is_seat, gift.is_return) for gift in list_gifts(order)]


def refund(amount: str, gift: str = "0", fee_back: str = "0", **more: Sequence[Part]) -> CompletedRefund:
    return CompletedRefund(D(amount), D(gift), D(fee_back), booked_on=DAY, **more)


PAID = (GiftAmounts(D("5.00"), D("1.63")), False, False)
SEAT_AS_GIFT = refund("0", parts=[Part(7, 1, D(0), D("2.00"), D("11.80"))])


def test_what_a_refund_gives_back_of_the_fee_is_with_the_gift():
    assert list_amounts(sell(refund("13.80", fee_back="0.48"))) == [PAID, (GiftAmounts(D(0), D("-0.48")), False, True)]
    assert list_amounts(sell(refund("13.80", fee_back="0.48"), gift="0")) == []


def test_a_refund_of_everything_returns_the_gift_and_the_seats_that_became_one():
    kept = (GiftAmounts(D("11.80"), seats=SEAT, return_fee=D("2.00")), True, False)

    assert list_amounts(sell(SEAT_AS_GIFT, refund("32.60"))) == [
        PAID,
        kept,
        (GiftAmounts(D("-5.00")), False, True),
        (GiftAmounts(D("-11.80")), True, True),
    ]


# --- Any order of gifts ----------------------------------------------------------------------------------------------


@st.composite
def draw_gifts(draw: st.DrawFn) -> list[Gift]:
    """Draw gifts of five people, each with another number as its order, and returns of earlier ones."""
    found: list[Gift] = []
    for order in range(1, draw(st.integers(1, 25))):
        earlier = [gift for gift in found if gift.amounts.gift > 0 and left(found, gift) > 0]
        if earlier and draw(st.integers(0, 3)) == 0:
            gift = draw(st.sampled_from(earlier))
            found.append(take_back(gift, draw(st.sampled_from(["1.00", str(left(found, gift))]))))
        else:
            user, kind = draw(st.integers(1, 5)), draw(st.sampled_from([give, give, keep_seat]))
            found.append(replace(kind(user), order=order))
    return found


def left(gifts: Sequence[Gift], gift: Gift) -> Decimal:
    return sum((each.amounts.gift for each in gifts if each.order == gift.order), D(0))


def list_known_sums(groups: Sequence[GiftGroup]) -> Iterator[dict[int, Decimal]]:
    """Yield what sums and differences of groups have of each gift, by the number of its order."""
    for signs in product((0, 1, -1), repeat=len(groups)):
        found: dict[int, Decimal] = defaultdict(Decimal)
        for sign, each in zip(signs, groups, strict=True):
            for gift in each.gifts:
                found[gift.order] += sign * gift.amounts.gift
        yield found


@given(draw_gifts())
def test_no_sum_of_public_groups_has_the_gifts_of_only_one_or_two_people(gifts: list[Gift]) -> None:
    groups, users = list(group_gifts(gifts))[:6], {gift.order: gift.user for gift in gifts}

    for found in list_known_sums(groups):
        assert len({users[order] for order, amount in found.items() if amount}) not in (1, 2)


@given(draw_gifts(), draw_gifts())
def test_a_group_never_changes(gifts: list[Gift], later: list[Gift]) -> None:
    groups = list(group_gifts(gifts))

    assert (
        list(group_gifts([*gifts, *(replace(gift, order=gift.order + 100) for gift in later)]))[: len(groups)] == groups
    )
