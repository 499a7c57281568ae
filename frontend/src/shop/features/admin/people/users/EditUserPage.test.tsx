import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { User } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aUser, aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"

function openForm(account: User, as = aUserInfo({ isAdmin: true })) {
  answer(`/api/users/${account._id}`, account)
  answer("/api/users", { users: [account], page: 1, pages: 1, total: 1 })
  return renderAt(paths.adminUser(account._id), { as })
}

const savedBody = () => requests("PUT").at(-1)!.body

test("saving shows a toast and returns to the list", async () => {
  const account = aUser({ firstName: "Ann" })
  answer(`PUT /api/users/${account._id}`, account)
  const { user, address } = openForm(account)
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
  expect(savedBody()).toEqual({
    userId: account._id,
    firstName: "Ana",
    lastName: "Diaz",
    email: "ana@example.com",
    isAdmin: true,
    seen: { firstName: "Ann", lastName: "Diaz", email: "ana@example.com", isAdmin: false },
  })
})

test("the error about the last admin is shown at the checkbox", async () => {
  const account = aUser({ isAdmin: true })
  const message = "This is the last active admin. Make somebody else an admin first."
  answer(`PUT /api/users/${account._id}`, { message, code: "last_admin" }, 409)
  const { user } = openForm(account)

  await user.click(await screen.findByLabelText("Is Admin?"))
  await user.click(screen.getByRole("button", { name: "Update" }))

  await waitFor(() => expect(screen.getByLabelText("Is Admin?")).toHaveAccessibleDescription(new RegExp(message)))
  expect(screen.getByLabelText("Is Admin?")).toBeInvalid()
})

test("removing one's own admin rights leaves the staff pages", async () => {
  const account = aUser({ isAdmin: true })
  const { isDeactivated: _, ...info } = account
  answer(`PUT /api/users/${account._id}`, { ...account, isAdmin: false })
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("/api/products/all", [])
  answer("/api/giving/raised", { message: "There is no goal." }, 404)
  const { user, address } = openForm(account, info)

  await user.click(await screen.findByRole("button", { name: "Update" }))

  await waitFor(() => expect(address()).toBe("/"))
})

test.each([
  { link: "Edit Ana Diaz", button: "Update" },
  { link: "Ana Diaz", button: "Update" },
  { link: "Edit Ana Diaz", button: "Delete user" },
])(
  "the list keeps its page, order and search after the link $link and the button $button",
  async ({ link, button }) => {
    const listUrl = "/admin/users/2?keyword=diaz&sortField=email&sortOrder=desc"
    const account = aUser()
    answer(`/api/users/${account._id}`, account)
    answer("/api/users", { users: [account], page: 2, pages: 2, total: 11 })
    answer(`PUT /api/users/${account._id}`, account)
    answer(`DELETE /api/users/${account._id}`, { message: "User deleted." })
    const { user, address } = renderAt(listUrl, { as: aUserInfo({ isAdmin: true }) })

    await user.click(await screen.findByRole("link", { name: link }))
    await user.click(await screen.findByRole("button", { name: button }))
    if (button === "Delete user") await user.click(await screen.findByRole("button", { name: "Delete" }))

    await waitFor(() => expect(address()).toBe(listUrl))
  },
)

test("an account without orders is deleted after confirmation", async () => {
  const account = aUser()
  answer(`DELETE /api/users/${account._id}`, { message: "User deleted." })
  const { user, address } = openForm(account)

  await user.click(await screen.findByRole("button", { name: "Delete user" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Delete Ana Diaz?" })
  await user.click(within(dialog).getByRole("button", { name: "Delete" }))

  expect(await screen.findByText("User deleted.")).toBeVisible()
  await waitFor(() => expect(address()).toBe("/admin/users"))
  const { firstName, lastName, email, isAdmin, isDeactivated } = account
  expect(requests("DELETE")[0]!.body).toEqual({ seen: { firstName, lastName, email, isAdmin, isDeactivated } })
})

test("an account that somebody changed meanwhile isn't deleted until its new name was shown", async () => {
  const account = aUser()
  const renamed = { ...account, lastName: "Ruiz" }
  const { user } = openForm(account)
  await user.click(await screen.findByRole("button", { name: "Delete user" }))
  answer(`/api/users/${account._id}`, renamed)
  const message = "Rosa changed the last name at 7:12 PM: Ruiz."
  answer(`DELETE /api/users/${account._id}`, { message, code: "changed", current: { lastName: "Ruiz" } }, 409)
  await user.click(await screen.findByRole("button", { name: "Delete" }))

  const dialog = await screen.findByRole("alertdialog", { name: "Delete Ana Ruiz?" })
  expect(dialog).toHaveTextContent(message)
  answer(`DELETE /api/users/${account._id}`, { message: "User deleted." })
  await user.click(within(dialog).getByRole("button", { name: "Delete" }))

  expect(await screen.findByText("User deleted.")).toBeVisible()
  expect(requests("DELETE").at(-1)!.body).toMatchObject({ seen: { lastName: "Ruiz" } })
})

test("deleting an account with orders offers to deactivate it instead", async () => {
  const account = aUser()
  const message = "Ana Diaz has orders or bookings. Deactivate the account instead."
  answer(`DELETE /api/users/${account._id}`, { message, code: "has_orders" }, 409)
  answer(`PUT /api/users/${account._id}`, { ...account, isDeactivated: true })
  const { user } = openForm(account)

  await user.click(await screen.findByRole("button", { name: "Delete user" }))
  await user.click(await screen.findByRole("button", { name: "Delete" }))
  const instead = "Ana Diaz has orders or bookings. Deactivate the account instead?"
  const dialog = await screen.findByRole("alertdialog", { name: instead })
  await user.click(within(dialog).getByRole("button", { name: "Deactivate" }))

  expect(await screen.findByText("User updated!")).toBeVisible()
  expect(savedBody()).toEqual({
    userId: account._id,
    isDeactivated: true,
    digest: "as shown",
    seen: { isDeactivated: false },
  })
})

test("staff can turn off a colleague's two-step verification after confirmation", async () => {
  const colleague = aUser({ firstName: "Ann", isAdmin: true })
  answer(`DELETE /api/users/${colleague._id}/second-factor`, { message: "Two-step verification turned off." })
  const { user } = openForm(colleague)

  await user.click(await screen.findByRole("button", { name: "Turn off two-step verification" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Turn off two-step verification?" })
  expect(dialog).toHaveTextContent("Ann Diaz is signed out, gets an email")
  await user.click(within(dialog).getByRole("button", { name: /^Turn off/ }))

  expect((await screen.findAllByText("Two-step verification turned off."))[0]).toBeVisible()
})

test("an operator's account shows other staff a notice instead of the form", async () => {
  openForm(aUser({ firstName: "Olu", email: "olu@example.com", isAdmin: true, isReadOnly: true }))

  expect(await screen.findByText(/Only an operator can change an operator's account/)).toBeVisible()
  expect(screen.getByText("Olu Diaz")).toBeVisible()
  expect(screen.getByRole("link", { name: "olu@example.com" })).toBeVisible()
  expect(screen.queryByLabelText("First Name")).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: /Update|Delete|two-step verification/ })).not.toBeInTheDocument()
})
