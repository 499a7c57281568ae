import { get } from "~/common/api/requests"
import { queryString } from "~/common/api/client"
import type { BookingCount } from "~/common/api/types"

/** Seats taken and left on one date; without a date, on the event's next bookable one. */
export const bookingCountQuery = (productId: string, eventStartTime?: string) =>
  get<BookingCount>(
    ["Bookings", productId, eventStartTime ?? null],
    `/api/bookings${queryString({ productId, eventStartTime })}`,
    {
      meta: { loud: true },
    },
  )
