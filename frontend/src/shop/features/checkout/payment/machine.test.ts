import { expect, test } from "vitest"
import type { Order } from "~/common/api/types"
import { isReady, type PaymentEvent, type PaymentState, reduce, refusalText } from "./machine"

const refusal = refusalText("No.")
const order = new Promise<Order>(() => {})
const states: PaymentState[] = [
  { phase: "idle" },
  { phase: "placing", method: "paypal", order },
  { phase: "placing", method: "free", order },
  { phase: "atPayPal", order },
  { phase: "cancelling", elsewhere: true },
  { phase: "capturing" },
  { phase: "done", elsewhere: false },
  { phase: "refused", refusal },
]

const nameOf = (state: PaymentState) => ("method" in state ? `${state.phase} ${state.method}` : state.phase)

/** Maps each state that the event changes to the next state. */
const changes = (event: PaymentEvent) =>
  Object.fromEntries(
    states
      .map((state) => [state, reduce(state, event)] as const)
      .filter(([before, after]) => before !== after)
      .map(([before, after]) => [nameOf(before), nameOf(after)]),
  )

test("a payment is captured once, and not after it was canceled", () => {
  expect(changes({ type: "capture" })).toEqual({
    idle: "capturing", // approved before this page was opened
    "placing paypal": "capturing",
    "placing free": "capturing",
    atPayPal: "capturing",
    refused: "capturing",
  })
})

test("a finished payment ignores all events", () => {
  const done: PaymentState = { phase: "done", elsewhere: false }
  const events: PaymentEvent[] = [
    { type: "place", method: "paypal", order },
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

test("a finished payment keeps the fact that another tab ended it", () => {
  const stopped = reduce({ phase: "atPayPal", order }, { type: "cancel", elsewhere: true })

  expect(reduce(stopped, { type: "finish" })).toEqual({ phase: "done", elsewhere: true })
  expect(reduce({ phase: "capturing" }, { type: "finish" })).toEqual({ phase: "done", elsewhere: false })
})
