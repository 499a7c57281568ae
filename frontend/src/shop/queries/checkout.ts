import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import { requestInLine } from "~/common/api/inLine"
import type { Tag } from "~/common/api/queryClient"
import type { Order, PayPalConfig, PlaceOrder } from "~/common/api/types"

const SEATS_AND_ORDERS: readonly Tag[] = ["Order", "Product", "Bookings"]

/** Places the order and holds its seats. The same key with the same cart returns the same order. */
export const placeOrderMutation = mutationOptions({
  mutationFn: ({ order, idempotencyKey }: { order: PlaceOrder; idempotencyKey: string }) =>
    requestInLine<Order>("POST", "/api/orders", order, { headers: { "Idempotency-Key": idempotencyKey } }),
  meta: { invalidates: SEATS_AND_ORDERS, quiet: true },
})

/** Returns the id of PayPal's order for this order. */
export const startPayPalMutation = mutationOptions({
  mutationFn: (orderId: string) => request<{ id: string }>("POST", `/api/orders/${orderId}/paypal`, {}),
  meta: { invalidates: ["Order"], quiet: true },
})

/** `payment` is the id of PayPal's order, or the Test Order. */
export const payOrderMutation = mutationOptions({
  mutationFn: ({ orderId, payment }: { orderId: string; payment: { id: string } | { test: true } }) =>
    request<Order>("PUT", `/api/orders/${orderId}/pay`, payment),
  meta: { invalidates: SEATS_AND_ORDERS, quiet: true },
})

export const cancelOrderMutation = mutationOptions({
  mutationFn: (orderId: string) => request<Order>("POST", `/api/orders/${orderId}/cancel`, {}),
  meta: { invalidates: [...SEATS_AND_ORDERS, "Quote"], quiet: true },
})

export const paypalConfigQuery = () =>
  queryOptions({
    queryKey: ["Config", "paypal"],
    queryFn: ({ signal }) => request<PayPalConfig>("GET", "/api/config/paypal", undefined, { signal }),
    meta: { quiet: true }, // the payment box shows it, with a button to try again
  })
