import { answer } from "~/testing/server"

/** Sets up a shop without events, for tests that visit the home page. */
export function anEmptyShop(): void {
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("/api/products/all", [])
}
