/** Staff's requests to cancel one date of an event, or to move it to a new time. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { components } from "~/api/schema.gen"

type Schemas = components["schemas"]

export type DateChange = Schemas["DateChange"]
export type DateChangePreview = Schemas["DateChangePreview"]
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
    queryKey: ["DateChange", id],
    queryFn: ({ signal }) =>
      request<DateChange>("GET", `/api/date-changes/${encodeURIComponent(id)}`, undefined, { signal }),
    meta: { quiet: true },
  })
