/**
 * The tickets of guests who claimed a seat in this browser, so that the link that was shared with them leads to their
 * ticket afterward. Both links contain the same ID.
 */
import * as v from "valibot"
import { readStored, writeStored } from "~/shop/state/storage"

const KEY = "seatTickets"
const MAX_TICKETS = 20
const Tokens = v.array(v.string())

const idOf = (token: string) => token.split(".")[0]
const read = () => readStored(KEY, Tokens) ?? []

export const seatTickets = {
  /** Returns the token of the ticket that was claimed with a link here, or undefined. */
  find: (token: string): string | undefined => read().find((other) => idOf(other) === idOf(token)),
  add: (token: string) => writeStored(KEY, [...read().slice(1 - MAX_TICKETS), token]),
  /** Removes a ticket that was given back. */
  remove: (token: string) => {
    const others = read().filter((other) => idOf(other) !== idOf(token))
    writeStored(KEY, others)
  },
}
