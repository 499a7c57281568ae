import { expect, test } from "vitest"
import { whyNotSell } from "./limits"

const night = {
  _id: "1",
  name: "Draft",
  startTime: "",
  endTime: "",
  totals: Array.from({ length: 9 }, (_, i) => 13.8 * (i + 1)),
}
const till = { list: { night, drawer: "open" as const }, isOnline: true, isOver: false, left: 5, kept: 0 }

test.each([
  ["5 of 5 seats", 5, 7000, till, ""],
  ["8 seats with 5 left", 8, 20_000, till, "Only 5 seats left."],
  ["no seats", 1, 2000, { ...till, left: 0 }, "No seats are left."],
  ["more seats kept than free", 2, 5000, { ...till, left: 1, kept: 3 }, ""],
  [
    "no connection and no kept seats",
    1,
    2000,
    { ...till, isOnline: false },
    "No seats are kept on this phone, so it can't sell without a connection.",
  ],
  [
    "no connection and too few kept seats",
    2,
    5000,
    { ...till, isOnline: false, kept: 1 },
    "Without a connection, only 1 seat can be sold.",
  ],
  ["no connection and kept seats", 2, 5000, { ...till, isOnline: false, kept: 2, left: 0 }, ""],
  ["no drawer yet", 1, 2000, { ...till, list: { night, drawer: null } }, "Open the drawer first."],
  [
    "a closed drawer",
    1,
    2000,
    { ...till, list: { night, drawer: "closed" as const } },
    "The drawer is closed, so nothing can be sold for cash.",
  ],
  ["a free seat without a drawer", 1, 0, { ...till, list: { night: { ...night, totals: [0] }, drawer: null } }, ""],
  ["an event that is over", 1, 2000, { ...till, isOver: true }, "This event has ended."],
  ["no cash yet", 1, null, till, "Enter the cash given, such as 20 or 20.50."],
  ["too little cash", 2, 2000, till, "That is $7.60 short."],
])("With %s, a till says why it doesn't sell, or nothing", (_, seats, given, state, reason) => {
  expect(whyNotSell(seats, given, state)).toBe(reason)
})
