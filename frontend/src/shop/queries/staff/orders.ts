/** Staff's requests about orders, and the guest list of a date. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, loud, paged, send } from "~/common/api/requests"
import { queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import { SEATS_AND_ORDERS } from "~/shop/queries/orders"
import type {
  AttentionItem,
  GuestList,
  HistoryEntry,
  ListParams,
  MovePreview,
  Order,
  OrderList,
  OrderStatus,
  PaymentAlert,
  ProductList,
  RefundPreview,
  Schemas,
  UnmatchedPayment,
} from "~/common/api/types"

export interface OrderListParams extends ListParams {
  product?: string
  /** Days in the shop's time zone: "2026-12-04" */
  from?: string
  to?: string
  /** Orders with any of these statuses; all orders if it is missing. */
  status?: readonly OrderStatus[]
}

/** A parameter with several values is repeated for each of them. */
function ordersSearch({ status = [], ...one }: OrderListParams): string {
  const search = queryString({ ...one })
  const several = status.map((each) => `status=${each}`).join("&")
  return several ? `${search || "?"}${search && "&"}${several}` : search
}

export const ordersQuery = (params: OrderListParams = {}) =>
  get<OrderList>(["Order", "log", params], `/api/orders${ordersSearch(params)}`, paged)

/** The URL that downloads the list as CSV, with its filters and order. */
export const ordersExport = ({ pageNumber: _, ...params }: OrderListParams) =>
  `/api/orders/export${ordersSearch(params)}`

/** Everything that staff have to review. */
export const attentionQuery = () => get<AttentionItem[]>(["Order", "attention"], "/api/orders/attention", loud)

const at = (id: string, action = "") => `/api/orders/${encodeURIComponent(id)}${action}`

/** Oldest first. `seen` is the known state of the order: if it changes, the history is fetched again. */
export const historyQuery = (orderId: string, seen: string) =>
  get<HistoryEntry[]>(["Order", orderId, "history", seen], at(orderId, "/history"), paged)

/** Numbers of seats by the ids of their bookings. */
export type RefundedSeats = Record<string, number>

/** Everything that is left, if there are neither seats, the gift nor an amount in dollars. */
export type RefundRequest = Partial<Schemas["RefundOrderRequest"]> & { reason: string }

/** What a refund of these seats would return now; of everything that is left, if they are null. */
export const refundPreviewQuery = (orderId: string, seats: RefundedSeats | null) =>
  queryOptions({
    queryKey: ["Order", orderId, "refund-preview", seats],
    queryFn: ({ signal }) =>
      request<RefundPreview>("POST", at(orderId, "/refund/preview"), seats ? { seats } : {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const refundOrderMutation = send(
  ({ orderId, refund }: { orderId: string; refund: RefundRequest }) =>
    requestOnce<Order>("POST", at(orderId, "/refund"), refund),
  SEATS_AND_ORDERS,
)

/** How many people came in with a booking. */
export const movePreviewQuery = (orderId: string, booking: string) =>
  queryOptions({
    queryKey: ["Order", orderId, "move-preview", booking],
    queryFn: ({ signal }) => request<MovePreview>("POST", at(orderId, "/move/preview"), { booking }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Moves a booking to another date of its event. No money moves. */
export const moveBookingMutation = send(
  ({ orderId, ...move }: { orderId: string; booking: string; to: string; reason: string }) =>
    request<Order>("POST", at(orderId, "/move"), move),
  SEATS_AND_ORDERS,
)

/** Retries a refund that PayPal refused: of a second payment, or a refund that is due. */
export const refundAgainMutation = send(
  ({ id, reason }: { id: string; reason: string }) => request<Order>("POST", at(id, "/refund-again"), { reason }),
  SEATS_AND_ORDERS,
)

/** Ends a review: the payment is accepted, or refused and refunded. */
export const decideOrderMutation = send(
  ({ id, ...decision }: { id: string; accept: boolean; reason: string }) =>
    request<Order>("POST", at(id, "/decide"), decision),
  SEATS_AND_ORDERS,
)

/** Refunds a payment without an order; `id` is that of PayPal's capture. */
export const refundUnmatchedMutation = send(
  ({ id, reason }: { id: string; reason: string }) =>
    request<UnmatchedPayment>("POST", `/api/payments/unmatched/${encodeURIComponent(id)}/refund`, { reason }),
  ["Order"],
)

/** Marks an alert about a payment as done; `releaseSeats` also puts the order's seats back on sale. */
export const resolveAlertMutation = send(
  ({ id, releaseSeats }: { id: string; releaseSeats: boolean }) =>
    request<PaymentAlert>("POST", `/api/payments/alerts/${encodeURIComponent(id)}/resolve`, { releaseSeats }),
  SEATS_AND_ORDERS,
  "loud",
)

const guestsAt = (productId: string, action: string, startTime?: string) =>
  `/api/products/${encodeURIComponent(productId)}/guests${action}${queryString({ startTime })}`

/** The guests on a date of an event; without a date, on the current or next one. */
export const guestsQuery = (productId: string, startTime?: string) =>
  get<GuestList>(["Bookings", "guests", productId, startTime ?? null], guestsAt(productId, "", startTime), paged)

export const guestsExport = (productId: string, startTime?: string) => guestsAt(productId, "/export", startTime)

export interface EventName {
  _id: string
  name: string
}

/** The events' names for a select, from all pages of the staff's list: by name, or those with a part of it, newest first. */
export const eventNamesQuery = (name = "") =>
  queryOptions({
    queryKey: ["Bookings", "names", name], // many requests, so not of the tag that each change of page makes stale
    queryFn: async ({ signal }): Promise<EventName[]> => {
      const sort = name ? ({ sortField: "_id", sortOrder: "desc" } as const) : { sortField: "name" }
      const page = (pageNumber: number) =>
        request<ProductList>("GET", `/api/products${queryString({ pageNumber, name, ...sort })}`, undefined, { signal })
      const first = await page(1)
      const others = Array.from({ length: Math.max(first.pages, 1) - 1 }, (_, index) => page(index + 2))
      const all = [first, ...(await Promise.all(others))]
      return all.flatMap(({ products }) => products.map(({ _id, name }) => ({ _id, name })))
    },
    staleTime: 60_000,
  })
