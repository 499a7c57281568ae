import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { MembersPreview } from "~/api/types"
import { paths } from "~/paths"
import { aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, requests } from "~/testing/server"

const csv = "number,email,valid_until\n17,ana@example.com,2027-12-31\n"
const aFile = (text = csv) => new File([text], "members.csv", { type: "text/csv" })
const aPreview = (over: Partial<MembersPreview> = {}): MembersPreview => ({
  added: 1,
  changed: 2,
  missing: 3,
  errors: [],
  digest: "d1",
  ...over,
})

async function choose(file: File) {
  answer("/api/members", { members: [], page: 1, pages: 1, total: 0 })
  const { user } = renderAt(paths.adminList("members"), { as: aUserInfo({ isAdmin: true }) })
  await screen.findByText("No members yet.")
  await user.click(screen.getByRole("button", { name: "Import" }))
  await user.upload(await screen.findByLabelText("Choose a CSV file"), file)
  return user
}
const sent = () => requests("POST").map(({ body }) => body)
const preview = async () => within(await screen.findByRole("region", { name: "What would change" }))

test("a file is imported after a preview, exactly as it was shown", async () => {
  answer("POST /api/members/import", aPreview())
  const user = await choose(aFile())
  const found = await preview()
  expect(found.getByText("1 new membership")).toBeVisible()
  expect(found.getByText("2 changed memberships")).toBeVisible()
  expect(found.getByText("3 memberships not in the file, which stay as they are")).toBeVisible()
  expect(sent()).toEqual([{ csv, endMissing: false }])

  await user.click(found.getByRole("button", { name: "Import" }))

  expect(await screen.findByText("The members are imported: 1 added, 2 changed, 3 not in the file.")).toBeVisible()
  expect(sent().at(-1)).toEqual({ csv, endMissing: false, digest: "d1" })
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  const lists = () => requests("GET /api/members")
  await waitFor(() => expect(lists()).toHaveLength(2)) // the list shows the new members
})

test("memberships that are not in the file can end, which is previewed too", async () => {
  answer("POST /api/members/import", ({ body }) => ({
    ...aPreview({ digest: (body as { endMissing: boolean }).endMissing ? "d2" : "d1" }),
  }))
  const user = await choose(aFile())

  await user.click((await preview()).getByLabelText("End the memberships that aren't in the file"))
  expect(await screen.findByText("3 memberships not in the file, which end now")).toBeVisible()
  await user.click((await preview()).getByRole("button", { name: "Import" }))

  await screen.findByText(/^The members are imported/)
  expect(sent().at(-1)).toEqual({ csv, endMissing: true, digest: "d2" })
})

test("rows with mistakes are listed, and nothing can be imported", async () => {
  const errors = [
    { row: 2, column: "email", message: "Enter an email address." },
    { row: 2, column: "valid_until", message: "Enter a day like 2027-12-31." },
  ]
  answer("POST /api/members/import", aPreview({ errors }))
  await choose(aFile())

  const problems = within(await screen.findByRole("region", { name: "This file can't be imported yet" }))
  expect(problems.getByText("1 row has to be corrected first.")).toBeVisible()
  expect(problems.getByRole("row", { name: "2 valid_until Enter a day like 2027-12-31." })).toBeVisible()
  expect(problems.queryByRole("button", { name: "Import" })).not.toBeInTheDocument()
})

test("if members changed since the preview, it is shown again and not imported", async () => {
  answer("POST /api/members/import", aPreview())
  const user = await choose(aFile())
  const found = await preview()
  const message = "The members have changed since the preview."
  answer("POST /api/members/import", { message, code: "changed" }, 409)

  await user.click(found.getByRole("button", { name: "Import" }))

  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.queryByText(/^The members are imported/)).not.toBeInTheDocument()
})

test("a file that isn't UTF-8 is not sent", async () => {
  const latin1 = new File([new Uint8Array([0x4d, 0xfc, 0x6c])], "members.csv", { type: "text/csv" })
  await choose(latin1)

  expect(await screen.findByText("Save the file as UTF-8 first, then choose it again.")).toBeVisible()
  expect(sent()).toEqual([])
})
