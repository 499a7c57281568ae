import { answer } from "~/testing/server"

/** A shop without events, for tests that pass by the home page. */
export function anEmptyShop(): void {
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("/api/products/all", [])
}
