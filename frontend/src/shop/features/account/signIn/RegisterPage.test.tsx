import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"

async function openRegister(url = "/register") {
  const visit = renderAt(url)
  await screen.findByRole("heading", { name: "Create an Account" })
  const form = within(screen.getByRole("form", { name: "Create an Account" }))
  const input = (label: string) => form.getByLabelText(label, { selector: "input" })
  const button = form.getByRole("button", { name: /^Create an Account/ })
  const fillIn = async (over: Record<string, string> = {}) => {
    const typed = {
      "Email Address": "ana@example.com",
      "First Name": "Ana",
      "Last Name (optional)": "Diaz",
      Password: "four random words",
      "Confirm Password": "four random words",
      ...over,
    }
    for (const [label, text] of Object.entries(typed)) if (text) await visit.user.type(input(label), text)
  }
  return { ...visit, form, input, button, fillIn }
}

test("creating an account signs the user in and opens the requested page", async () => {
  const ana = aUserInfo()
  answer("POST /api/users", ana, 201)
  const { user, fillIn, button, address } = await openRegister("/register?redirect=%2Fabout")

  await fillIn()
  await user.click(button)

  await waitFor(() => expect(address()).toBe("/about"))
  expect(calls[0]?.body).toEqual({
    email: "ana@example.com",
    firstName: "Ana",
    lastName: "Diaz",
    password: "four random words",
  })
  expect(JSON.parse(localStorage.getItem("userInfo")!)).toEqual(ana)
})

test("different passwords show an error on the second field, and nothing is sent", async () => {
  const { user, fillIn, button, input } = await openRegister()

  await fillIn({ "Confirm Password": "four other words" })
  await user.click(button)

  expect(await screen.findByText("Passwords do not match.")).toBeVisible()
  expect(input("Confirm Password")).toHaveAccessibleDescription("Passwords do not match.")
  await waitFor(() => expect(input("Confirm Password")).toHaveFocus())
  expect(calls).toEqual([])
})

test("an address that has an account leads to sign in, with the address, also on the way to the checkout", async () => {
  answer("POST /api/users", { message: "User already exists.", code: "email_taken" }, 409)
  const { user, fillIn, button, form, input, address } = await openRegister("/register?redirect=%2Fcheckout%2F")
  expect(screen.getByText("Create an account to finish your order. Your cart is saved.")).toBeVisible()
  await fillIn()
  await user.click(button)
  expect(await form.findByText("User already exists.")).toBeVisible()
  await waitFor(() => expect(input("Email Address")).toHaveFocus())

  await user.click(form.getByRole("link", { name: "Sign in with this address" }))

  await waitFor(() => expect(address()).toBe(paths.signIn("/checkout/")))
  expect(await screen.findByLabelText("Email Address")).toHaveValue("ana@example.com")
})

test("the fields are in order and have attributes for password managers", async () => {
  const { input } = await openRegister()

  const labels = ["Email Address", "First Name", "Last Name (optional)", "Password", "Confirm Password"]
  expect(screen.getByRole("form").querySelectorAll("input")).toHaveLength(labels.length)
  expect([...screen.getByRole("form").querySelectorAll("input")]).toEqual(labels.map(input))
  expect(labels.map((label) => input(label).getAttribute("autocomplete"))).toEqual([
    "email",
    "given-name",
    "family-name",
    "new-password",
    "new-password",
  ])
  expect(labels.map((label) => input(label).getAttribute("type"))).toEqual([
    "email",
    "text",
    "text",
    "password",
    "password",
  ])
})
