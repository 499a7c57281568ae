import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { EventsImport } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { answer, hold, renderAt, requests } from "~/testing/browser"

const calendar = "BEGIN:VCALENDAR\r\nSUMMARY:Draft 🎴\r\nEND:VCALENDAR\r\n"

const anEvent = (more: Partial<EventsImport["events"][number]> = {}): EventsImport["events"][number] => ({
  line: 4,
  name: "Friday Draft",
  eventLocation: "Foam & Felt",
  startTime: "2027-01-09T03:00:00Z",
  endTime: "2027-01-09T06:00:00Z",
  recurringPattern: { recurringInterval: "weekly", endDate: null, customOccurrenceConfig: null },
  dates: 51,
  moved: 1,
  canceled: 2,
  ...more,
})

const aPreview = (more: Partial<EventsImport> = {}): EventsImport => ({
  events: [
    anEvent(),
    anEvent({ line: 30, name: "Party", eventLocation: "Default", recurringPattern: null, moved: 0, canceled: 0 }),
  ],
  notes: [{ line: 50, name: "Cube", message: "Every 2 weeks: 26 single dates." }],
  errors: [],
  digest: "d1",
  ...more,
})

async function choose(preview: EventsImport, file = new File([calendar], "club.ics", { type: "text/calendar" })) {
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("POST /api/products/import", preview)
  const { user } = renderAt(paths.adminList("products"), { as: aUserInfo({ isAdmin: true }) })
  await screen.findByText("No events yet.")
  await user.click(screen.getByRole("button", { name: "Import" }))
  await user.upload(await screen.findByLabelText("Choose a calendar file"), file)
  return user
}
const sent = () => requests("POST").map(({ body }) => body)

test("a calendar becomes drafts after a preview, exactly as it was shown", async () => {
  const user = await choose(aPreview())
  const found = within(await screen.findByRole("region", { name: "What would be made" }))
  const [draft, party, note] = found.getAllByRole("listitem").map(({ textContent }) => textContent)
  expect(draft).toBe(
    "Friday DraftRepeats every Friday, 7:00–10:00 PM venue time, with no end. 1 date moved, 2 canceled. Foam & Felt",
  )
  expect(party).toBe("PartyOnce, on Fri, Jan 8 · 7:00–10:00 PM PST. No place yet")
  expect(note).toBe("Line 50, “Cube”: Every 2 weeks: 26 single dates.")

  await user.click(found.getByRole("button", { name: "Make drafts" }))

  expect(await screen.findByText("2 drafts are made. Look at each, then publish it.")).toBeVisible()
  expect(sent()).toEqual([{ calendar }, { calendar, digest: "d1" }])
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  await waitFor(() => expect(requests("GET /api/products").length).toBeGreaterThan(1)) // the list shows them
})

test("a file with a bad line makes nothing, and says which one", async () => {
  const message = "This event repeats more than once a day."
  await choose(aPreview({ errors: [{ line: 17, name: "Clock", message }] }))

  const problems = within(await screen.findByRole("region", { name: "This file can’t be imported" }))
  expect(problems.getByText(`Line 17, “Clock”: ${message}`)).toBeVisible()
  expect(screen.queryByRole("button", { name: "Make drafts" })).not.toBeInTheDocument()
})

test("of two files in quick succession, the one that was chosen last is shown", async () => {
  const slow = hold()
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  answer("POST /api/products/import", aPreview({ events: [anEvent({ name: "Other Club" })] }), 200, slow)
  const { user } = renderAt(paths.adminList("products"), { as: aUserInfo({ isAdmin: true }) })
  await screen.findByText("No events yet.")
  await user.click(screen.getByRole("button", { name: "Import" }))
  await user.upload(await screen.findByLabelText("Choose a calendar file"), new File([calendar], "other.ics"))
  await waitFor(() => expect(sent()).toHaveLength(1))
  answer("POST /api/products/import", aPreview())
  await user.upload(screen.getByLabelText("Choose a calendar file"), new File([calendar], "club.ics"))
  await screen.findByText("Friday Draft")

  await act(async () => {
    slow.release()
    await new Promise((done) => setTimeout(done, 50))
  })

  expect(screen.getByText("Friday Draft")).toBeVisible()
  expect(screen.queryByText("Other Club")).not.toBeInTheDocument()
})

test("if the events changed since the preview, it is shown again and nothing is made", async () => {
  const user = await choose(aPreview())
  const button = await screen.findByRole("button", { name: "Make drafts" })
  const message = "The file or the events changed since the preview. Look at the new preview."
  answer("POST /api/products/import", { message, code: "changed" }, 409)

  await user.click(button)

  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.queryByText(/drafts are made/)).not.toBeInTheDocument()
})

test.each([
  ["that isn't in UTF-8", new File([new Uint8Array([0x4d, 0xfc, 0x6c])], "club.ics"), "Save the file as UTF-8 first"],
  ["of more than 1 MB", new File(["x".repeat(1024 * 1024 + 1)], "club.ics"), "Choose a file of at most 1 MB."],
])("a file %s is not sent", async (_, file, sentence) => {
  await choose(aPreview(), file)

  expect(await screen.findByText(new RegExp(sentence))).toBeVisible()
  expect(sent()).toEqual([])
})
