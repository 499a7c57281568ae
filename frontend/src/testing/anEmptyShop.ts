import type { ProductDate } from "~/common/api/types"
import { aProductDate, inDays } from "~/testing/factories"
import { answer } from "~/testing/browser"

/** Sets up a shop without events and without a goal for the season, for tests that visit the home page. */
export function anEmptyShop(): void {
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("/api/products/all", [])
  answer("/api/giving/raised", { message: "There is no goal." }, 404)
}

/** Adds an event beside the welcome of the home page, and these dates, which are not on its cards. */
export function withFurtherDates(dates: ProductDate[], options?: { until: Promise<void> }): void {
  const beside = aProductDate({ startTime: inDays(1) })
  answer("/api/products", { products: [beside], page: 1, pages: 1, total: 1 + dates.length })
  answer("/api/products/all", [beside, ...dates], 200, options)
}
