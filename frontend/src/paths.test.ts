import { expect, test } from "vitest"
import { paths } from "~/paths"

test.each(["products", "users", "orders"] as const)("pages of the staff's %s are links of their own", (list) => {
  expect(paths.adminPage(list, 1)).toBe(`/admin/${list}/1`)
  expect(paths.adminPage(list, 3)).toBe(`/admin/${list}/3`)
})

test("pages of the public list carry the keyword where there is one", () => {
  expect(paths.dates(2)).toBe("/page/2")
  expect(paths.dates(3, "draft night")).toBe("/search/draft%20night/page/3")
})

test("an event is linked at one of its dates", () => {
  expect(paths.event("abc", "2026-12-05T03:00:00Z")).toBe("/product/abc?rsvpDate=2026-12-05T03%3A00%3A00Z")
})
