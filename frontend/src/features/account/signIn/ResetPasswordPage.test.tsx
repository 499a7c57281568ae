import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { session } from "~/state/session"
import { cart } from "~/state/cart"
import { aUserInfo, inDays } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

const flagged = aUserInfo({ requiresPasswordReset: true })
const NOTICE = "An admin has initiated a password reset for your account."

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => {})
})

async function openReset(url = "/reset-password", as?: typeof flagged) {
  const visit = renderAt(url, as ? { as } : {})
  await screen.findByRole("heading", { name: "Set New Password" })
  const form = within(screen.getByRole("form", { name: "Set New Password" }))
  const press = form.getByRole("button", { name: /^Reset Password/ })
  const set = async (password: string, again = password) => {
    await visit.user.type(form.getByLabelText("New Password", { selector: "input" }), password)
    await visit.user.type(form.getByLabelText("Confirm Password", { selector: "input" }), again)
    await visit.user.click(press)
  }
  return { ...visit, form, press, set }
}

describe("asked by an admin", () => {
  test("the page says so", async () => {
    await openReset("/reset-password", flagged)

    expect(screen.getByText(NOTICE)).toBeVisible()
  })

  test("a new password signs the person out and leads to sign in, which says so", async () => {
    answer("PUT /api/users/change-password", { message: "Password changed. Please sign in." })
    const { set, address } = await openReset("/reset-password", flagged)

    await set("four random words")

    await waitFor(() => expect(address()).toBe("/login"))
    expect(await screen.findByText("Password changed. Please sign in.")).toBeVisible()
    expect(calls[0]?.body).toEqual({ newPw: "four random words" })
    expect(session.get().user).toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  test("the button says what it is doing", async () => {
    answer("PUT /api/users/change-password", { message: "Done." }, 200, { delayMs: 50 })
    const { set, press, address } = await openReset("/reset-password", flagged)

    await set("four random words")

    expect(press).toHaveAttribute("aria-disabled", "true")
    expect(screen.getByText("Resetting...")).not.toHaveClass("invisible")
    await waitFor(() => expect(address()).toBe("/login"))
  })

  test("different passwords raise an alert, and nothing is sent", async () => {
    const { set, form } = await openReset("/reset-password", flagged)

    await set("four random words", "four other words")

    expect(within(await form.findByRole("alert")).getByText("Passwords do not match")).toBeVisible()
    expect(calls).toEqual([])
  })

  test.each(["", "seven c"])("%j is too short, and nothing is sent", async (password) => {
    const { user, form, press } = await openReset("/reset-password", flagged)
    if (password) await user.type(form.getByLabelText("New Password", { selector: "input" }), password)

    await user.click(press)

    const summary = within(await form.findByRole("alert"))
    expect(summary.getAllByText("Use at least 8 characters.")).toHaveLength(2)
    expect(calls).toEqual([])
  })

  test("a failure is logged and said above the button, without a toast", async () => {
    answer("PUT /api/users/change-password", { message: "Something broke on our side." }, 500)
    const { set, form } = await openReset("/reset-password", flagged)

    await set("four random words")

    expect(await form.findByRole("alert")).toHaveTextContent("Something broke on our side.")
    expect(logged).toHaveBeenCalledWith("The new password was not set.", expect.anything())
    expect(screen.getAllByText("Something broke on our side.")).toHaveLength(1)
  })

  test("what the server says of the password stands at its field", async () => {
    const sentence = "Choose a password that you have not used here."
    answer("PUT /api/users/change-password", { message: sentence, errors: { newPw: [sentence] } }, 400)
    const { set, form } = await openReset("/reset-password", flagged)

    await set("four random words")

    const field = form.getByLabelText("New Password", { selector: "input" })
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(`${sentence}$`)))
  })
})

describe("with the link of a mail", () => {
  const url = "/reset-password?token=abc"

  test("the page does not speak of an admin", async () => {
    await openReset(url)

    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument()
  })

  test("a new password leads to sign in, and the visitor's cart stays", async () => {
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

  test("who is signed in here is signed out first", async () => {
    answer("POST /api/users/set-password", { message: "Password changed. Please sign in." })
    answer("POST /api/users/logout", { message: "Signed out." })
    const { set, address } = await openReset(url, aUserInfo())

    await set("four random words")

    await waitFor(() => expect(address()).toBe("/login"))
    expect(calls.map(({ url: { pathname } }) => pathname)).toContain("/api/users/logout")
    expect(session.get().user).toBeNull()
  })

  test("a used link says that it has expired, and sends a new one", async () => {
    const refusal = { message: "This link has expired.", code: "link_expired" }
    answer("POST /api/users/set-password", refusal, 400)
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

  test("a link without a token has expired from the start", async () => {
    renderAt("/reset-password?token=")

    expect(await screen.findByText("This link has expired.")).toBeVisible()
  })
})
