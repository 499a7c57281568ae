import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"

const ana = aUserInfo()
const CHECK = "/api/users/auth/code/check"
const STILL_WORKS = "You have asked for too many codes. The last one, sent at 7:05 PM, still works."

beforeEach(() => {
  anEmptyShop()
  answer("POST /api/users/auth/code", { message: "We've emailed you a code. It works for 15 minutes." })
})

async function askForCode(url = "/login?redirect=%2Fabout") {
  const visit = renderAt(url)
  const form = within(await screen.findByRole("form", { name: "Sign In" }))
  await visit.user.type(form.getByLabelText("Email Address"), "ana@example.com")
  await visit.user.click(form.getByRole("button", { name: /^Email me a code/ }))
  const code = await screen.findByLabelText("Code")
  const signIn = () => visit.user.click(screen.getByRole("button", { name: /^Sign In/ }))
  return { ...visit, code, signIn }
}

const checks = () => requests(CHECK)

test("a user who is asked for a name sees the code again only if it no longer works", async () => {
  answer(`POST ${CHECK}`, { message: "Enter your first name.", code: "name_needed", errors: {} }, 400)
  const { user, code, signIn } = await askForCode()
  await user.type(code, "123456")
  await signIn()

  await user.type(await screen.findByLabelText("First Name"), "Ana")
  expect(screen.queryByLabelText("Code")).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "Send a new code" })).not.toBeInTheDocument()

  const ended = "That code is wrong or has ended."
  answer(`POST ${CHECK}`, { message: ended, code: "wrong_code", errors: { code: [ended] } }, 400)
  await user.click(screen.getByRole("button", { name: /^Continue/ }))

  expect(await screen.findByText(ended)).toBeVisible()
  expect(screen.getByLabelText("Code")).toBeInvalid()
  await waitFor(() => expect(screen.getByLabelText("Code")).toHaveFocus())
  expect(screen.getByRole("button", { name: "Send a new code" })).toBeVisible()
  expect(screen.getByLabelText("First Name")).toHaveValue("Ana")
})

test("a second factor is asked for after the code", async () => {
  answer(`POST ${CHECK}`, { message: "Enter the code…", code: "second_factor_required" }, 401)
  const { user, code, signIn, address } = await askForCode()
  await user.type(code, "123456")
  await signIn()

  answer(`POST ${CHECK}`, ana)
  await user.type(await screen.findByLabelText("Second code"), "654321")
  await signIn()

  await waitFor(() => expect(address()).toBe("/about"))
  expect(checks().at(-1)?.body).toMatchObject({ code: "123456", factorCode: "654321" })
})

test("a wrong code is said beside its field, and a new one can be asked for", async () => {
  const wrong = "That code is wrong or has ended."
  answer(`POST ${CHECK}`, { message: wrong, code: "wrong_code", errors: { code: [wrong] } }, 400)
  const { user, code, signIn } = await askForCode()
  await user.type(code, "111111")
  await signIn()

  expect(await screen.findByText(wrong)).toBeVisible()
  expect(code).toBeInvalid()
  await user.click(screen.getByRole("button", { name: "Send a new code" }))
  expect(await screen.findByText("We've emailed you a new code. The one before no longer works.")).toBeVisible()
})

test("when no new code is sent, the page says which one still works", async () => {
  const { user } = await askForCode()
  await user.click(screen.getByRole("button", { name: "Send a new code" }))
  await screen.findByText(/^We've emailed you a new code/)

  answer("POST /api/users/auth/code", { message: STILL_WORKS, code: "code_still_works" }, 429)
  await user.click(screen.getByRole("button", { name: "Send a new code" }))

  expect(await screen.findByText(STILL_WORKS)).toBeVisible()
  expect(screen.queryByText(/^We've emailed you a new code/)).not.toBeInTheDocument()
})

test("a user who asks again for the same address can enter the code that still works", async () => {
  answer("POST /api/users/auth/code", { message: STILL_WORKS, code: "code_still_works" }, 429)
  answer(`POST ${CHECK}`, ana)
  const { user, code, signIn, address } = await askForCode()

  expect(await screen.findByText(STILL_WORKS)).toBeVisible()
  await user.type(code, "123456")
  await signIn()

  await waitFor(() => expect(address()).toBe("/about"))
})

test("an email that can't be sent is said, and the address stays", async () => {
  const message = "We couldn't send the email. Use your password or try again."
  answer("POST /api/users/auth/code", { message, code: "mail_unavailable" }, 503)
  const { user } = renderAt("/login")
  const form = within(await screen.findByRole("form", { name: "Sign In" }))
  await user.type(form.getByLabelText("Email Address"), "ana@example.com")
  await user.click(form.getByRole("button", { name: /^Email me a code/ }))

  expect(await screen.findByText(message)).toBeVisible()
  expect(form.getByLabelText("Email Address")).toHaveValue("ana@example.com")
})

test("the link in the email fills in the code, and only the button sends it", async () => {
  answer(`POST ${CHECK}`, ana)
  const { user, address } = renderAt("/login#email=ana%40example.com&code=123456")

  expect(await screen.findByLabelText("Code")).toHaveValue("123456")
  expect(checks()).toEqual([])
  await user.click(screen.getByRole("button", { name: /^Sign In/ }))

  await waitFor(() => expect(address()).toBe("/"))
  expect(checks()[0]?.body).toMatchObject({ email: "ana@example.com", code: "123456" })
})
