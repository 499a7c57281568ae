import { expect, test } from "vitest"
import { changeOrderMutation } from "~/shop/queries/changes"
import { createLinksMutation } from "~/shop/queries/seats"
import { changeDateMutation } from "~/shop/queries/staff/dates"
import { refundCashMutation } from "~/shop/queries/staff/door"
import { sendMessageMutation } from "~/shop/queries/staff/messages"
import { addEntryMutation } from "~/shop/queries/staff/money"
import { refundOrderMutation } from "~/shop/queries/staff/orders"
import { answer, requests } from "~/testing/browser"

type Change = (sent: never, context: never) => Promise<unknown>

const changes = {
  "a change of an order": [changeOrderMutation, { orderId: "1", change: { kind: "refund" } }],
  "a refund by staff": [refundOrderMutation, { orderId: "1", refund: { reason: "Ill" } }],
  "a refund of cash": [refundCashMutation, { id: "1", order: "C-7K3M9", seats: 1, reason: "Ill" }],
  "a change of a date": [changeDateMutation, { productId: "1", change: { kind: "cancel" } }],
  "a message to guests": [sendMessageMutation, { productId: "1", message: { text: "Bring dice." } }],
  "links for friends": [createLinksMutation, { bookingId: "1", count: 1 }],
  "a line of the ledger": [addEntryMutation, { month: "2026-11", entry: { text: "Ice" } }],
} as const

test.each(Object.entries(changes))("%s whose answer is lost is repeated with its key", async (_, [mutation, sent]) => {
  const press = () => (mutation.mutationFn as Change)(sent as never, {} as never).catch(() => {})
  const respond = (status: number) => answer("POST /api/*", { message: "Try again in a minute." }, status)
  respond(503)
  await press()
  await press()
  respond(409)
  await press()
  await press()

  const [first, ...others] = requests("POST").map(({ headers }) => headers.get("Idempotency-Key"))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(others).toEqual([first, first, expect.not.stringMatching(first!)])
})
