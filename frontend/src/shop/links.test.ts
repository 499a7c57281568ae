import { expect, test } from "vitest"
import { safeRedirect } from "~/shop/layout/guards"
import { paths } from "~/shop/paths"
import { mapLink } from "~/common/lib/mapLink"

test.each(["/checkout/", "/product/1?rsvpDate=2026-12-05T03:00:00Z", "/cart#summary"])(
  "%s is a valid redirect",
  (path) => {
    expect(safeRedirect(path)).toBe(path)
  },
)

test.each([
  null,
  "",
  "cart",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/..//evil.example",
  "/../..//evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
])("%o redirects to the home page", (path) => {
  expect(safeRedirect(path)).toBe("/")
})

test("the link searches for the encoded place", () => {
  expect(mapLink("Foam & Felt, 5 Main St")).toContain("query=Foam%20%26%20Felt%2C%205%20Main%20St")
})

test("page links of the public list include the search keyword", () => {
  expect(paths.dates(2)).toBe("/page/2")
  expect(paths.dates(3, "draft night")).toBe("/search/draft%20night/page/3")
})

test("an event link can select one of the event's dates", () => {
  expect(paths.event("abc", "2026-12-05T03:00:00Z")).toBe("/product/abc?rsvpDate=2026-12-05T03%3A00%3A00Z")
})
