import { get, loud, paged } from "~/common/api/requests"
import { queryString } from "~/common/api/client"
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
  get<ProductDetail>(["Product", id], `/api/products/${encodeURIComponent(id)}`, loud)

/** A page of upcoming dates, with the values that filters can take. */
export const productDatesQuery = (filters: DateFilters = {}) =>
  get<ProductDateList>(
    ["Product", "dates", filters],
    `/api/products${queryString({ view: "dates", ...filters })}`,
    paged,
  )

/** A page of events, each at its next date, with the values that filters can take. */
export const upcomingQuery = (filters: DateFilters = {}) =>
  get<UpcomingProductList>(
    ["Product", "upcoming", filters],
    `/api/products${queryString({ view: "upcoming", ...filters })}`,
    paged,
  )

/** All dates between two instants, for a calendar; at most `limit`. With `canceled`, also those that are canceled. */
export const allDatesQuery = (range: { start?: string; end?: string; limit?: number; canceled?: true } = {}) =>
  get<ProductDate[]>(["Product", "all", range], `/api/products/all${queryString(range)}`, paged)
