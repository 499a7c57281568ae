import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { User } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aUser } from "~/testing/factories"
import { answer, findRows, renderAt, requests } from "~/testing/browser"

const me = aUser({ firstName: "Sam", lastName: "Staff", email: "sam@example.com", isAdmin: true })

function openList(users: User[], address = paths.adminList("users")) {
  answer("/api/users", { users, page: 1, pages: 1, total: users.length })
  const { isDeactivated: _, ...info } = me
  return renderAt(address, { as: info })
}

const lastRequest = (method: string) => requests(method).at(-1)!

const { firstName, lastName, email, isAdmin, isDeactivated } = aUser()
/** What a question about an account shows. */
const shown = { seen: { firstName, lastName, email, isAdmin, isDeactivated } }

test("each account has a row with an email link, and one's own is marked", async () => {
  openList([me, aUser({ firstName: "Bo", lastName: "", email: "bo@example.com" })])

  const rows = await findRows("Users")
  expect(screen.getByRole("heading", { level: 1, name: "Users" })).toBeVisible()
  const columns = screen.getAllByRole("columnheader")
  const sortable = ["First Name", "Last Name", "Email", "Is Admin?", "ID"]
  expect(columns.map((cell) => cell.textContent)).toEqual([...sortable, "Actions"])
  expect(columns.flatMap((cell) => within(cell).queryByRole("button")?.textContent ?? [])).toEqual(sortable)
  expect(within(rows[0]!).getByRole("rowheader")).toHaveTextContent("Sam Staff (you)")
  expect(within(rows[0]!).getByText("Yes")).toBeVisible()
  expect(within(rows[0]!).getByText("Yes").querySelector("svg")).toBeVisible()
  expect(within(rows[0]!).getByText(me._id)).toBeInTheDocument()
  expect(within(rows[1]!).getByRole("link", { name: "bo@example.com" })).toHaveAttribute(
    "href",
    "mailto:bo@example.com",
  )
  expect(within(rows[1]!).getByText("No").querySelector("svg")).toBeVisible()
  expect(screen.getAllByRole("button", { name: /^More for/ }).map((more) => more.getAttribute("aria-label"))).toEqual([
    "More for Bo",
  ])
  expect(within(rows[1]!).queryByText("(you)")).not.toBeInTheDocument()
  expect(within(rows[1]!).getByRole("link", { name: "Edit Bo" })).toBeVisible()
})

test("a password reset over the email limit shows only the server's message", async () => {
  const message = "Password reset. No email was sent, because this address got 5 about its password within the hour."
  answer("PUT /api/users/reset-password", { message, mailLimitReached: true })
  const { user } = openList([aUser()])

  await user.click(await screen.findByRole("button", { name: "Reset password Ana Diaz" }))
  const dialog = await screen.findByRole("alertdialog")
  await user.click(within(dialog).getByRole("button", { name: "Reset password" }))

  expect(await screen.findByText(message)).toBeVisible()
})

test("resetting a password asks first, keeps the old one usable by default, and shows a toast", async () => {
  const ana = aUser()
  answer("PUT /api/users/reset-password", { message: "Password reset." })
  const { user } = openList([ana])

  await user.click(await screen.findByRole("button", { name: "Reset password Ana Diaz" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Reset the password of Ana Diaz?" })
  expect(dialog).toHaveTextContent(
    /We.ll email ana@example.com a link to set a new one\..*fully resets the password.*new password at the next login/,
  )
  expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus()
  expect(within(dialog).getByRole("checkbox")).not.toBeChecked()
  expect(within(dialog).getByText("The old password only works to set a new one.")).toBeVisible()
  await user.click(within(dialog).getByRole("button", { name: "Reset password" }))

  expect(await screen.findByText("Password reset. We emailed a link to ana@example.com.")).toBeVisible()
  expect(lastRequest("PUT").body).toEqual({ userId: ana._id, lockPassword: false, ...shown })
})

test("a password reset of a deactivated account says that no email is sent", async () => {
  answer("PUT /api/users/reset-password", { message: "Password reset." })
  const { user } = openList([aUser({ isDeactivated: true })])

  await user.click(await screen.findByRole("button", { name: "Reset password Ana Diaz" }))
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(/Deactivated accounts get no email\./)
  await user.click(screen.getByRole("button", { name: "Reset password" }))

  expect(await screen.findByText("Password reset.")).toBeVisible()
})

test("the checkbox disables the old password and is unchecked in the next dialog", async () => {
  const ana = aUser()
  answer("PUT /api/users/reset-password", { message: "Password reset." })
  const { user } = openList([ana])
  const open = () => user.click(screen.getByRole("button", { name: "Reset password Ana Diaz" }))
  await screen.findByText("ana@example.com")

  await open()
  await user.click(await screen.findByLabelText("Disable the old password immediately"))
  expect(screen.getByText("The old password stops working immediately.")).toBeVisible()
  expect(screen.queryByText(/^The old password only/)).not.toBeInTheDocument()
  await user.click(screen.getByRole("button", { name: "Reset password" }))

  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument())
  expect(lastRequest("PUT").body).toEqual({ userId: ana._id, lockPassword: true, ...shown })
  await open()
  expect(await screen.findByLabelText("Disable the old password immediately")).not.toBeChecked()
})

test("deactivating explains its effect and refetches the list", async () => {
  const ana = aUser()
  answer(`PUT /api/users/${ana._id}`, { ...ana, isDeactivated: true })
  const { user } = openList([ana])
  await user.click(await screen.findByRole("button", { name: "More for Ana Diaz" }))
  await user.click(screen.getByRole("button", { name: "Deactivate Ana Diaz" }))
  const dialog = await screen.findByRole("alertdialog", { name: "Deactivate Ana Diaz?" })
  expect(dialog).toHaveTextContent("archives the account and prevents logins: Ana Diaz will not be able to sign in.")
  answer("/api/users", { users: [{ ...ana, isDeactivated: true }], page: 1, pages: 1, total: 1 })

  await user.click(within(dialog).getByRole("button", { name: "Deactivate" }))

  expect(await screen.findByText("User updated!")).toBeVisible()
  expect(lastRequest("PUT").body).toEqual({
    userId: ana._id,
    isDeactivated: true,
    digest: "as shown",
    seen: { isDeactivated: false },
  })
  expect(await screen.findByText("Deactivated")).toBeVisible()
  expect(screen.getByRole("button", { name: "More for Ana Diaz" })).toHaveFocus()
  await user.keyboard("{Enter}{ArrowDown}")
  expect(screen.getByRole("button", { name: "Reactivate Ana Diaz" })).toHaveFocus()
  await user.keyboard("{Escape}")
  expect(screen.queryByRole("button", { name: "Reactivate Ana Diaz" })).not.toBeInTheDocument()
})

test("an operator's account is marked, and other staff can't reset or deactivate it", async () => {
  openList([me, aUser({ firstName: "Olu", isAdmin: true, isReadOnly: true })])

  expect(await screen.findByText("Operator")).toBeVisible()
  expect(screen.getByRole("link", { name: "Edit Olu Diaz" })).toBeVisible()
  expect(screen.queryByRole("button", { name: /(Reset password|Deactivate) Olu Diaz/ })).not.toBeInTheDocument()
  expect(screen.getByRole("button", { name: "Reset password Sam Staff" })).toBeVisible()
})
