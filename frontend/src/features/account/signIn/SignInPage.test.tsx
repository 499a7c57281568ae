import { act, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { request } from "~/api/client"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { anOrder, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"
import { loadToasts } from "~/ui/overlays/notify"

const ana = aUserInfo()

beforeEach(() => anEmptyShop())
afterEach(() => void vi.unstubAllGlobals())

async function openSignIn(url = "/login") {
  const visit = renderAt(url)
  await screen.findByRole("heading", { name: "Sign In" })
  const form = within(screen.getByRole("form", { name: "Sign In" }))
  const email = form.getByLabelText("Email Address")
  const password = form.getByLabelText("Password", { selector: "input" })
  const press = form.getByRole("button", { name: /^Sign In/ })
  const signIn = async () => {
    await visit.user.type(email, "ana@example.com")
    await visit.user.type(password, "four random words")
    await visit.user.click(press)
  }
  return { ...visit, form, email, password, press, signIn }
}

test("who signs in goes to the page they wanted and is remembered", async () => {
  answer("POST /api/users/auth", ana)
  const { signIn, address } = await openSignIn("/login?redirect=%2Fabout")

  await signIn()

  await waitFor(() => expect(address()).toBe("/about"))
  expect(calls[0]?.body).toEqual({ email: "ana@example.com", password: "four random words" })
  expect(JSON.parse(localStorage.getItem("userInfo")!)).toEqual(ana)
})

test("without a page to go back to, signing in leads home", async () => {
  answer("POST /api/users/auth", ana)
  const { signIn, address } = await openSignIn()

  await signIn()

  await waitFor(() => expect(address()).toBe("/"))
})

test("who has to set a new password goes there first", async () => {
  answer("POST /api/users/auth", { ...ana, requiresPasswordReset: true })
  const { signIn, address } = await openSignIn("/login?redirect=%2Fabout")

  await signIn()

  await waitFor(() => expect(address()).toBe("/reset-password"))
})

test("signing in never leads to another site", async () => {
  answer("POST /api/users/auth", ana)
  const { signIn, address } = await openSignIn("/login?redirect=https%3A%2F%2Fevil.example%2F")

  await signIn()

  await waitFor(() => expect(address()).toBe("/"))
})

test("checkout is entered by a full page load", async () => {
  answer("POST /api/users/auth", ana)
  const { origin, href } = window.location
  const replace = vi.fn()
  vi.stubGlobal("location", { origin, href, replace })
  const { signIn } = await openSignIn("/login?redirect=%2Fcheckout%2F")

  await signIn()

  await waitFor(() => expect(replace).toHaveBeenCalledWith("/checkout/"))
})

test("the link to open an account keeps the way back", async () => {
  await openSignIn("/login?redirect=%2Fcheckout%2F")

  expect(screen.getByRole("link", { name: "Create an Account" })).toHaveAttribute("href", paths.register("/checkout/"))
})

describe("above the form", () => {
  test("who comes from checkout reads that the cart is kept", async () => {
    await openSignIn("/login?redirect=%2Fcheckout%2F")

    expect(screen.getByText("Sign in to finish your order. Your cart is saved.")).toBeVisible()
  })

  test("others read nothing of it", async () => {
    await openSignIn("/login?redirect=%2Fabout")

    expect(screen.queryByText(/finish your order/)).not.toBeInTheDocument()
  })

  test("who was signed out by the server is asked to sign in again, and finds the way back", async () => {
    const order = anOrder()
    answer(`/api/orders/${order._id}`, order)
    const { address } = renderAt(paths.order(order._id), { as: ana })
    answer("/api/orders/my_orders", { message: "Please sign in." }, 401)

    await act(() => request("GET", "/api/orders/my_orders").catch(() => {}))

    expect(await screen.findByText("Please sign in again")).toBeVisible()
    expect(address()).toBe(paths.signIn(paths.order(order._id)))
    expect(session.get().user).toBeNull()
  })

  test("who was signed out at checkout reads one sentence about both", async () => {
    const { router, address } = renderAt("/about")

    await act(() => router.navigate(paths.signIn("/checkout/"), { state: { notice: "Please sign in again" } }))

    const told = await screen.findByText(/sign in again/)
    expect(told).toHaveTextContent("Please sign in again to finish your order. Your cart is saved.")
    expect(screen.queryByText(/^Sign in to finish/)).not.toBeInTheDocument()
    expect(address()).toBe("/login?redirect=%2Fcheckout%2F")
  })
})

describe("a refused sign-in", () => {
  test.each([
    [401, "Invalid email or password."],
    [403, "This account is deactivated. Please contact the organizer."],
    [429, "Too many tries. Wait 12 minutes."],
  ])("(%i) stands above the button, and what was typed stays", async (status, sentence) => {
    answer("POST /api/users/auth", { message: sentence }, status)
    const { signIn, form, email, password, address } = await openSignIn()

    await signIn()

    expect(await form.findByRole("alert")).toHaveTextContent(sentence)
    expect(email).toHaveValue("ana@example.com")
    expect(password).toHaveValue("four random words")
    expect(address()).toBe("/login")
    expect(localStorage.getItem("userInfo")).toBeNull()
  })

  test("is shown by the form alone, without a toast", async () => {
    answer("POST /api/users/auth", { message: "Invalid email or password." }, 401)
    const { signIn, form } = await openSignIn()

    await signIn()

    await form.findByRole("alert")
    await act(loadToasts)
    expect(screen.getAllByText("Invalid email or password.")).toHaveLength(1)
  })
})

test("nothing is sent without email and password", async () => {
  const { user, press } = await openSignIn()

  await user.click(press)

  const summary = within(await screen.findByRole("alert"))
  expect(summary.getByText("Enter your email address.")).toBeVisible()
  expect(summary.getByText("Enter your password.")).toBeVisible()
  expect(calls).toEqual([])
})

test("the fields are known to password managers", async () => {
  const { email, password } = await openSignIn()

  expect(email).toHaveAttribute("type", "email")
  expect(email).toHaveAttribute("autocomplete", "username")
  expect(password).toHaveAttribute("autocomplete", "current-password")
})

describe("Forgot password?", () => {
  async function ask(typed: string) {
    const visit = await openSignIn()
    if (typed) await visit.user.type(visit.email, typed)
    await visit.user.click(screen.getByRole("button", { name: "Forgot password?" }))
    const forgotten = within(screen.getByRole("form", { name: "Forgot password" }))
    return { ...visit, forgotten, send: forgotten.getByRole("button", { name: /^Send link/ }) }
  }

  test("asks for the address alone, with what was typed already", async () => {
    const { forgotten } = await ask("ana@example.com")

    expect(forgotten.getByLabelText("Email Address")).toHaveValue("ana@example.com")
    await waitFor(() => expect(forgotten.getByLabelText("Email Address")).toHaveFocus())
  })

  test("says the same whoever asks", async () => {
    answer("POST /api/users/forgot-password", { message: "Something else." })
    const { user, forgotten, send } = await ask("ana@example.com")

    await user.click(send)

    expect(await forgotten.findByRole("status")).toHaveTextContent(
      "If that address has an account, we've emailed you a link.",
    )
    expect(forgotten.getByRole("status")).toHaveTextContent(/spam/)
    expect(calls[0]?.body).toEqual({ email: "ana@example.com" })
  })

  test("takes the place of what was said of the password", async () => {
    answer("POST /api/users/auth", { message: "Invalid email or password." }, 401)
    const { user } = renderAt(paths.signIn())
    await user.type(await screen.findByLabelText("Email Address"), "ana@example.com")
    await user.type(screen.getByLabelText("Password"), "not this one")
    await user.click(screen.getByRole("button", { name: "Sign In" }))
    const form = within(screen.getByRole("form", { name: "Sign In" }))
    expect(await form.findByText("Invalid email or password.")).toBeVisible()

    await user.click(screen.getByRole("button", { name: "Forgot password?" }))

    expect(form.queryByText("Invalid email or password.")).not.toBeInTheDocument()
  })

  test("says so when it was asked for too often", async () => {
    answer("POST /api/users/forgot-password", { message: "Too many tries. Wait 1 minute." }, 429)
    const { user, forgotten, send } = await ask("ana@example.com")

    await user.click(send)

    expect(await forgotten.findByRole("alert")).toHaveTextContent("Too many tries. Wait 1 minute.")
    expect(forgotten.queryByRole("status")).not.toBeInTheDocument()
  })

  test("wants something like an address", async () => {
    const { user, forgotten, send } = await ask("ana")

    await user.click(send)

    expect(await forgotten.findByText("Enter an email like name@example.com.")).toBeVisible()
    expect(calls).toEqual([])
  })
})

describe("with a second factor", () => {
  const needed = { message: "Enter the code from your authenticator app.", code: "second_factor_required" }

  async function openSecondStep() {
    answer("POST /api/users/auth", needed, 401)
    const visit = await openSignIn("/login?redirect=%2Fabout")
    await visit.signIn()
    const code = await screen.findByLabelText("Code")
    return { ...visit, code, pressAgain: screen.getByRole("button", { name: /^Sign In/ }) }
  }

  test("the code is asked for after the password, and both go together", async () => {
    const { user, code, pressAgain, address } = await openSecondStep()
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute("autocomplete", "one-time-code")
    expect(session.get().user).toBeNull()
    answer("POST /api/users/auth", ana)

    await user.type(code, "123 456")
    await user.click(pressAgain)

    await waitFor(() => expect(address()).toBe("/about"))
    const sent = { email: "ana@example.com", password: "four random words", code: "123 456" }
    expect(calls.findLast(({ method }) => method === "POST")?.body).toEqual(sent)
  })

  test("a wrong code is told at its field", async () => {
    const { user, code, pressAgain } = await openSecondStep()
    const wrong = "That code is wrong or was already used."
    answer("POST /api/users/auth", { message: wrong, code: "wrong_code", errors: { code: [wrong] } }, 401)

    await user.type(code, "000000")
    await user.click(pressAgain)

    await waitFor(() => expect(code).toHaveAccessibleDescription(expect.stringContaining(wrong)))
  })

  test("one can start again", async () => {
    const { user } = await openSecondStep()

    await user.click(screen.getByRole("button", { name: "Start again" }))

    expect(screen.getByLabelText("Email Address")).toBeVisible()
  })

  test("who has to set one up goes there first", async () => {
    answer("POST /api/users/auth", { ...ana, isAdmin: true, mustSetUpSecondFactor: true })
    answer("/api/users/second-factor", { isOn: false, isRequired: true, recoveryCodesLeft: 0 })
    const { signIn, address } = await openSignIn("/login?redirect=%2Fadmin%2Forders")

    await signIn()

    await waitFor(() => expect(address()).toBe(paths.profile(ana._id)))
    expect(await screen.findByText(/Set it up to continue/)).toBeVisible()
  })
})
