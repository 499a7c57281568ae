import { act, screen, waitFor } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { request } from "~/common/api/client"
import { session } from "~/shop/state/session"
import { aUserInfo } from "~/testing/factories"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { answer, renderAt } from "~/testing/browser"
import { safeRedirect } from "./guards"

const visitor = aUserInfo()
const flagged = aUserInfo({ requiresPasswordReset: true })

async function landsOn(url: string, address: string, as?: typeof visitor) {
  if (address === "/") anEmptyShop()
  const visit = renderAt(url, as ? { as } : {})
  await screen.findByRole("heading", { level: 1 }) // redirects are done
  await waitFor(() => expect(visit.address()).toBe(address))
  return visit
}

describe("a page for signed-in users", () => {
  test("redirects signed-out users to sign-in, which returns to the page and its query", () =>
    landsOn("/user/abc/?tab=orders", "/login?redirect=%2Fuser%2Fabc%2F%3Ftab%3Dorders"))

  test("includes the checkout", () => landsOn("/checkout/", "/login?redirect=%2Fcheckout%2F"))

  test("opens for signed-in users", () => landsOn("/user/abc/", "/user/abc/", visitor))
})

describe("a page for staff", () => {
  test("redirects signed-out users to sign-in, which returns to the page", () =>
    landsOn("/admin/users", "/login?redirect=%2Fadmin%2Fusers"))

  test("redirects signed-in non-admins to the home page and says why", async () => {
    await landsOn("/admin/users", "/", visitor)

    expect(await screen.findByText("That page is for staff.")).toBeVisible()
  })
})

describe("the sign-in page", () => {
  test.each([
    ["/login?redirect=%2Fabout", "/about"],
    ["/register?redirect=//evil.example", "/"], // never to another site
  ])("redirects signed-in users from %s to %s", async (url, address) => {
    await landsOn(url, address, visitor)
  })

  test("redirects as soon as the user signs in", async () => {
    const visit = await landsOn("/login?redirect=%2Fabout", "/login?redirect=%2Fabout")
    act(() => session.setUser(visitor))

    await waitFor(() => expect(visit.address()).toBe("/about"))
  })

  test("redirects users who must set a new password to that page", () =>
    landsOn("/login?redirect=%2Fabout", "/reset-password", flagged))
})

describe("a user who must set a new password", () => {
  test.each(["/", "/cart", "/user/abc/", "/nowhere"])("can't open %s", async (url) => {
    await landsOn(url, "/reset-password", flagged)
  })

  test("is redirected after any response with that error code", async () => {
    const visit = renderAt("/about", { as: visitor })
    answer("/api/orders/my_orders", { message: "Set a new password.", code: "password_reset_required" }, 403)
    await act(() => request("GET", "/api/orders/my_orders").catch(() => {}))

    await waitFor(() => expect(visit.address()).toBe("/reset-password"))
  })
})

describe("the page for a new password", () => {
  test("redirects all other users to the home page", () => landsOn("/reset-password", "/", visitor))

  test("opens from an emailed link", () => landsOn("/reset-password?token=abc", "/reset-password?token=abc"))
})

test("the checkout header has only the brand and a link back to the cart", async () => {
  renderAt("/checkout/", { as: visitor })

  expect(await screen.findByRole("link", { name: "Back to cart" })).toHaveAttribute("href", "/cart")
  expect(screen.queryByRole("link", { name: "About Us" })).not.toBeInTheDocument()
})

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
