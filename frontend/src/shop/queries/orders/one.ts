import { get } from "~/common/api/requests"
import type { Order } from "~/common/api/types"

export const orderQuery = (id: string) => get<Order>(["Order", id], `/api/orders/${encodeURIComponent(id)}`)
