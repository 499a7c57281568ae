import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { openScan } from "~/testing/door/screens"
import { answer } from "~/testing/browser"

const TITLE = "Pay by phone: the guest scans a code"

async function openTill(free = 5, kept = 0) {
  answer("/api/door/drawer", null)
  const scan = await openScan([], "till")
  scan.server.free = free
  scan.server.allotments.set(scan.phone.device, kept)
  await scan.pass(10_000)
  await scan.user.click(screen.getByRole("button", { name: "Sell" }))
  return scan
}

const code = () => screen.findByRole("img", { name: "QR code" })
const paid = () => screen.queryByRole("button", { name: /Paid by phone/ })

test("A till shows the code of its link, and who paid is in with one press", async () => {
  const { server, phone, pass, user, verdict } = await openTill()
  await user.click(screen.getByText(TITLE))
  expect((await code()).dataset.url).toContain(`#door=${phone.device}`)
  expect(paid()).toBeNull()

  server.payByLink(phone.device, 2)
  await pass(10_000)

  expect(paid()).toHaveTextContent("✓ Paid by phone: 2 seats, Kim · Check in")
  await user.click(paid()!)
  await verdict("Kim, 2 in")
  expect(paid()).toBeNull()
})

test("A phone that only checks in sees who paid, too", async () => {
  const { server, phone, pass } = await openScan([], "door")
  server.free = 2

  server.payByLink(phone.device, 2)
  await pass(10_000)

  expect(paid()).toBeVisible()
})

test("Seats that are kept on the phone are sold by phone once it gives them back", async () => {
  const { server, user, pass } = await openTill(0, 3)
  expect(screen.queryByText(TITLE)).not.toBeInTheDocument()

  await user.type(screen.getByLabelText("Keep"), "0{Enter}")
  await pass(10_000)

  await user.click(screen.getByText(TITLE))
  expect(await code()).toBeVisible()
  expect(server.free).toBe(3)
})

test("Without seats or a connection, there is no code to scan", async () => {
  const { server, pass, phone } = await openTill(0)
  expect(screen.queryByText(TITLE)).not.toBeInTheDocument()
  server.free = 2
  await pass(10_000)
  expect(screen.getByText(TITLE)).toBeVisible()

  phone.isOnline = false
  await pass(20_000)

  expect(screen.queryByText(TITLE)).not.toBeInTheDocument()
})
