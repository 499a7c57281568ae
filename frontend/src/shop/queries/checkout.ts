import { get, send } from "~/common/api/requests"
import { type RequestOptions, request } from "~/common/api/client"
import { requestInLine } from "~/common/api/inLine"
import { SEATS_AND_ORDERS } from "~/shop/queries/orders"
import type { Order, Quote, PayPalConfig, PlaceOrder } from "~/common/api/types"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"

/** Places the order and holds its seats. The same key with the same cart returns the same order. */
export const placeOrderMutation = send(
  ({ order, idempotencyKey }: { order: PlaceOrder; idempotencyKey: string }) =>
    requestInLine<Order>("POST", "/api/orders", order, { headers: { "Idempotency-Key": idempotencyKey } }),
  SEATS_AND_ORDERS,
)

/** Returns the id of PayPal's order for this order. */
export const startPayPalMutation = send(
  (orderId: string) => request<{ id: string }>("POST", `/api/orders/${orderId}/paypal`, {}),
  ["Order"],
)

/** `payment` is the id of PayPal's order, or the Test Order. */
export const payOrderMutation = send(
  ({ orderId, payment }: { orderId: string; payment: { id: string } | { test: true } }) =>
    request<Order>("PUT", `/api/orders/${orderId}/pay`, payment),
  SEATS_AND_ORDERS,
)

export const cancelOrderMutation = send(
  (orderId: string) => request<Order>("POST", `/api/orders/${orderId}/cancel`, {}),
  [...SEATS_AND_ORDERS, "Quote"],
)

export const paypalConfigQuery = () => get<PayPalConfig>(["Config", "paypal"], "/api/config/paypal")

export type QuoteRequest = Pick<PlaceOrder, "orderItems" | "voucher" | "giftPrice">

export const quote = (order: QuoteRequest, options?: RequestOptions) =>
  request<Quote>("POST", "/api/orders/quote", order, options)

/** What an order would cost this user. Holds nothing. */
export const quoteQuery = (order: QuoteRequest, userId: string | undefined) =>
  queryOptions({
    queryKey: ["Quote", userId ?? null, order],
    queryFn: ({ signal }) => quote(order, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false, // while the buyer pays, their own order counts as a use of the code
  })
