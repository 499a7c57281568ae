import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { session } from "~/shop/state/session"
import { cart } from "~/shop/state/cart"
import { aUserInfo, inDays } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"

const flagged = aUserInfo({ requiresPasswordReset: true })

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {})
})

async function openReset(url = "/reset-password", as?: typeof flagged) {
  const visit = renderAt(url, as ? { as } : {})
  await screen.findByRole("heading", { name: "Set New Password" })
  const form = within(screen.getByRole("form", { name: "Set New Password" }))
  const button = form.getByRole("button", { name: /^Reset Password/ })
  const set = async (password: string, again = password) => {
    await visit.user.type(form.getByLabelText("New Password", { selector: "input" }), password)
    await visit.user.type(form.getByLabelText("Confirm Password", { selector: "input" }), again)
    await visit.user.click(button)
  }
  return { ...visit, form, button, set }
}

describe("after a reset by an admin", () => {
  test("a new password signs the user out and opens the sign-in page with a toast", async () => {
    answer("PUT /api/users/change-password", { message: "Password changed. Please sign in." })
    const { set, address } = await openReset("/reset-password", flagged)

    await set("four random words")

    await waitFor(() => expect(address()).toBe("/login"))
    expect(await screen.findByText("Password changed. Please sign in.")).toBeVisible()
    expect(calls[0]?.body).toEqual({ newPw: "four random words" })
    expect(session.get().user).toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  test.each(["", "seven c"])("%j is too short, and nothing is sent", async (password) => {
    const { user, form, button } = await openReset("/reset-password", flagged)
    if (password) await user.type(form.getByLabelText("New Password", { selector: "input" }), password)

    await user.click(button)

    const summary = within(await form.findByRole("alert"))
    expect(summary.getAllByText("Use at least 8 characters.")).toHaveLength(2)
    expect(calls).toEqual([])
  })
})

describe("with an emailed link", () => {
  const url = "/reset-password?token=abc"

  test("a new password opens the sign-in page and keeps a signed-out user's cart", async () => {
    answer("POST /api/users/logout", { message: "Signed out." })
    answer("POST /api/users/set-password", { message: "Password changed. Please sign in." })
    const { set, address } = await openReset(url)
    const twoSeats = { bookingDate: inDays(7), reservationSeats: { qty: 2 } }
    cart.add({ _id: "abc", name: "Game night", image: "", price: 12 }, twoSeats)

    await set("four random words")

    await waitFor(() => expect(address()).toBe("/login"))
    expect(await screen.findByText("Password changed. Please sign in.")).toBeVisible()
    expect(calls[0]?.body).toEqual({ token: "abc", newPw: "four random words" })
    expect(localStorage.getItem("cart")).toContain("Game night")
  })

  test("setting a password signs out the user of this browser", async () => {
    answer("POST /api/users/set-password", { message: "Password changed. Please sign in." })
    answer("POST /api/users/logout", { message: "Signed out." })
    const { set, address } = await openReset(url, aUserInfo())

    await set("four random words")

    await waitFor(() => expect(address()).toBe("/login"))
    expect(calls.map(({ url: { pathname } }) => pathname)).toContain("/api/users/logout")
    expect(session.get().user).toBeNull()
  })

  test("a used link shows that it has expired and offers a new one", async () => {
    const expired = { message: "This link has expired.", code: "link_expired" }
    answer("POST /api/users/set-password", expired, 400)
    answer("POST /api/users/forgot-password", { message: "Sent." })
    const { user, set } = await openReset(url)

    await set("four random words")
    expect(await screen.findByText("This link has expired.")).toBeVisible()
    await user.click(screen.getByRole("button", { name: "Send a new one" }))
    await user.type(screen.getByLabelText("Email Address"), "ana@example.com")
    await user.click(screen.getByRole("button", { name: /^Send link/ }))

    expect(await screen.findByText(/If that address has an account, we've emailed you a link\./)).toBeVisible()
    expect(calls.at(-1)?.body).toEqual({ email: "ana@example.com" })
  })
})
