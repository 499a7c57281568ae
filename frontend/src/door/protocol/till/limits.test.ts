import { expect, test } from "vitest"
import { whyNotSell, type Till } from "./limits"

const night = {
  _id: "1",
  name: "Draft",
  startTime: "",
  endTime: "",
  product: "1",
  isCanceled: false,
  totals: Array.from({ length: 9 }, (_, i) => 13.8 * (i + 1)),
}
const list = { night, drawer: "open" as const, left: 5 }
const till: Till = { list, isOnline: true, isOver: false, left: 5, kept: 0 }
const offline = { ...till, isOnline: false }
const without = (more: object): Till => ({ ...till, list: { ...list, ...more } })
const priced = (totals: number[], more: object = {}) => without({ night: { ...night, totals }, ...more })

const CLOSED = "The drawer is closed. Don't take any more cash."
const ENDED = "This event has ended. Don't sell any more seats."
const CANCELED = "This date is canceled. Don't sell any seats."
const NO_TILL = "The shop doesn't know this phone as a till. Open the till's link again."
const NONE_KEPT = "No connection, and no seats are kept on this phone. Wait for the connection."
const NO_CASH = "Enter the cash given, such as 20 or 20.50."

test.each<[string, number, number | null, Till, string]>([
  ["5 of 5 seats", 5, 7000, till, ""],
  ["8 seats with 5 left", 8, 20_000, till, "Only 5 seats are left. Choose fewer."],
  ["2 seats with 1 left", 2, 5000, { ...till, left: 1 }, "Only 1 seat is left. Choose fewer."],
  ["no seats", 1, 2000, { ...till, left: 0 }, "No seats are left. Don't take any cash."],
  ["more seats kept than free", 2, 5000, { ...till, left: 1, kept: 3 }, ""],
  ["free and kept seats in one sale", 4, 9000, { ...till, left: 1, kept: 3 }, "Sell 3 seats first, then the rest."],
  ["more seats than free and kept", 5, 9000, { ...till, left: 1, kept: 3 }, "Only 4 seats are left. Choose fewer."],
  ["no connection and no kept seats", 1, 2000, offline, NONE_KEPT],
  [
    "no connection and too few kept seats",
    2,
    5000,
    { ...offline, kept: 1 },
    "No connection, and only 1 seat is kept on this phone. Choose fewer.",
  ],
  ["no connection and kept seats", 2, 5000, { ...offline, kept: 2, left: 0 }, ""],
  ["no drawer yet", 1, 2000, without({ drawer: null }), "Open the drawer first."],
  ["a closed drawer", 1, 2000, without({ drawer: "closed" }), CLOSED],
  ["a closed drawer and no cash yet", 1, null, without({ drawer: "closed" }), CLOSED],
  ["a free seat without a drawer", 1, 0, priced([0], { drawer: null }), ""],
  ["a free seat and no amount", 1, null, priced([0]), ""],
  ["a free seat of an event that is over", 1, 0, { ...priced([0]), isOver: true }, ENDED],
  ["an event that is over", 1, 2000, { ...till, isOver: true, left: 0 }, ENDED],
  ["a canceled date", 1, 2000, { ...without({ night: { ...night, isCanceled: true } }), kept: 2 }, CANCELED],
  ["a list for a phone that doesn't sell", 1, 2000, without({ left: undefined, drawer: undefined }), NO_TILL],
  ["no cash yet", 1, null, till, NO_CASH],
  ["too little cash", 2, 2000, till, "That is $7.60 short. Ask for the rest."],
  ["more than a till takes", 2, null, priced([6000, 12_000]), "A sale can't be over $10,000.00. Choose fewer seats."],
  ["a seat for more than a till takes", 1, null, priced([12_000]), "A till can't sell seats for over $10,000.00."],
])("With %s, a till says why it doesn't sell, or nothing", (_, seats, given, state, reason) => {
  expect(whyNotSell(seats, given, state)).toBe(reason)
})
