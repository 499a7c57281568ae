/** Staff's requests to cancel a date of an event or to move it to a new time, and about its waiting list. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { components } from "~/common/api/schema.gen"
import type { WaitingEntry } from "~/common/api/types"

type Schemas = components["schemas"]

export type DateChange = Schemas["DateChange"]
export type DateChangePreview = Schemas["DateChangePreview"]
export type StaffWaitingEntry = Schemas["StaffWaitingEntry"]
export type DateChangeRequest = Omit<Schemas["DateChangeRequestRequest"], "preview">

const at = (productId: string) => `/api/products/${encodeURIComponent(productId)}/date-changes`

/** Counts whom a change would affect. Changes nothing. */
export const previewDateChangeMutation = mutationOptions({
  mutationFn: ({ productId, change }: { productId: string; change: DateChangeRequest }) =>
    request<DateChangePreview>("POST", at(productId), { ...change, preview: true }),
  meta: { quiet: true },
})

/** A repeated key with the same change returns the first result. */
export const changeDateMutation = mutationOptions({
  mutationFn: ({
    productId,
    change,
    idempotencyKey,
  }: {
    productId: string
    change: DateChangeRequest
    idempotencyKey: string
  }) => request<{ _id: string }>("POST", at(productId), change, { headers: { "Idempotency-Key": idempotencyKey } }),
  meta: { invalidates: ["Product", "Bookings", "Order", "Waiting"], quiet: true },
})

/** How far a change has got, counted now. */
export const dateChangeQuery = (id: string) =>
  queryOptions({
    queryKey: ["Order", "date-change", id],
    queryFn: ({ signal }) =>
      request<DateChange>("GET", `/api/date-changes/${encodeURIComponent(id)}`, undefined, { signal }),
    meta: { quiet: true },
  })

// --- The waiting list ------------------------------------------------------------------------------------------------

export const waitingListQuery = (productId: string, startTime: string) =>
  queryOptions({
    queryKey: ["Waiting", productId, startTime],
    queryFn: ({ signal }) =>
      request<Schemas["WaitingList"]>(
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
