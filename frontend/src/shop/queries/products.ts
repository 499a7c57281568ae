import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { ProductDate, ProductDateList, ProductDetail, UpcomingProductList } from "~/common/api/types"

export interface DateFilters {
  pageNumber?: number
  keyword?: string
  category?: string
  cardSet?: string
  format?: string
  eventLocation?: string
  /** Monday is 0, Sunday is 6 */
  weekday?: string
  /** The highest price of a seat in dollars, as text; "0" is free. */
  priceMax?: string
  /** The least number of seats left. */
  seats?: string
  from?: string
  to?: string
}

/** One event with its bookable dates. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ["Product", id],
    queryFn: ({ signal }) =>
      request<ProductDetail>("GET", `/api/products/${encodeURIComponent(id)}`, undefined, { signal }),
  })

/** A page of upcoming dates, with the values that filters can take. */
export const productDatesQuery = (filters: DateFilters = {}) =>
  queryOptions({
    queryKey: ["Product", "dates", filters],
    queryFn: ({ signal }) =>
      request<ProductDateList>("GET", `/api/products${queryString({ view: "dates", ...filters })}`, undefined, {
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** A page of events, each at its next date, with the values that filters can take. */
export const upcomingQuery = (filters: DateFilters = {}) =>
  queryOptions({
    queryKey: ["Product", "upcoming", filters],
    queryFn: ({ signal }) =>
      request<UpcomingProductList>("GET", `/api/products${queryString({ view: "upcoming", ...filters })}`, undefined, {
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** All dates between two instants, for a calendar; at most `limit`. With `canceled`, also those that are canceled. */
export const allDatesQuery = (range: { start?: string; end?: string; limit?: number; canceled?: true } = {}) =>
  queryOptions({
    queryKey: ["Product", "all", range],
    queryFn: ({ signal }) =>
      request<ProductDate[]>("GET", `/api/products/all${queryString(range)}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })
