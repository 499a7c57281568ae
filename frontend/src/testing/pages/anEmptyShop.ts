import { answer } from "~/testing/server"

/** Sets up a shop without events and without a goal for the season, for tests that visit the home page. */
export function anEmptyShop(): void {
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("/api/products/all", [])
  answer("/api/giving/raised", { message: "There is no goal." }, 404)
}
