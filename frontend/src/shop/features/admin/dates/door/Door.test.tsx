import { screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { DoorDrawer } from "~/common/api/types"
import { anOrder } from "~/testing/factories"
import {
  aConflict,
  aDevice,
  aDoor,
  aLink,
  answerDoor,
  answerDoorOfDate,
  answerTables,
  openDoorPage,
  sentToDoor,
  someTables,
} from "~/testing/pages/door"
import { paths } from "~/shop/paths"
import { answer, requests } from "~/testing/browser"
import { takeSignIn } from "~/evening/door/device/page"
import { notify } from "~/common/ui/overlays/notify"
import { conflictText, drawerText } from "./doorText"

const LINK = `https://shop.example/door/#k=${"k".repeat(43)}`

async function addPhone({ click }: UserEvent, does: string) {
  await click(await screen.findByRole("button", { name: "Add a phone" }))
  await click(screen.getByRole("button", { name: does }))
}

const section = (name: string) => within(screen.getByRole("region", { name }))

test("An organizer opens the door of a date, and gets its first link", async () => {
  const { user } = await openDoorPage(null)
  answer("POST /api/door/nights", { ...aDoor({ in: 0 }) }, 201)
  answer(`POST /api/door/nights/${aDoor()._id}/links`, { ...aLink(), url: LINK, pin: "483920" }, 201)
  const button = await screen.findByRole("button", { name: "Open the door" })
  answerDoorOfDate(aDoor())
  answerDoor(aDoor({ in: 0 }))
  await user.click(button)

  const dialog = within(await screen.findByRole("dialog", { name: "A phone that checks in" }))
  expect(dialog.getByLabelText("PIN")).toHaveValue("483920")
  await user.click(dialog.getByRole("button", { name: "Done" }))
  expect(await screen.findByText("0 of 60 in")).toBeVisible()
  expect(sentToDoor("POST /")).toEqual([expect.objectContaining({ bookingDate: "2036-12-13T03:00:00Z" })])
  expect(sentToDoor("POST /links")).toEqual([{ role: "door" }])
})

test("The page says who is in, which phones are there, and what they still have to send", async () => {
  await openDoorPage(
    aDoor({
      links: [aLink(), aLink({ _id: "till", role: "till" })],
      devices: [
        aDevice(),
        aDevice({ device: "2", name: "Ben", link: "till", role: "till", queued: 14, lastEntryAt: null }),
      ],
    }),
  )

  expect(await screen.findByText("38 of 60 in")).toBeVisible()
  expect(screen.queryByRole("heading", { name: "Conflicts" })).not.toBeInTheDocument() // there are none
  expect(screen.getByText("38 of 60 in")).toHaveTextContent("38 of 60 in · 4 left at $13.80")
  expect(screen.getByText("Copper Kettle Brewing")).toBeVisible()
  const [ana, ben] = section("Phones at the door").getAllByRole("listitem")
  const until = "until Sat, Dec 13, 4:00 AM PST"
  expect(ana).toHaveTextContent(`Ana checks in${until} · last entry 7:02 PMAll sent`)
  expect(ben).toHaveTextContent(`Ben checks in and sells${until} · no entries yet14 entries to send`)
})

test("What the shop could not book is shown with its amount and as it was sent", async () => {
  const entry = {
    device: "1",
    at: "2036-12-13T03:05:00Z",
    by: "Ana",
    code: "seq_reused",
    amount: 27.6,
    seats: null,
    sent: '{"seq": 4}',
  }
  const late = { ...entry, code: "link_ended", amount: null, seats: 2 }
  await openDoorPage(aDoor({ unusable: [entry, late] }))

  const rows = within(await screen.findByRole("region", { name: "Not booked" })).getAllByRole("listitem")
  const [row, lateRow] = rows
  expect(lateRow).toHaveTextContent("sent an entry about 2 guests: it was written after the phone was ended")
  expect(row).toHaveTextContent("Ana's phone sent an entry about $27.60: another entry has its number.")
  expect(row).toHaveTextContent('{"seq": 4}')
})

test("A new link is shown once, with a QR code and its PIN to copy", async () => {
  const { user } = await openDoorPage()
  answer(`POST /api/door/nights/${aDoor()._id}/links`, { ...aLink({ role: "till" }), url: LINK, pin: "483920" }, 201)
  await addPhone(user, "Checks in and sells")

  const dialog = within(await screen.findByRole("dialog", { name: "A phone that checks in and sells" }))
  expect(dialog.getByLabelText("Link")).toHaveValue(LINK)
  expect(dialog.getByLabelText("PIN")).toHaveValue("483920")
  expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible()
  const [, copyPin] = dialog.getAllByRole("button", { name: "Copy" })
  await user.click(copyPin!)
  expect(await navigator.clipboard.readText()).toBe("483920")
  await user.click(dialog.getByRole("button", { name: "Done" }))

  expect(screen.queryByText("483920")).not.toBeInTheDocument()
  expect(sentToDoor("POST /links")).toEqual([{ role: "till" }])
})

test("An organizer who keeps the tables opens the link where it was made", async () => {
  const { user } = await openDoorPage()
  answer(`POST /api/door/nights/${aDoor()._id}/links`, { ...aLink({ role: "tables" }), url: LINK, pin: "483920" }, 201)
  await addPhone(user, "Runs the tables")

  const here = await screen.findByRole("link", { name: "Open it here" })
  here.addEventListener("click", (event) => event.preventDefault()) // jsdom loads no pages
  await user.click(here)

  expect(here).toHaveAttribute("href", `/door/#k=${"k".repeat(43)}`)
  expect(takeSignIn()).toEqual({ pin: "483920", name: "Ana" })
  expect(takeSignIn()).toBeNull()
  expect(sentToDoor("POST /links")).toEqual([{ role: "tables" }])
})

test("Organizers see how a tournament begins, that it is on, and afterward its standings", async () => {
  const other = someTables({ _id: "other", startTime: "2036-12-20T03:00:00Z" })
  const { client } = await openDoorPage(aDoor(), other)
  expect(await screen.findByText(/Add a phone that runs the tables/)).toBeVisible()

  answerTables(someTables(), other)
  await client.invalidateQueries({ queryKey: ["Tables"] })
  expect(await screen.findByText("A tournament is on.")).toBeVisible()
  expect(screen.getByRole("link", { name: "See the tables" })).toHaveAttribute("href", paths.tables(someTables()._id))
  expect(screen.queryByRole("button", { name: "Hide the standings" })).not.toBeInTheDocument()

  answerTables(someTables({ endedAt: "2036-12-13T06:40:00Z" }))
  await client.invalidateQueries({ queryKey: ["Tables"] })
  expect(await screen.findByText("The tournament ended at 10:40 PM.")).toBeVisible()
  expect(screen.getByRole("link", { name: "See the standings" })).toBeVisible()
})

test("Standings are hidden from everybody but staff, and shown again", async () => {
  const ended = someTables({ endedAt: "2036-12-13T06:40:00Z" })
  const { user } = await openDoorPage(aDoor(), ended)
  answer(`PUT /api/tables/${ended._id}`, { isHidden: true })
  const hide = await screen.findByRole("button", { name: "Hide the standings" })
  answerTables({ ...ended, isHidden: true })
  await user.click(hide)

  expect(await screen.findByText(/Only staff can see its standings\.$/)).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Show the standings" }))
  await waitFor(() => expect(changes()).toEqual([{ isHidden: true }, { isHidden: false }]))
  function changes() {
    return requests("PUT").map(({ body }) => body)
  }
})

test("A phone is ended after a question that names it", async () => {
  const { user } = await openDoorPage(aDoor({ links: [aLink()], devices: [aDevice({ queued: 2 })] }))
  answer(`DELETE /api/door/links/${aLink()._id}`, null)
  await user.click(await screen.findByRole("button", { name: "More for Ana" }))
  await user.click(screen.getByRole("button", { name: "End Ana" }))

  const question = within(await screen.findByRole("alertdialog", { name: "End the phone of Ana?" }))
  expect(question.getByText(/^Ana can't check in anymore .* can still be sent for 30 days\.$/)).toBeVisible()
  answerDoor(
    aDoor({ links: [aLink({ revokedAt: "2036-12-13T03:10:00Z" })], devices: [aDevice({ isSignedIn: false })] }),
  )
  await user.click(question.getByRole("button", { name: "End" }))

  expect(await screen.findByText("Ended")).toBeVisible()
  expect(section("Phones at the door").getByText("Signed out")).toBeVisible()
  expect(requests("DELETE")).toHaveLength(1)
})

test("A conflict is told in a sentence, and undone with a reason", async () => {
  const { user } = await openDoorPage(aDoor({ conflicts: [aConflict()] }))
  answer(`POST /api/door/nights/${aDoor()._id}/undo`, { ...aDoor() })
  const text = "Ben let in 2 guests with Maya R.'s ticket, whose guests were all in already."
  expect(await screen.findByText(text)).toBeVisible()
  await user.click(screen.getByRole("button", { name: `Undo: ${text}` }))
  const dialog = within(await screen.findByRole("dialog", { name: "Undo this entry?" }))

  await user.click(dialog.getByRole("button", { name: "Undo" }))
  expect(await dialog.findByText("Enter a reason.")).toBeVisible()
  await user.type(dialog.getByLabelText("Reason"), "Scanned twice")
  answerDoor(aDoor())
  await user.click(dialog.getByRole("button", { name: "Undo" }))

  expect(await screen.findByText("None. Every guest who is in has a ticket for this date.")).toBeVisible()
  expect(sentToDoor("POST /undo")).toEqual([{ device: aDevice().device, seq: 40, reason: "Scanned twice" }])
})

async function askToClose() {
  const visit = await openDoorPage()
  await visit.user.click(await screen.findByRole("button", { name: "Close the door" }))
  const question = within(await screen.findByRole("alertdialog", { name: "Close the door?" }))
  return { ...visit, press: () => visit.user.click(question.getByRole("button", { name: "Close" })) }
}

const CLOSE = `POST /api/door/nights/${aDoor()._id}/close`

test("The door is closed after a question", async () => {
  const { press } = await askToClose()
  const closed = aDoor({ closedAt: "2036-12-13T06:30:00Z" })
  answer(CLOSE, { ...closed })
  answerDoor(closed)
  await press()

  expect(await screen.findByText("Closed at 10:30 PM.")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Close the door" })).not.toBeInTheDocument()
  expect(sentToDoor("POST /close")).toEqual([{}])
})

test("Once the door of a date that moved is closed, a new one can be opened, and the first one read", async () => {
  const { user, press } = await askToClose()
  const closed = aDoor({ in: 12, closedAt: "2036-12-06T02:30:00Z" })
  answer(CLOSE, { ...closed })
  answerDoor(closed)
  answerDoorOfDate(null, closed._id)
  await press()
  await user.click(await screen.findByRole("button", { name: "The door before the date moved" }))

  expect(await screen.findByText("12 of 60 in")).toBeVisible()
  expect(screen.getByText("Closed at Fri, Dec 5, 2036, 6:30 PM PST.")).toBeVisible()
  expect(screen.getByRole("button", { name: "Open the door" })).toBeVisible()
})

test("Phones with unsent entries are a reason to wait, but the door can be closed anyway", async () => {
  const { user, press } = await askToClose()
  answer(CLOSE, { message: "2 phones still have 14 entries to send.", code: "unsent_entries" }, 409)
  await press()
  expect(await screen.findByText("2 phones still have 14 entries to send.")).toBeVisible()

  const closed = aDoor({ closedAt: "2036-12-13T06:30:00Z" })
  answer(CLOSE, { ...closed })
  answerDoor(closed)
  await user.click(screen.getByRole("button", { name: "Close anyway" }))

  expect(await screen.findByText("Closed at 10:30 PM.")).toBeVisible()
  expect(sentToDoor("POST /close")).toEqual([{}, { force: true }])
})

test("An open drawer has to be closed first, and nothing else helps", async () => {
  const { press } = await askToClose()
  answer(CLOSE, { message: "Close the drawer first.", code: "drawer_open" }, 409)
  await press()

  expect(await screen.findByText("Close the drawer first.")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Close anyway" })).not.toBeInTheDocument()
})

const DRAWER: DoorDrawer = {
  float: 50,
  expected: null,
  counts: [],
  difference: null,
  reason: "",
  closedAt: null,
  late: [],
}

const drawerCall = (action: string) => `POST /api/door/nights/${aDoor()._id}/drawer${action}`

async function typeCount(user: Awaited<ReturnType<typeof openDoorPage>>["user"], total: string, name?: string) {
  const form = within(screen.getByRole("form", { name: "Count the drawer" }))
  await user.type(form.getByLabelText("All cash in the drawer"), total)
  if (name) {
    await user.clear(form.getByLabelText("Who counts"))
    await user.type(form.getByLabelText("Who counts"), name)
  }
  await user.click(form.getByRole("button", { name: "Save this count" }))
}

test("An open drawer is counted twice and closed on the organizer's page, with a reason if it is off", async () => {
  const { user } = await openDoorPage(aDoor({ drawer: DRAWER }))
  await screen.findByRole("form", { name: "Count the drawer" })
  const once = { ...DRAWER, counts: ["Ana"] }
  answer(drawerCall("/counts"), { ...once })
  answerDoor(aDoor({ drawer: once }))
  await typeCount(user, "47", "Ana")
  expect(await screen.findByText("Now somebody else counts, who doesn't know that total.")).toBeVisible()
  expect(screen.getByLabelText("All cash in the drawer")).toHaveValue("")

  const counted = { ...DRAWER, counts: ["Ana", "Ben"], expected: 50, difference: -3 }
  answer(drawerCall("/counts"), { ...counted })
  answerDoor(aDoor({ drawer: counted }))
  await typeCount(user, "$47.00", "Ben")
  await user.click(await screen.findByRole("button", { name: "Close the drawer" }))
  expect(await screen.findByText("Say why the drawer is off.")).toBeVisible()
  const closed = { ...counted, reason: "Ice", closedAt: "2036-12-13T13:00:00Z" }
  answer(drawerCall("/close"), { ...closed })
  answerDoor(aDoor({ drawer: closed }))
  await user.type(screen.getByLabelText("Why it is off"), "Ice")
  await user.click(screen.getByRole("button", { name: "Close the drawer" }))

  expect(await screen.findByText(/^Closed at 5:00 AM\. Expected \$50\.00; \$3\.00 is missing\./)).toBeVisible()
  expect(screen.queryByRole("form")).not.toBeInTheDocument()
  expect(sentToDoor("POST /drawer/counts")).toEqual([
    { name: "Ana", total: 47 },
    { name: "Ben", total: 47 },
  ])
  expect(sentToDoor("POST /drawer/close")).toEqual([{ reason: "Ice" }])
})

test("Counts that differ are gone, and the one who counts next doesn't see them", async () => {
  const { user } = await openDoorPage(aDoor({ drawer: { ...DRAWER, counts: ["Ana"] } }))
  await screen.findByRole("form", { name: "Count the drawer" })
  answer(drawerCall("/counts"), { message: "The counts differ. Count again.", code: "counts_differ" }, 409)
  answerDoor(aDoor({ drawer: DRAWER }))
  await typeCount(user, "51", "Ben")

  expect(await screen.findByText("The counts differ. Count again.")).toBeVisible()
  expect(await screen.findByText(/^Two people count/)).toBeVisible()
  expect(screen.getByLabelText("All cash in the drawer")).toHaveValue("")
})

test("Somebody alone counts twice, and may count again before closing", async () => {
  const { user } = await openDoorPage(aDoor({ drawer: { ...DRAWER, counts: ["Ana"] } }))
  answer(drawerCall("/counts"), { ...DRAWER, counts: ["Ana", "Ana"], expected: 50, difference: 0 })
  await user.click(await screen.findByLabelText("Ana is alone, and counts twice"))
  answerDoor(aDoor({ drawer: { ...DRAWER, counts: ["Ana", "Ana"], expected: 50, difference: 0 } }))
  await typeCount(user, "50")
  await user.click(await screen.findByRole("button", { name: "Count again" }))

  expect(screen.getByText(/^Two people count/)).toBeVisible()
  expect(sentToDoor("POST /drawer/counts")).toEqual([{ name: "Ana", total: 50, alone: true }])
})

test("Cash that was taken without a drawer gets one, until the door is closed", async () => {
  const cash = [{ at: "2036-12-13T03:05:00Z", amount: 13.8, reason: "" }]
  const { user, client } = await openDoorPage(aDoor({ cash }))
  answer(drawerCall(""), { ...DRAWER, float: 0 })
  await user.type(await screen.findByLabelText("Change at the start"), "0")
  answerDoor(aDoor({ drawer: { ...DRAWER, float: 0 } }))
  await user.click(screen.getByRole("button", { name: "Open the drawer" }))
  expect(await screen.findByRole("form", { name: "Count the drawer" })).toBeVisible()
  expect(sentToDoor("POST /drawer")).toEqual([{ float: 0 }])

  answerDoor(aDoor({ cash, closedAt: "2036-12-13T06:30:00Z" }))
  await client.invalidateQueries({ queryKey: ["Door"] })
  await screen.findByText("Closed at 10:30 PM.")
  expect(screen.queryByRole("form")).not.toBeInTheDocument()
})

test("A cash sale is refunded by its order's number, from the drawer", async () => {
  const told = vi.spyOn(notify, "success").mockImplementation(() => {})
  const { user } = await openDoorPage(aDoor({ drawer: DRAWER }))
  const order = anOrder({ number: "C-7K3M9" })
  answer("/api/orders", { orders: [order], page: 1, pages: 1, total: 1 })
  answer(`POST /api/door/nights/${aDoor()._id}/refunds`, { order: order._id, status: "refunded", amount: 13.8 }, 201)
  await user.click(await screen.findByRole("button", { name: "Refund a cash sale" }))
  await user.type(await screen.findByLabelText("Reason"), "Left early")
  await user.type(screen.getByLabelText("Order number"), "c-00000")
  await user.click(screen.getByRole("button", { name: "Refund" }))
  expect(await screen.findByText("No order has this number.")).toBeVisible()

  await user.clear(screen.getByLabelText("Order number"))
  await user.type(screen.getByLabelText("Order number"), "c-7k3m9")
  await user.click(screen.getByRole("button", { name: "Refund" }))

  await waitFor(() => expect(told).toHaveBeenCalledWith("Give $13.80 to the guest."))
  expect(sentToDoor("POST /refunds")).toEqual([{ order: order._id, seats: 1, reason: "Left early" }])
})

test("Each state of the drawer is a sentence", () => {
  const closedAt = "2036-12-13T06:30:00Z"
  const counted = { ...DRAWER, expected: 77.6, counts: ["Ana", "Ben"] }

  expect(drawerText(DRAWER)).toBe("Open, with a float of $50.00. Not counted yet.")
  expect(drawerText({ ...DRAWER, counts: ["Ana"] })).toBe("Ana has counted. It has to be counted once more.")
  expect(drawerText({ ...counted, difference: -3 })).toBe(
    "Counted by Ana and Ben, not closed yet. Expected $77.60; $3.00 is missing.",
  )
  expect(drawerText({ ...counted, difference: 0, closedAt })).toBe("Closed at 10:30 PM. It holds the expected $77.60.")
  expect(drawerText({ ...counted, difference: -3, closedAt, reason: "Wrong change" })).toBe(
    "Closed at 10:30 PM. Expected $77.60; $3.00 is missing. Reason: Wrong change",
  )
})

test.each([
  [{ conflict: "unknown", name: null }, "Ben let in 2 guests with a code that is not a ticket for this date."],
  [{ conflict: "refunded" }, "Ben let in 2 guests with Maya R.'s ticket, which was refunded."],
  [{ conflict: "closed", name: null }, "Ben let in 2 guests after the door was closed."],
  [
    { conflict: "over", name: null, seats: 1, giveBack: 13.8 },
    "Ben sold 1 seat when none were left. Give back $13.80 from the drawer, and note it there.",
  ],
  [{ conflict: "over", name: null, giveBack: 0 }, "Ben sold 2 seats when none were left."],
] as const)("The conflict %j is a sentence", (over, text) => {
  expect(conflictText(aConflict(over))).toBe(text)
})
