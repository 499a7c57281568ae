/** The waiting list of a date, for staff. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import { queryString } from "~/api/queryString"
import type { components } from "~/api/schema.gen"
import type { WaitingEntry } from "~/api/types"

export type WaitingList = components["schemas"]["WaitingList"]
export type StaffWaitingEntry = components["schemas"]["StaffWaitingEntry"]

export const waitingListQuery = (productId: string, startTime: string) =>
  queryOptions({
    queryKey: ["Waiting", productId, startTime],
    queryFn: ({ signal }) =>
      request<WaitingList>(
        "GET",
        `/api/products/${encodeURIComponent(productId)}/waiting${queryString({ startTime })}`,
        undefined,
        { signal },
      ),
  })

export const removeFromWaitingMutation = mutationOptions({
  mutationFn: ({ id, reason }: { id: string; reason: string }) =>
    request<WaitingEntry>("DELETE", `/api/waiting/${encodeURIComponent(id)}`, { reason }),
  meta: { invalidates: ["Waiting", "Product", "Bookings", "Order"], quiet: true },
})
