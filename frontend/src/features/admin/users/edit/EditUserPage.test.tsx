import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { User } from "~/api/types"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { aUser, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

function openForm(person: User, as = aUserInfo({ isAdmin: true })) {
  answer(`/api/users/${person._id}`, person)
  answer("/api/users", { users: [person], page: 1, pages: 1, total: 1 })
  return renderAt(paths.adminUser(person._id), { as })
}

const saved = () => calls.findLast(({ method }) => method === "PUT")!.body

test("the form saves, says so, and goes back to the list", async () => {
  const person = aUser({ firstName: "Ann" })
  answer(`PUT /api/users/${person._id}`, person)
  const { user, address } = openForm(person)
  const name = await screen.findByLabelText("First Name")
  expect(screen.getByRole("heading", { level: 1, name: "Edit User" })).toBeVisible()
  expect(name).toHaveValue("Ann")
  expect(screen.getByLabelText(/^Last Name/)).toHaveValue("Diaz")
  expect(screen.getByLabelText("Email")).toHaveValue("ana@example.com")
  expect(screen.getByRole("checkbox", { name: "Is Admin?" })).not.toBeChecked()
  expect(screen.getByLabelText("Is Admin?")).toHaveAccessibleDescription("Admins can see all orders and change events.")

  await user.clear(name)
  await user.type(name, "Ana")
  await user.click(screen.getByLabelText("Is Admin?"))
  await user.click(screen.getByRole("button", { name: "Update" }))

  expect(await screen.findByText("User updated!")).toBeVisible()
  await waitFor(() => expect(address()).toBe("/admin/users"))
  expect(saved()).toEqual({
    userId: person._id,
    firstName: "Ana",
    lastName: "Diaz",
    email: "ana@example.com",
    isAdmin: true,
  })
})

test("after a save both the list and the account are asked for again, however fresh they are", async () => {
  const person = aUser()
  answer(`PUT /api/users/${person._id}`, person)
  const { user, router } = openForm(person)
  const asked = (path: string) => calls.filter(({ method, url }) => method === "GET" && url.pathname === path).length
  const edit = () => act(() => router.navigate(paths.adminUser(person._id)))
  await screen.findByLabelText("First Name")
  await act(() => router.navigate(paths.adminList("users")))
  await screen.findByText("ana@example.com")
  await edit()
  await screen.findByLabelText("First Name")
  expect([asked("/api/users"), asked(`/api/users/${person._id}`)]).toEqual([1, 1])

  await user.click(screen.getByRole("button", { name: "Update" }))

  await screen.findByRole("heading", { level: 1, name: "Users" })
  await waitFor(() => expect(asked("/api/users")).toBe(2))
  await edit()
  await waitFor(() => expect(asked(`/api/users/${person._id}`)).toBe(2))
})

test("that the last admin stays one is said at the checkbox", async () => {
  const person = aUser({ isAdmin: true })
  const sentence = "This is the last active admin. Make somebody else an admin first."
  answer(`PUT /api/users/${person._id}`, { message: sentence, code: "last_admin" }, 409)
  const { user } = openForm(person)

  await user.click(await screen.findByLabelText("Is Admin?"))
  await user.click(screen.getByRole("button", { name: "Update" }))

  await waitFor(() => expect(screen.getByLabelText("Is Admin?")).toHaveAccessibleDescription(new RegExp(sentence)))
  expect(screen.getByLabelText("Is Admin?")).toBeInvalid()
})

test("an address that is taken is said at its field", async () => {
  const person = aUser()
  const taken = "Another account uses this email address."
  answer(`PUT /api/users/${person._id}`, { message: taken, errors: { email: [taken] } }, 409)
  const { user } = openForm(person)

  await user.click(await screen.findByRole("button", { name: "Update" }))

  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(taken))
})

test("who changes their own name sees it in the menu", async () => {
  const person = aUser({ firstName: "Sam", isAdmin: true })
  const { isDeactivated: _, ...info } = person
  answer(`PUT /api/users/${person._id}`, { ...person, firstName: "Samira" })
  const { user } = openForm(person, info)

  await user.click(await screen.findByRole("button", { name: "Update" }))

  expect(await screen.findByRole("button", { name: "Account, Samira Diaz" })).toBeVisible()
  expect(session.get().user).not.toHaveProperty("isDeactivated")
})

test("who takes their own rights away leaves staff's pages", async () => {
  const person = aUser({ isAdmin: true })
  const { isDeactivated: _, ...info } = person
  answer(`PUT /api/users/${person._id}`, { ...person, isAdmin: false })
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("/api/products/all", [])
  const { user, address } = openForm(person, info)

  await user.click(await screen.findByRole("button", { name: "Update" }))

  await waitFor(() => expect(address()).toBe("/"))
})

test.each([
  { by: "Edit Ana Diaz", ends: "Update" },
  { by: "Ana Diaz", ends: "Update" },
  { by: "Edit Ana Diaz", ends: "Delete user" },
])("who came from the list by $by finds it as they left it after $ends", async ({ by, ends }) => {
  const left = "/admin/users/2?keyword=diaz&sortField=email&sortOrder=desc"
  const person = aUser()
  answer(`/api/users/${person._id}`, person)
  answer("/api/users", { users: [person], page: 2, pages: 2, total: 11 })
  answer(`PUT /api/users/${person._id}`, person)
  answer(`DELETE /api/users/${person._id}`, { message: "User deleted." })
  const { user, address } = renderAt(left, { as: aUserInfo({ isAdmin: true }) })

  await user.click(await screen.findByRole("link", { name: by }))
  await user.click(await screen.findByRole("button", { name: ends }))
  if (ends === "Delete user") await user.click(await screen.findByRole("button", { name: "Delete" }))

  await waitFor(() => expect(address()).toBe(left))
})

test("Go Back leads to the list for who came by a link", async () => {
  const { user, address } = openForm(aUser())

  await user.click(await screen.findByRole("button", { name: "Go Back" }))

  await waitFor(() => expect(address()).toBe("/admin/users"))
})

test("an account that never ordered is deleted, once that was meant", async () => {
  const person = aUser()
  answer(`DELETE /api/users/${person._id}`, { message: "User deleted." })
  const { user, address } = openForm(person)

  await user.click(await screen.findByRole("button", { name: "Delete user" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Delete Ana Diaz?" })
  await user.click(within(dialog).getByRole("button", { name: "Delete" }))

  expect(await screen.findByText("User deleted.")).toBeVisible()
  await waitFor(() => expect(address()).toBe("/admin/users"))
})

test("for an account with orders deactivating it is offered instead", async () => {
  const person = aUser()
  const sentence = "Ana Diaz has orders or bookings. Deactivate the account instead."
  answer(`DELETE /api/users/${person._id}`, { message: sentence, code: "has_orders" }, 409)
  answer(`PUT /api/users/${person._id}`, { ...person, isDeactivated: true })
  const { user } = openForm(person)

  await user.click(await screen.findByRole("button", { name: "Delete user" }))
  await user.click(await screen.findByRole("button", { name: "Delete" }))
  const instead = "Ana Diaz has orders or bookings. Deactivate the account instead?"
  const dialog = await screen.findByRole("alertdialog", { name: instead })
  await user.click(within(dialog).getByRole("button", { name: "Deactivate" }))

  expect(await screen.findByText("User updated!")).toBeVisible()
  expect(saved()).toEqual({ userId: person._id, isDeactivated: true })
})

test("an unknown account is not found", async () => {
  answer("/api/users/none", { message: "Not found." }, 404)
  renderAt("/admin/user/none/edit", { as: aUserInfo({ isAdmin: true }) })

  expect(await screen.findByRole("heading", { name: "We can't find that user." })).toBeVisible()
})

test("a colleague's lost second factor is removed after a question", async () => {
  const colleague = aUser({ firstName: "Ann", isAdmin: true })
  answer(`DELETE /api/users/${colleague._id}/second-factor`, { message: "Two-step verification turned off." })
  const { user } = openForm(colleague)

  await user.click(await screen.findByRole("button", { name: "Turn off two-step verification" }))
  const question = await screen.findByRole("alertdialog", { name: "Turn off two-step verification?" })
  expect(question).toHaveTextContent("Ann Diaz is signed out, gets an email")
  await user.click(within(question).getByRole("button", { name: /^Turn off/ }))

  expect((await screen.findAllByText("Two-step verification turned off."))[0]).toBeVisible()
})

test("buyers and oneself have no lost second factor to remove", async () => {
  const me = aUser({ isAdmin: true })
  openForm(me, aUserInfo({ ...me }))

  expect(await screen.findByLabelText("First Name")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Turn off two-step verification" })).not.toBeInTheDocument()
})

test("an operator's account is for operators: other staff read why, and change nothing", async () => {
  openForm(aUser({ firstName: "Olu", email: "olu@example.com", isAdmin: true, isReadOnly: true }))

  expect(await screen.findByText(/Only an operator can change an operator's account/)).toBeVisible()
  expect(screen.getByText("Olu Diaz")).toBeVisible()
  expect(screen.getByRole("link", { name: "olu@example.com" })).toBeVisible()
  expect(screen.queryByLabelText("First Name")).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: /Update|Delete|two-step verification/ })).not.toBeInTheDocument()
})
