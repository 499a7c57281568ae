import { act, screen, waitFor } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { request } from "~/api/client"
import { session } from "~/state/session"
import { aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

const visitor = aUserInfo()
const admin = aUserInfo({ isAdmin: true })
const flagged = aUserInfo({ requiresPasswordReset: true })

async function landsOn(url: string, address: string, as?: typeof visitor) {
  const visit = renderAt(url, as ? { as } : {})
  await screen.findByRole("heading", { level: 1 }) // a page is drawn: nobody is on the way any more
  await waitFor(() => expect(visit.address()).toBe(address))
  return visit
}

describe("a page for signed-in people", () => {
  test("sends others to sign in, with the way back and its query", () =>
    landsOn("/user/abc/?tab=orders", "/login?redirect=%2Fuser%2Fabc%2F%3Ftab%3Dorders"))

  test("is the checkout too", () => landsOn("/checkout/", "/login?redirect=%2Fcheckout%2F"))

  test("lets them in", () => landsOn("/user/abc/", "/user/abc/", visitor))
})

describe("a page for staff", () => {
  test("sends signed-out people to sign in, with the way back", () =>
    landsOn("/admin/users", "/login?redirect=%2Fadmin%2Fusers"))

  test("sends signed-in non-admins home, and tells them why", async () => {
    await landsOn("/admin/users", "/", visitor)

    expect(await screen.findByText("That page is for staff.")).toBeVisible()
  })

  test("lets staff in", () => landsOn("/admin/users", "/admin/users", admin))
})

describe("the sign-in page", () => {
  test("sends who is signed in on to where they wanted", () => landsOn("/login?redirect=%2Fabout", "/about", visitor))

  test("never sends anybody to another site", () => landsOn("/register?redirect=//evil.example", "/", visitor))

  test("sends on as soon as somebody signs in", async () => {
    const visit = await landsOn("/login?redirect=%2Fabout", "/login?redirect=%2Fabout")
    act(() => session.setUser(visitor))

    await waitFor(() => expect(visit.address()).toBe("/about"))
  })

  test("sends who needs a new password to set it", () =>
    landsOn("/login?redirect=%2Fabout", "/reset-password", flagged))
})

describe("who must set a new password", () => {
  test.each(["/", "/cart", "/user/abc/", "/nowhere"])("is kept from %s", async (url) => {
    await landsOn(url, "/reset-password", flagged)
  })

  test("has a header with nothing but the way out", async () => {
    await landsOn("/reset-password", "/reset-password", flagged)

    expect(screen.getByRole("button", { name: "Logout" })).toBeVisible()
    expect(screen.queryByRole("link", { name: /Cart/ })).not.toBeInTheDocument()
  })

  test("is found out by any answer of the server", async () => {
    const visit = renderAt("/about", { as: visitor })
    answer("/api/orders/my_orders", { message: "Set a new password.", code: "password_reset_required" }, 403)
    await act(() => request("GET", "/api/orders/my_orders").catch(() => {}))

    await waitFor(() => expect(visit.address()).toBe("/reset-password"))
  })
})

describe("the page for a new password", () => {
  test("sends everybody else home", () => landsOn("/reset-password", "/", visitor))

  test("opens for a mail's link", () => landsOn("/reset-password?token=abc", "/reset-password?token=abc"))
})

test("checkout's header has only the brand and the way back to the cart", async () => {
  renderAt("/checkout/", { as: visitor })

  expect(await screen.findByRole("link", { name: "Back to cart" })).toHaveAttribute("href", "/cart")
  expect(screen.queryByRole("link", { name: "About Us" })).not.toBeInTheDocument()
})
