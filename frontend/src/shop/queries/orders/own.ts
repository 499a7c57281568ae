/** The user's own orders. In their own module, because most pages need at most one order. */
import { queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { NextUp, Order } from "~/common/api/types"

export const myOrdersQuery = () =>
  queryOptions({
    queryKey: ["Order", "mine"],
    queryFn: ({ signal }) => request<Order[]>("GET", "/api/orders/my_orders", undefined, { signal }),
  })

/** What the user may need right now: a ticket, an offer, a choice. Fetched quietly, because pages do without it. */
export const nextUpQuery = () =>
  queryOptions({
    queryKey: ["Order", "next"],
    queryFn: ({ signal }) => request<NextUp>("GET", "/api/orders/next", undefined, { signal }),
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
