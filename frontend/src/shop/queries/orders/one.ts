import { queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { Order } from "~/common/api/types"

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["Order", id],
    queryFn: ({ signal }) => request<Order>("GET", `/api/orders/${encodeURIComponent(id)}`, undefined, { signal }),
    meta: { quiet: true },
  })
