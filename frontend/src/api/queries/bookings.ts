import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import { queryString } from "~/api/queryString"
import type { BookingCount } from "~/api/types"

/** Seats taken and left on one date; without a date, on the event's next bookable one. */
export const bookingCountQuery = (productId: string, eventStartTime?: string) =>
  queryOptions({
    queryKey: ["Bookings", productId, eventStartTime ?? null],
    queryFn: ({ signal }) =>
      request<BookingCount>("GET", `/api/bookings${queryString({ productId, eventStartTime })}`, undefined, { signal }),
  })

export interface SentBooking {
  product: string
  reservationSeats: number
  bookingDate: string
  status: "confirmed"
  order: string
  user: string
}

/** One booking of a paid order. The server has it already and answers the same one each time. */
export const createBookingMutation = mutationOptions({
  mutationFn: (booking: SentBooking) => request<{ _id: string }>("POST", "/api/bookings", booking),
  meta: { invalidates: ["Product", "Bookings"], quiet: true },
})
