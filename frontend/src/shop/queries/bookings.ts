import { queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { BookingCount } from "~/common/api/types"

/** Seats taken and left on one date; without a date, on the event's next bookable one. */
export const bookingCountQuery = (productId: string, eventStartTime?: string) =>
  queryOptions({
    queryKey: ["Bookings", productId, eventStartTime ?? null],
    queryFn: ({ signal }) =>
      request<BookingCount>("GET", `/api/bookings${queryString({ productId, eventStartTime })}`, undefined, { signal }),
  })
