import type { Tag } from "~/common/api/queryClient"
import { get, loud } from "~/common/api/requests"
import type { NextUp, Order } from "~/common/api/types"

/** What changes with an order. */
export const SEATS_AND_ORDERS: readonly Tag[] = ["Order", "Product", "Bookings"]

export const orderQuery = (id: string) => get<Order>(["Order", id], `/api/orders/${encodeURIComponent(id)}`)

/** The user's own orders. */
export const myOrdersQuery = () => get<Order[]>(["Order", "mine"], "/api/orders/my_orders", loud)

/** What the user may need right now: a ticket, an offer, a choice. Fetched quietly, because pages do without it. */
export const nextUpQuery = () => get<NextUp>(["Order", "next"], "/api/orders/next", { staleTime: 60_000, retry: false })
