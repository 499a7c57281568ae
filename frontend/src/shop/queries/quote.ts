import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { request, type RequestOptions } from "~/common/api/client"
import type { OrderQuote, PlaceOrder } from "~/common/api/types"

export type QuoteRequest = Pick<PlaceOrder, "orderItems" | "voucher" | "giftPrice">

export const quote = (order: QuoteRequest, options?: RequestOptions) =>
  request<OrderQuote>("POST", "/api/orders/quote", order, options)

/** What an order would cost this user. Holds nothing. */
export const quoteQuery = (order: QuoteRequest, userId: string | undefined) =>
  queryOptions({
    queryKey: ["Quote", userId ?? null, order],
    queryFn: ({ signal }) => quote(order, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false, // while the buyer pays, their own order counts as a use of the code
  })
