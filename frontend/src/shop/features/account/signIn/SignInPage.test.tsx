import { screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { cart } from "~/shop/state/cart"
import { aProduct, aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt, requests } from "~/testing/browser"

const ana = aUserInfo()
const passwordInput = { selector: "input" }

beforeEach(() => anEmptyShop())
afterEach(() => void vi.unstubAllGlobals())

/** Opens the page and its password. */
async function openSignIn(url = "/login") {
  const visit = renderAt(url)
  await screen.findByRole("heading", { name: "Sign In" })
  const form = within(screen.getByRole("form", { name: "Sign In" }))
  if (!url.endsWith("#password")) await visit.user.click(form.getByRole("button", { name: "Use a password" }))
  await form.findByLabelText("Password", { selector: "input" })
  const email = form.getByLabelText("Email Address")
  const password = form.getByLabelText("Password", { selector: "input" })
  const button = form.getByRole("button", { name: /^Sign In/ })
  const signIn = async () => {
    await visit.user.type(email, "ana@example.com")
    await visit.user.type(password, "four random words")
    await visit.user.click(button)
  }
  return { ...visit, form, email, password, button, signIn }
}

test("the page has one email field, and the password opens below it", async () => {
  const { user, address } = renderAt("/login?redirect=%2Fabout")
  const email = await screen.findByLabelText("Email Address")
  const open = screen.getByRole("button", { name: "Use a password" })
  expect(screen.getAllByRole("textbox")).toEqual([email])
  expect(screen.queryByLabelText("Password", passwordInput)).not.toBeInTheDocument()
  expect(open).toHaveAttribute("aria-expanded", "false")

  await user.type(email, "ana@example.com")
  await user.click(open)

  const password = await screen.findByLabelText("Password", passwordInput)
  expect(screen.getAllByRole("textbox")).toEqual([email])
  expect(email).toHaveValue("ana@example.com")
  expect(password).toHaveFocus()
  expect(password.closest("form")).toBe(email.closest("form")) // for password managers
  expect(open).toHaveAttribute("aria-expanded", "true")
  expect(address()).toBe("/login?redirect=%2Fabout#password")
})

test("Enter in the password signs in, and a code can still be asked for without one", async () => {
  answer("POST /api/users/auth", { message: "Invalid email or password." }, 401)
  answer("POST /api/users/auth/code", { message: "We've emailed you a code. It works for 15 minutes." })
  const { user, email, password } = await openSignIn()
  await user.type(email, "ana@example.com")
  await user.type(password, "four random words{Enter}")
  expect(await screen.findByRole("alert")).toHaveTextContent("Invalid email or password.")
  expect(calls.map(({ url }) => url.pathname)).not.toContain("/api/users/auth/code")

  await user.clear(password)
  await user.click(screen.getByRole("button", { name: /^Email me a code/ }))

  expect(await screen.findByLabelText("Code")).toBeVisible()
  expect(requests("POST").at(-1)?.body).toEqual({ email: "ana@example.com" })
})

test("a password manager that presses no button signs in", async () => {
  answer("POST /api/users/auth", { message: "Invalid email or password." }, 401)
  const { user } = renderAt("/login#password")
  await user.type(await screen.findByLabelText("Email Address"), "ana@example.com")
  await user.type(screen.getByLabelText("Password"), "quiet-harbor")
  screen.getByRole<HTMLFormElement>("form", { name: "Sign In" }).requestSubmit()

  await waitFor(() => expect(requests("POST").map(({ url }) => url.pathname)).toEqual(["/api/users/auth"]))
})

test("signing in opens the requested page and stores the user", async () => {
  answer("POST /api/users/auth", ana)
  const { signIn, address } = await openSignIn("/login?redirect=%2Fabout")

  await signIn()

  await waitFor(() => expect(address()).toBe("/about"))
  expect(calls[0]?.body).toEqual({ email: "ana@example.com", password: "four random words" })
  expect(JSON.parse(localStorage.getItem("userInfo")!)).toEqual(ana)
})

test("in a crowd, the form says so and signs in by itself", async () => {
  const busy = { message: "The shop is busy right now. Try again in a few seconds.", code: "busy" }
  answer("POST /api/users/auth", busy, 503, { headers: { "Retry-After": "1" } })
  const { signIn, address, email } = await openSignIn("/login?redirect=%2Fabout")

  await signIn()

  expect(await screen.findByText("Many people are signing in. You're in line…")).toBeVisible()
  expect(email).toHaveValue("ana@example.com")
  expect(screen.queryByText(busy.message)).toBeNull()
  answer("POST /api/users/auth", ana)
  await waitFor(() => expect(address()).toBe("/about"))
})

test("on the way to the checkout, the page says what is booked and asks for the email alone", async () => {
  const event = aProduct({ name: "Draft Night", price: 12 })
  answer("POST /api/users/auth/code", { message: "We've emailed you a code. It works for 15 minutes." })
  cart.add(event, { bookingDate: "2099-12-05T03:00:00Z", reservationSeats: { qty: 1 } })
  const { user } = renderAt("/login?redirect=%2Fcheckout%2F")
  const email = await screen.findByLabelText("Email Address")

  expect(screen.getByText(/^Almost booked/).closest("p")).toHaveTextContent(
    "Almost booked: 1 seat, Draft Night, Fri, Dec 4 · $13.80",
  )
  const main = within(screen.getByRole("main"))
  expect(main.getAllByRole("button")).toEqual([main.getByRole("button", { name: /^Email me a code/ })])
  expect(main.queryByRole("link")).not.toBeInTheDocument()

  await user.type(email, "ana@example.com")
  await user.click(main.getByRole("button"))
  await user.click(await screen.findByRole("button", { name: "Use another address" }))
  expect(await screen.findByLabelText("Email Address")).toHaveValue("ana@example.com")
  expect(screen.getByRole("button", { name: "Use a password" })).toBeVisible()
  expect(screen.getByRole("link", { name: "Create an Account" })).toBeVisible()

  cart.add(event, { bookingDate: "2099-12-12T03:00:00Z", reservationSeats: { qty: 2 } })
  expect(await screen.findByText(/3 seats on 2 dates/)).toHaveTextContent("3 seats on 2 dates · $41.40")
})

test("signing in opens the checkout with a full page load", async () => {
  answer("POST /api/users/auth", ana)
  const { origin, href } = window.location
  const replace = vi.fn()
  vi.stubGlobal("location", { origin, href, replace })
  const { signIn } = await openSignIn("/login?redirect=%2Fcheckout%2F#password")

  await signIn()

  await waitFor(() => expect(replace).toHaveBeenCalledWith("/checkout/"))
})

test.each([
  [401, "Invalid email or password."],
  [403, "This account is deactivated. Please contact the organizer."],
  [429, "Too many tries. Wait 12 minutes."],
])("a rejected sign-in (%i) is shown above the button, and the form keeps its values", async (status, message) => {
  answer("POST /api/users/auth", { message }, status)
  const { signIn, form, email, password, address } = await openSignIn()

  await signIn()

  expect(await form.findByRole("alert")).toHaveTextContent(message)
  expect(email).toHaveValue("ana@example.com")
  expect(password).toHaveValue("four random words")
  expect(address()).toBe("/login#password")
  expect(localStorage.getItem("userInfo")).toBeNull()
})

test("the fields have attributes for password managers", async () => {
  const { email, password } = await openSignIn()

  expect(email).toHaveAttribute("type", "email")
  expect(email).toHaveAttribute("autocomplete", "username")
  expect(password).toHaveAttribute("autocomplete", "current-password")
  expect(password).toHaveAttribute("type", "password")
})

test("Forgot password? has one field with the address of the sign-in form, and says why no link was sent", async () => {
  answer("POST /api/users/forgot-password", { message: "Too many tries. Wait 1 minute." }, 429)
  const { user, email } = await openSignIn()
  await user.type(email, "ana@example.com")
  await user.click(screen.getByRole("button", { name: "Forgot password?" }))
  const form = within(screen.getByRole("form", { name: "Forgot password" }))
  expect(form.getByLabelText("Email Address")).toHaveValue("ana@example.com")
  await waitFor(() => expect(form.getByLabelText("Email Address")).toHaveFocus())

  await user.click(form.getByRole("button", { name: /^Send link/ }))

  expect(await form.findByRole("alert")).toHaveTextContent("Too many tries. Wait 1 minute.")
  expect(form.queryByRole("status")).not.toBeInTheDocument()
})

test("a wrong code of the second step is shown on its field", async () => {
  const needed = { message: "Enter the code from your authenticator app.", code: "second_factor_required" }
  answer("POST /api/users/auth", needed, 401)
  const { user, signIn } = await openSignIn("/login?redirect=%2Fabout")
  await signIn()
  const code = await screen.findByLabelText("Code")
  const wrong = "That code is wrong or was already used."
  answer("POST /api/users/auth", { message: wrong, code: "wrong_code", errors: { code: [wrong] } }, 401)

  await user.type(code, "000000")
  await user.click(screen.getByRole("button", { name: /^Sign In/ }))

  await waitFor(() => expect(code).toHaveAccessibleDescription(expect.stringContaining(wrong)))
})
