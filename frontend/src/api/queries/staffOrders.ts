/** What staff do with orders, and who comes on a date. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { Tag } from "~/api/queryClient"
import { queryString } from "~/api/queryString"
import type { components } from "~/api/schema.gen"
import type { Order, OrderList, OrderStatus, ProductList } from "~/api/types"

export type ReviewItem = components["schemas"]["AttentionItem"]
export type OrderEvent = components["schemas"]["HistoryEntry"]
export type Guest = components["schemas"]["Guest"]
export type GuestList = components["schemas"]["GuestList"]
export type SumOfOrders = components["schemas"]["OrderRevenue"]
export type UnmatchedPayment = components["schemas"]["UnmatchedPayment"]
export type PaymentAlert = components["schemas"]["PaymentAlert"]

const SEATS_AND_ORDERS: readonly Tag[] = ["Order", "Product", "Bookings"]

export interface OrdersAsked {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
  product?: string
  /** Days, as the shop's calendar has them: "2026-12-04" */
  from?: string
  to?: string
  /** Any of these; without it every order. */
  status?: readonly OrderStatus[]
}

/** A parameter that may be there several times is written once for each of its values. */
function ordersSearch({ status = [], ...one }: OrdersAsked): string {
  const search = queryString({ ...one })
  const several = status.map((each) => `status=${each}`).join("&")
  return several ? `${search || "?"}${search && "&"}${several}` : search
}

export const ordersQuery = (asked: OrdersAsked = {}) =>
  queryOptions({
    queryKey: ["Order", "log", asked],
    queryFn: ({ signal }) => request<OrderList>("GET", `/api/orders${ordersSearch(asked)}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

/** The list as a spreadsheet, with its filters and order: an address for a link. */
export const ordersExport = ({ pageNumber: _, ...asked }: OrdersAsked) => `/api/orders/export${ordersSearch(asked)}`

/** What the chosen orders come to, on all pages of the list; without days or an event it is refused. */
export const orderSumsQuery = ({ pageNumber: _page, sortField: _field, sortOrder: _order, ...asked }: OrdersAsked) =>
  queryOptions({
    queryKey: ["Order", "sums", asked],
    queryFn: ({ signal }) =>
      request<SumOfOrders>("GET", `/api/orders/sums${ordersSearch(asked)}`, undefined, { signal }),
    meta: { quiet: true },
  })

/** Everything that waits for a person. */
export const attentionQuery = () =>
  queryOptions({
    queryKey: ["Order", "attention"],
    queryFn: ({ signal }) => request<ReviewItem[]>("GET", "/api/orders/attention", undefined, { signal }),
  })

const at = (id: string, action = "") => `/api/orders/${encodeURIComponent(id)}${action}`

/** Oldest first. `seen` is what is known of the order's state: another one asks for the history anew. */
export const historyQuery = (orderId: string, seen: string) =>
  queryOptions({
    queryKey: ["Order", orderId, "history", seen],
    queryFn: ({ signal }) => request<OrderEvent[]>("GET", at(orderId, "/history"), undefined, { signal }),
    placeholderData: keepPreviousData,
  })

export const deliverOrderMutation = mutationOptions({
  mutationFn: (orderId: string) => request<Order>("PUT", at(orderId, "/deliver"), {}),
  meta: { invalidates: ["Order"] },
})

/** Whole dates by their bookings' ids, or an amount in dollars, or neither: then all that is left. */
export type RefundAsked = { reason: string } & ({ lines: string[] } | { amount: number } | object)

export const refundOrderMutation = mutationOptions({
  mutationFn: ({ orderId, refund }: { orderId: string; refund: RefundAsked }) =>
    request<Order>("POST", at(orderId, "/refund"), refund),
  meta: { invalidates: SEATS_AND_ORDERS, quiet: true },
})

/** Asks PayPal anew for a second payment, or a refund due, that it would not give back. */
export const refundAgainMutation = mutationOptions({
  mutationFn: ({ id, reason }: { id: string; reason: string }) =>
    request<Order>("POST", at(id, "/refund-again"), { reason }),
  meta: { invalidates: SEATS_AND_ORDERS, quiet: true },
})

/** Ends a review: what PayPal took is right (`accept`), or it goes back. */
export const decideOrderMutation = mutationOptions({
  mutationFn: ({ id, ...decision }: { id: string; accept: boolean; reason: string }) =>
    request<Order>("POST", at(id, "/decide"), decision),
  meta: { invalidates: SEATS_AND_ORDERS, quiet: true },
})

/** Gives back a payment that no order claims; `id` is PayPal's, of the capture. */
export const refundUnmatchedMutation = mutationOptions({
  mutationFn: ({ id, reason }: { id: string; reason: string }) =>
    request<UnmatchedPayment>("POST", `/api/payments/unmatched/${encodeURIComponent(id)}/refund`, { reason }),
  meta: { invalidates: ["Order"], quiet: true },
})

/** Marks an alert about a payment as done; `releaseSeats` also puts the order's seats back on sale. */
export const resolveAlertMutation = mutationOptions({
  mutationFn: ({ id, releaseSeats }: { id: string; releaseSeats: boolean }) =>
    request<PaymentAlert>("POST", `/api/payments/alerts/${encodeURIComponent(id)}/resolve`, { releaseSeats }),
  meta: { invalidates: SEATS_AND_ORDERS },
})

const guestsAt = (productId: string, action: string, startTime?: string) =>
  `/api/products/${encodeURIComponent(productId)}/guests${action}${queryString({ startTime })}`

/** Who comes on a date of an event; without one, on the date that is on or comes next. */
export const guestsQuery = (productId: string, startTime?: string) =>
  queryOptions({
    queryKey: ["Bookings", "guests", productId, startTime ?? null],
    queryFn: ({ signal }) => request<GuestList>("GET", guestsAt(productId, "", startTime), undefined, { signal }),
    placeholderData: keepPreviousData,
  })

export const guestsExport = (productId: string, startTime?: string) => guestsAt(productId, "/export", startTime)

export interface EventName {
  _id: string
  name: string
}

const MOST_PAGES = 20

/** Every event by name, to choose from: all pages of the staff's list, as far as a select makes sense. */
export const eventNamesQuery = () =>
  queryOptions({
    queryKey: ["Product", "names"],
    queryFn: async ({ signal }): Promise<EventName[]> => {
      const page = (pageNumber: number) =>
        request<ProductList>("GET", `/api/products${queryString({ pageNumber, sortField: "name" })}`, undefined, {
          signal,
        })
      const first = await page(1)
      const others = Array.from({ length: Math.min(first.pages, MOST_PAGES) - 1 }, (_, index) => page(index + 2))
      const all = [first, ...(await Promise.all(others))]
      return all.flatMap(({ products }) => products.map(({ _id, name }) => ({ _id, name })))
    },
    staleTime: 60_000,
    meta: { quiet: true }, // without it the list still works, only not narrowed to one event
  })
