/** What buyers do with seats of a paid order: return them, or move them to another date. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { components } from "~/common/api/schema.gen"

type Schemas = components["schemas"]

export type ChangeOptions = Schemas["OrderOptions"]
export type BookingOptions = Schemas["BookingOptions"]
export type RefundOption = Schemas["RefundOption"]
export type OrderChange = Schemas["OrderChange"]
export type ChangeKind = OrderChange["kind"]
export type ChangeRequest = Schemas["ChangeRequestRequest"]
export type ChangedOrder = Schemas["ChangedOrder"]

const SEATS_AND_ORDERS: readonly Tag[] = ["Order", "Product", "Bookings"]

const at = (orderId: string, action: string) => `/api/orders/${encodeURIComponent(orderId)}/${action}`

/** Never from the cache: amounts and seats may have changed since. */
export const changeOptionsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["Order", orderId, "options"],
    queryFn: ({ signal }) => request<ChangeOptions>("GET", at(orderId, "options"), undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** A repeated key with the same change returns the first result. */
export const changeOrderMutation = mutationOptions({
  mutationFn: ({
    orderId,
    change,
    idempotencyKey,
  }: {
    orderId: string
    change: ChangeRequest
    idempotencyKey: string
  }) =>
    request<ChangedOrder>("POST", at(orderId, "changes"), change, { headers: { "Idempotency-Key": idempotencyKey } }),
  meta: { invalidates: SEATS_AND_ORDERS, quiet: true },
})
