import { useMutation } from "@tanstack/react-query"
import { messageOf } from "~/api/client"
import { createBookingMutation } from "~/api/queries/bookings"
import type { Order } from "~/api/types"
import { notify } from "~/ui/overlays/notify"

/** One booking for each date of a paid order. The seats are the order's already, so a failure only is told. */
export function useConfirmBookings(): (order: Order) => Promise<void> {
  const { mutateAsync: create } = useMutation(createBookingMutation)
  return async (order) => {
    const sent = order.orderItems.flatMap((item) =>
      item.bookings.map((booking) =>
        create({
          product: item._id,
          reservationSeats: booking.reservationSeats.qty,
          bookingDate: booking.bookingDate,
          status: "confirmed",
          order: order._id,
          user: order.user,
        }),
      ),
    )
    for (const result of await Promise.allSettled(sent)) {
      if (result.status === "fulfilled") continue
      console.error("A booking of a paid order was not confirmed.", result.reason)
      notify.error(messageOf(result.reason))
    }
  }
}
