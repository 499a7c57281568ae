"""Locks on vouchers and memberships. Taken after the buyer's and before those of orders and dates, by ID."""

from discounts.models import Membership, Voucher


def lock_voucher(voucher_id: int) -> Voucher:
    """Return the locked voucher with its events. Staff may have changed it since it was found; check it again."""
    return Voucher.objects.select_for_update().prefetch_related("events").get(pk=voucher_id)


def lock_membership(membership_id: int) -> Membership:
    """Return the locked membership, which may have ended or been unlinked since it was found."""
    return Membership.objects.select_for_update().get(pk=membership_id)
