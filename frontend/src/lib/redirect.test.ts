import { expect, test } from "vitest"
import { safeRedirect } from "~/lib/redirect"

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
