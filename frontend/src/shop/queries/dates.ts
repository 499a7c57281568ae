import { get, loud } from "~/common/api/requests"
import { queryString } from "~/common/api/client"
import type { AskedDate, BookingCount } from "~/common/api/types"

/** Seats taken and left on one date; without a date, on the event's next bookable one. */
export const bookingCountQuery = (productId: string, eventStartTime?: string) =>
  get<BookingCount>(
    ["Bookings", productId, eventStartTime ?? null],
    `/api/bookings${queryString({ productId, eventStartTime })}`,
    loud,
  )

/** What became of the date that a link to an event's page means. The server's page contains the answer. */
export const askedDateQuery = (id: string, rsvpDate: string) =>
  get<AskedDate>(
    ["Product", id, "asked", rsvpDate],
    `/api/products/${encodeURIComponent(id)}/asked-date${queryString({ rsvpDate })}`,
    loud,
  )
