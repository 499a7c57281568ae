import { expect, test } from "vitest"
import { paths } from "~/paths"

test.each(["products", "users", "orders"] as const)("each page of the staff's list of %s has its own URL", (list) => {
  expect(paths.adminPage(list, 1)).toBe(`/admin/${list}/1`)
  expect(paths.adminPage(list, 3)).toBe(`/admin/${list}/3`)
})

test("page links of the public list include the search keyword", () => {
  expect(paths.dates(2)).toBe("/page/2")
  expect(paths.dates(3, "draft night")).toBe("/search/draft%20night/page/3")
})

test("an event link can select one of the event's dates", () => {
  expect(paths.event("abc", "2026-12-05T03:00:00Z")).toBe("/product/abc?rsvpDate=2026-12-05T03%3A00%3A00Z")
})
