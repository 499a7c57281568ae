import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Drawer } from "~/evening/door/device/network"
import { openScan } from "~/testing/door/screens"
import { answer, answerNothing, requests } from "~/testing/browser"

const OPEN: Drawer = { float: 50, expected: null, counts: [], difference: null, closedAt: null }
const COUNTED: Drawer = { ...OPEN, counts: ["Ana", "Ben"], expected: 77.6, difference: -3 }

async function openDrawer(drawer: Drawer | null) {
  answer("/api/door/drawer", drawer ? { ...drawer } : { ...OPEN, float: null })
  const scan = await openScan([], "till")
  await scan.user.click(screen.getByRole("button", { name: "Drawer" }))
  return scan
}

const sent = (path: string) => requests(`POST ${path}`).map(({ body }) => body)

test("The drawer is opened with a float", async () => {
  const { user } = await openDrawer(null)
  answer("POST /api/door/drawer", { ...OPEN })
  await user.type(await screen.findByLabelText("Cash in the drawer, in dollars"), "fifty")
  await user.click(screen.getByRole("button", { name: "Open" }))
  expect(screen.getByText("Enter an amount such as 20 or 20.50.")).toBeVisible()

  await user.clear(screen.getByLabelText("Cash in the drawer, in dollars"))
  await user.type(screen.getByLabelText("Cash in the drawer, in dollars"), "50")
  await user.click(screen.getByRole("button", { name: "Open" }))

  expect(await screen.findByText("Open, with a float of $50.00.")).toBeVisible()
  expect(sent("/api/door/drawer")).toEqual([{ float: 50 }])
})

test("Two people count; the second sees neither the first total nor what is expected", async () => {
  const { user } = await openDrawer(OPEN)
  answer("POST /api/door/drawer/counts", { ...OPEN, counts: ["Ana"] })
  await user.type(await screen.findByLabelText("All cash in the drawer, in dollars"), "74.60")
  await user.click(screen.getByRole("button", { name: "Save this count" }))

  expect(await screen.findByText("Ana has counted. Now somebody else counts.")).toBeVisible()
  expect(screen.queryByText(/74\.60|77\.60/)).not.toBeInTheDocument()
  answer("POST /api/door/drawer/counts", { ...COUNTED })
  await user.type(screen.getByLabelText("Who counts"), "Ben")
  await user.type(screen.getByLabelText("All cash in the drawer, in dollars"), "74.60")
  await user.click(screen.getByRole("button", { name: "Save this count" }))

  expect(await screen.findByText("$3.00 is missing.")).toBeVisible()
  expect(sent("/api/door/drawer/counts")).toEqual([
    { name: "Ana", total: 74.6, alone: false },
    { name: "Ben", total: 74.6, alone: false },
  ])
})

test("Counts that differ are counted again from the start", async () => {
  const { user } = await openDrawer({ ...OPEN, counts: ["Ana"] })
  answer("POST /api/door/drawer/counts", { message: "The counts differ. Count again.", code: "counts_differ" }, 409)
  await user.type(await screen.findByLabelText("Who counts"), "Ben")
  await user.type(screen.getByLabelText("All cash in the drawer, in dollars"), "70")
  answer("/api/door/drawer", { ...OPEN })
  await user.click(screen.getByRole("button", { name: "Save this count" }))

  expect(await screen.findByText("The counts differ. Count again.")).toBeVisible()
  expect(await screen.findByRole("heading", { name: "Count the drawer" })).toBeVisible()
  expect(screen.getByLabelText("All cash in the drawer, in dollars")).toHaveValue("") // for the next one to count
})

test("A drawer that is off is closed with a reason", async () => {
  const { user } = await openDrawer(COUNTED)
  answer("POST /api/door/drawer/close", { ...COUNTED, closedAt: "2026-11-27T06:30:00Z" })
  await user.type(await screen.findByLabelText("Why"), "A five was taken for a ten")
  await user.click(screen.getByRole("button", { name: "Close the drawer" }))

  expect(await screen.findByRole("heading", { name: "The drawer is closed" })).toBeVisible()
  expect(screen.getByText("$3.00 is missing.")).toBeVisible()
  expect(sent("/api/door/drawer/close")).toEqual([{ reason: "A five was taken for a ten" }])
})

test("Cash that is taken out is noted with its reason, even without a connection", async () => {
  const { user, phone, pass, server } = await openDrawer(OPEN)
  phone.isOnline = false
  await user.type(await screen.findByLabelText("Amount, in dollars"), "20.50")
  await user.click(screen.getByRole("button", { name: "Take out" }))
  expect(screen.getByText("Enter an amount and a reason.")).toBeVisible()
  await user.type(screen.getByLabelText("Reason"), "Ice")
  await user.click(screen.getByRole("button", { name: "Take out" }))
  await pass(100)

  expect(await screen.findByText("Taken out: $20.50")).toBeVisible()
  expect(screen.getByText("Taken out $20.50, Ice")).toBeVisible()
  phone.isOnline = true
  await pass(20_000)
  expect(server.entries.map(({ entry }) => entry)).toMatchObject([{ kind: "cash", amount: -20.5, reason: "Ice" }])
})

test("Cash can be noted on a till that was opened again without a connection", async () => {
  answerNothing("/api/door/drawer")
  const { user, pass } = await openScan([], "till")
  await user.click(screen.getByRole("button", { name: "Drawer" }))
  expect(await screen.findByText("The shop can't be reached. Check the connection.")).toBeVisible()

  await user.click(screen.getByRole("button", { name: "Try again" }))
  await user.type(screen.getByLabelText("Amount, in dollars"), "20")
  await user.type(screen.getByLabelText("Reason"), "Ice")
  await user.click(screen.getByRole("button", { name: "Take out" }))
  await pass(100)

  expect(await screen.findByText("Taken out: $20.00")).toBeVisible()
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible()
})

test("What another till does with the drawer is shown, immediately if it opens or closes it", async () => {
  const { user, pass, server } = await openDrawer(OPEN)
  expect(await screen.findByRole("heading", { name: "Count the drawer" })).toBeVisible()

  answer("/api/door/drawer", { ...OPEN, counts: ["Ben"] })
  await user.click(screen.getByRole("button", { name: "Sell" }))
  await user.click(screen.getByRole("button", { name: "Drawer" }))
  expect(await screen.findByText("Ben has counted. Now somebody else counts.")).toBeVisible()

  answer("/api/door/drawer", { ...COUNTED, closedAt: "2026-11-27T06:30:00Z" })
  server.drawer = "closed"
  await pass(10_000)
  expect(await screen.findByRole("heading", { name: "The drawer is closed" })).toBeVisible()
  expect(screen.queryByLabelText("Amount, in dollars")).not.toBeInTheDocument()
})
