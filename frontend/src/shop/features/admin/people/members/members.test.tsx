import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Member, MembersPlan } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aUser, aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt, requests } from "~/testing/browser"

const aMember = (over: Partial<Member> = {}): Member => ({
  number: "M-17",
  validFrom: "2026-01-01",
  validUntil: "2099-12-31",
  email: "ana@example.com",
  user: null,
  ...over,
})
const staff = () => aUserInfo({ isAdmin: true })

function open(members: Member[]) {
  answer("/api/members", () => ({ members, page: 1, pages: 1, total: members.length }))
  return renderAt(paths.adminList("members"), { as: staff() })
}

const sent = () => requests("POST").map(({ url, body }) => [url.pathname, body])
const rowOf = async (number: string) => (await screen.findByRole("rowheader", { name: number })).closest("tr")!

test("a member shows number, address, last day and account", async () => {
  const user = aUser({ firstName: "Ana", lastName: "Diaz" })
  open([aMember({ user }), aMember({ number: "M-18", email: "", validUntil: "2026-01-31" })])

  const linked = await rowOf("M-17")
  expect(linked).toHaveTextContent("Thu, Dec 31, 2099")
  expect(within(linked).getByRole("link", { name: "ana@example.com" })).toHaveAttribute(
    "href",
    "mailto:ana@example.com",
  )
  expect(within(linked).getByRole("link", { name: "Ana Diaz" })).toHaveAttribute("href", paths.adminUser(user._id))
  const ended = await rowOf("M-18")
  expect(ended).toHaveTextContent(/Sat, Jan 31(, 2026)?Ended/)
  expect(ended).toHaveTextContent("No account yet")
  expect(within(ended).queryByRole("button")).not.toBeInTheDocument()
})

test("members come in pages, and a search finds the others", async () => {
  answer("/api/members", ({ url }) => {
    const page = Number(url.searchParams.get("pageNumber"))
    return { members: [aMember({ number: `M-${page}` })], page, pages: 110, total: 1100 }
  })
  const { user, address } = renderAt("/admin/members/2", { as: staff() })
  expect(await rowOf("M-2")).toBeVisible()
  expect(screen.getByRole("link", { name: "Next" })).toHaveAttribute("href", "/admin/members/3")
  answer("/api/members", { members: [], page: 1, pages: 1, total: 0 })

  await user.type(screen.getByLabelText("Search by number, email or name"), "nina{Enter}")

  expect(await screen.findByText("No members match.")).toBeVisible()
  expect(calls.at(-1)!.url.search).toBe("?pageNumber=1&sortField=number&sortOrder=asc&keyword=nina")
  expect(address()).toBe("/admin/members?keyword=nina")
  await waitFor(() => expect(screen.getByLabelText("Search by number, email or name")).toHaveFocus())
  await user.click(screen.getByRole("button", { name: "Clear search" }))
  await waitFor(() => expect(address()).toBe("/admin/members"))
})

test("a member is added, and the list shows it", async () => {
  const members: Member[] = []
  const { user } = open(members)
  const added = aMember({ number: "M-9", email: "nina@example.com", validUntil: "2099-06-30" })
  answer("POST /api/members", () => (members.push(added), { ...added }), 201)
  await screen.findByText("No members yet.")
  await user.click(screen.getByRole("button", { name: "Add member" }))
  const form = within(await screen.findByRole("dialog", { name: "Add member" }))

  await user.type(form.getByLabelText("Number"), " M-9 ")
  await user.type(form.getByLabelText("Email Address"), "nina@example.com")
  await user.type(form.getByLabelText("Valid until"), "2099-06-30")
  await user.click(form.getByRole("button", { name: "Add" }))

  expect(await rowOf("M-9")).toBeVisible()
  expect(sent()).toEqual([["/api/members", { number: "M-9", email: "nina@example.com", validUntil: "2099-06-30" }]])
})

const shownOf = ({ number, email, validUntil, user }: Member) => ({ number, seen: { email, validUntil, user } })

test("a membership is unlinked and ended after a confirmation", async () => {
  const linked = aMember({ user: aUser({ firstName: "Ana", lastName: "Diaz" }) })
  const members = [linked]
  const { user } = open(members)
  answer("POST /api/members/unlink", () => ({ ...(members[0] = aMember()) }))
  answer("POST /api/members/end", () => ({ ...(members[0] = aMember({ validUntil: "2026-01-31" })) }))
  const row = await rowOf("M-17")

  await user.click(within(row).getByRole("button", { name: "More for M-17" }))
  await user.click(within(row).getByRole("button", { name: "Unlink M-17" }))
  const unlinking = await screen.findByRole("alertdialog", { name: "Unlink M-17 from its account?" })
  expect(unlinking).toHaveTextContent("Ana Diaz pays list prices from now on.")
  expect(sent()).toEqual([])
  await user.click(within(unlinking).getByRole("button", { name: "Unlink" }))
  await waitFor(() => expect(row).toHaveTextContent("No account yet"))
  expect(document.body).not.toHaveFocus()

  await user.click(within(row).getByRole("button", { name: "More for M-17" }))
  await user.click(within(row).getByRole("button", { name: "End M-17" }))
  const ending = await screen.findByRole("alertdialog", { name: "End the membership M-17?" })
  expect(ending).toHaveTextContent("ana@example.com pays list prices from now on.")
  await user.click(within(ending).getByRole("button", { name: "End membership" }))
  await waitFor(() => expect(row).toHaveTextContent("Ended"))
  expect(document.body).not.toHaveFocus()
  expect(sent()).toEqual([
    ["/api/members/unlink", shownOf(linked)],
    ["/api/members/end", shownOf(aMember())],
  ])
})

const csv = "number,email,valid_until\n17,ana@example.com,2027-12-31\n"
const aFile = (text = csv) => new File([text], "members.csv", { type: "text/csv" })
const aPreview = (over: Partial<MembersPlan> = {}): MembersPlan => ({
  added: 1,
  changed: 2,
  unlinked: [],
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
const sentFiles = () => requests("POST").map(({ body }) => body)
const preview = async () => within(await screen.findByRole("region", { name: "What would change" }))

test("a file is imported after a preview, exactly as it was shown", async () => {
  answer("POST /api/members/import", aPreview())
  const user = await choose(aFile())
  const found = await preview()
  expect(found.getByText("1 new membership")).toBeVisible()
  expect(found.getByText("2 changed memberships")).toBeVisible()
  expect(found.getByText("3 memberships not in the file, which stay as they are")).toBeVisible()
  expect(sentFiles()).toEqual([{ csv, endMissing: false }])

  await user.click(found.getByRole("button", { name: "Import" }))

  expect(await screen.findByText("The members are imported: 1 added, 2 changed, 3 not in the file.")).toBeVisible()
  expect(sentFiles().at(-1)).toEqual({ csv, endMissing: false, digest: "d1" })
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  const lists = () => requests("GET /api/members")
  await waitFor(() => expect(lists()).toHaveLength(2)) // the list shows the new members
})

test("the preview names the accounts that lose a number because it is somebody else's now", async () => {
  const ana = aUser({ firstName: "Ana", lastName: "Diaz", email: "ana@example.com" })
  answer("POST /api/members/import", aPreview({ unlinked: [{ number: "17", user: ana }] }))
  await choose(aFile())

  const lost = "17 is somebody else’s now: Ana Diaz (ana@example.com) pays list prices from now on."
  expect((await preview()).getByText(lost)).toBeVisible()
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
  expect(sentFiles().at(-1)).toEqual({ csv, endMissing: true, digest: "d2" })
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

test.each([
  ["in Latin-1", [0x4d, 0xfc, 0x6c]],
  ["in UTF-16 without its mark", [0x6e, 0, 0x75, 0]],
])("a file %s is not sent", async (_, bytes) => {
  await choose(new File([new Uint8Array(bytes)], "members.csv", { type: "text/csv" }))

  expect(await screen.findByText("Save the file as UTF-8 first, then choose it again.")).toBeVisible()
  expect(sentFiles()).toEqual([])
})

test.each([
  ["little", true],
  ["big", false],
])("Excel's Unicode text in UTF-16 is read, %s end first", async (_, littleEndian) => {
  answer("POST /api/members/import", aPreview())
  const text = "\uFEFFnumber\temail\tvalid_until\r\nMü-17\tana@example.com\t12/31/2027\r\n"
  const bytes = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(2 * at, text.charCodeAt(at), littleEndian)

  await choose(new File([bytes], "members.txt", { type: "text/plain" }))

  await preview()
  expect(sentFiles()).toEqual([{ csv: text.slice(1), endMissing: false }])
})
