import { expect, test } from "vitest"
import type { Order } from "~/api/types"
import { isReady, reduce, type PaymentEvent, type PaymentState } from "./machine"
import { refusalText } from "./refusal"

const refusal = refusalText("No.")
const order = new Promise<Order>(() => {})
const states: PaymentState[] = [
  { phase: "idle" },
  { phase: "placing", means: "paypal", order },
  { phase: "placing", means: "free", order },
  { phase: "atPayPal", order },
  { phase: "cancelling", elsewhere: true },
  { phase: "capturing" },
  { phase: "done", elsewhere: false },
  { phase: "refused", refusal },
]

const named = (state: PaymentState) => ("means" in state ? `${state.phase} ${state.means}` : state.phase)

/** What the event makes of each state; those that it leaves as they are aren't named. */
const changes = (event: PaymentEvent) =>
  Object.fromEntries(
    states
      .map((state) => [state, reduce(state, event)] as const)
      .filter(([before, after]) => before !== after)
      .map(([before, after]) => [named(before), named(after)]),
  )

test("an order is placed only while the buttons are ready", () => {
  expect(changes({ type: "place", means: "test", order })).toEqual({ idle: "placing test", refused: "placing test" })
})

test("a payment is sent once, and not after it was given up", () => {
  expect(changes({ type: "capture" })).toEqual({
    idle: "capturing", // approved before this page was opened
    "placing paypal": "capturing",
    "placing free": "capturing",
    atPayPal: "capturing",
    refused: "capturing",
  })
})

test("only a buyer who is at PayPal can turn back there, or fail there", () => {
  const atPayPal = { "placing paypal": "cancelling", atPayPal: "cancelling" }
  expect(changes({ type: "cancel", elsewhere: false })).toEqual(atPayPal)
  expect(changes({ type: "fail", refusal })).toEqual({ "placing paypal": "refused", atPayPal: "refused" })
})

test("nothing follows once the order is decided", () => {
  const done: PaymentState = { phase: "done", elsewhere: false }
  const events: PaymentEvent[] = [
    { type: "place", means: "paypal", order },
    { type: "open" },
    { type: "cancel", elsewhere: true },
    { type: "capture" },
    { type: "finish" },
    { type: "refuse", refusal },
    { type: "fail", refusal },
    { type: "reset" },
  ]

  expect(events.map((event) => reduce(done, event))).toEqual(events.map(() => done))
  expect(isReady(done)).toBe(false)
})

test("that another tab ended the payment is known until the order's page is there", () => {
  const stopped = reduce({ phase: "atPayPal", order }, { type: "cancel", elsewhere: true })

  expect(reduce(stopped, { type: "finish" })).toEqual({ phase: "done", elsewhere: true })
  expect(reduce({ phase: "capturing" }, { type: "finish" })).toEqual({ phase: "done", elsewhere: false })
})
