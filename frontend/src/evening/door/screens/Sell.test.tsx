import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { openScan } from "~/testing/door/screens"
import { answer } from "~/testing/browser"

async function openSell(free = 5) {
  answer("/api/door/drawer", null)
  const scan = await openScan([], "till")
  scan.server.free = free
  await scan.pass(10_000)
  await scan.user.click(screen.getByRole("button", { name: "Sell" }))
  return scan
}

test("Seats are sold: the total, quick amounts and the change in large figures", async () => {
  const { user, verdict, server } = await openSell()
  await user.click(screen.getByRole("button", { name: "More" }))
  expect(screen.getByText("$27.60", { selector: "strong" }).parentElement).toHaveTextContent("2 × $13.80 = $27.60")

  await user.click(screen.getByRole("button", { name: "$30" }))
  expect(screen.getByText("Change $2.40")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Sell 2 seats" }))

  await verdict("Change $2.402 seats for $27.60")
  expect(server).toMatchObject({ free: 3, sold: 2 })
  await user.click(screen.getByRole("button", { name: "Next" }))
  expect(screen.getByRole("button", { name: "Sell 1 seat" })).toBeVisible()
  expect(screen.getByLabelText("Cash given, in dollars")).toHaveValue("")
  expect(screen.getByText("2 of 2 in")).toBeVisible()
})

test("Too little or no cash is said before anything is sold", async () => {
  const { user, server } = await openSell()
  const button = screen.getByRole("button", { name: "Sell 1 seat" })
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription("Enter the cash given, such as 20 or 20.50.")

  await user.type(screen.getByLabelText("Cash given, in dollars"), "10{Enter}")

  expect(screen.getByText("$3.80 short")).toBeVisible()
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription("That is $3.80 short. Ask for the rest.")
  expect(server.sold).toBe(0)
})

test("A full date says what is left, and what was typed stays", async () => {
  const { user } = await openSell(1)
  expect(screen.getByText("1 seat left.")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "More" }))
  await user.type(screen.getByLabelText("Cash given, in dollars"), "40")
  const button = screen.getByRole("button", { name: "Sell 2 seats" })
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription("Only 1 seat is left. Choose fewer.")
  await user.click(screen.getByRole("button", { name: "Fewer" }))
  expect(screen.getByRole("button", { name: "Sell 1 seat" })).toBeEnabled()
  expect(screen.getByLabelText("Cash given, in dollars")).toHaveValue("40")
})

test("Two presses are one sale", async () => {
  const { user, verdict, server } = await openSell()
  await user.click(screen.getByRole("button", { name: "$20" }))
  await user.dblClick(screen.getByRole("button", { name: "Sell 1 seat" }))

  await verdict("Change $6.20")
  expect(server.sold).toBe(1)
})

type Opened = Awaited<ReturnType<typeof openSell>>

// cash.test.ts has all reasons.
test.each<[string, (opened: Opened) => unknown, string]>([
  ["drawer is closed", ({ server }) => (server.drawer = "closed"), "The drawer is closed. Don't take any more cash."],
  [
    "connection is gone",
    ({ phone }) => (phone.isOnline = false),
    "No connection, and no seats are kept on this phone. Wait for the connection.",
  ],
  [
    "phone is no till any more",
    ({ server }) => server.noTills.add("me"),
    "The shop doesn't know this phone as a till. Open the till's link again.",
  ],
  [
    "price went up",
    ({ server }) => (server.totals = server.totals.map((total) => total + 10)),
    "That is $3.80 short. Ask for the rest.",
  ],
])("While somebody enters a sale and the %s, the button goes off with the reason", async (_, happens, reason) => {
  const opened = await openSell()
  const { user, pass, phone, server } = opened
  await user.click(screen.getByRole("button", { name: "$20" }))
  const button = screen.getByRole("button", { name: "Sell 1 seat" })
  expect(button).toBeEnabled()
  expect(button).not.toHaveAccessibleDescription()
  expect(screen.getByText("Change $6.20")).toBeVisible()

  happens(opened)
  await pass(20_000)

  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription(reason)
  expect(screen.queryByText(/^Change/)).not.toBeInTheDocument()
  await user.type(screen.getByLabelText("Cash given, in dollars"), "{Enter}")
  await pass(1000)
  expect(phone.disk.rows).toEqual([])
  expect(server.sold).toBe(0)
})

test.each<[string, (opened: Opened) => unknown]>([
  ["This date is canceled.", ({ server }) => (server.isCanceled = true)],
  ["This event has ended.", ({ server, time }) => (server.endsAt = time.now)],
])("A date that sells nothing says why, and not that it is full: %s", async (text, happens) => {
  const opened = await openSell()
  happens(opened)
  for (const isOnline of [true, false]) {
    opened.phone.isOnline = isOnline
    await opened.pass(20_000)

    expect(within(form()).getByText(text)).toBeVisible()
    expect(screen.queryByText(/seats? left|No connection/)).not.toBeInTheDocument()
  }
})

const form = () => screen.getByRole("button", { name: /^Sell \d/ }).closest("form")!

test("Seats are kept on the phone, and sold without a connection", async () => {
  const { user, verdict, phone, pass, server } = await openSell()
  await user.type(screen.getByLabelText("Keep"), "3")
  await user.click(screen.getByRole("button", { name: "Save" }))
  await pass(100)
  expect(screen.getByRole("heading", { name: "Seats kept on this phone: 3" })).toBeVisible()

  phone.isOnline = false
  await pass(20_000)
  expect(screen.getByText("No connection. This phone can still sell the 3 seats kept on it.")).toBeVisible()
  await user.click(screen.getByRole("button", { name: "$20" }))
  await user.click(screen.getByRole("button", { name: "Sell 1 seat" }))

  await verdict("Change $6.201 seat for $13.80, to be sent")
  expect(screen.getByRole("heading", { name: "Seats kept on this phone: 2", hidden: true })).toBeInTheDocument()
  expect(server.sold).toBe(0)
  phone.isOnline = true
  await pass(20_000)
  expect(server.sold).toBe(1)
})
