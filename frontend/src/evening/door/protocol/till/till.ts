/** Sells at the door for cash: free seats of the shop or, without a connection, seats that are kept for this phone. */
import { Refused } from "~/common/lib/call"
import { newRow, type Row } from "../log"
import { appended, type Core } from "../state"
import type { Body, SaleDraft } from "../types"
import { fromCents, toCents } from "~/common/lib/money"
import { changeOf, seatsKept, seatsLeft, totalOf, whyDateSellsNothing, whyNotSell } from "./cash"
import { failureText } from "../../failure"

/** A sale to make; amounts are in cents. */
export interface Sale {
  seats: number
  given: number
  name: string
}

export type SaleShown =
  | { kind: "sold"; seats: number; total: number; change: number; isSent: boolean }
  | { kind: "unsold"; reason: string }
  | { kind: "unsaved" | "closed" }

interface Parts extends Core {
  /** Stores entries in time, or returns null. */
  save: (drafts: Body[]) => Promise<Row[] | null>
  /** Stores entries and begins to send them. */
  write: (drafts: Body[]) => Promise<Row[] | null>
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  send: () => void
  refresh: () => Promise<boolean>
}

export function openTill({ store, apply, storage, network, clock, save, write, inTurn, send, refresh }: Parts) {
  /** Counts seats by the list and the phone's own sales; none without a list. */
  const count = (seatsOf: typeof seatsKept): number => {
    const { kept: list, log, device } = store.get()
    return list ? seatsOf(list.list, log, device) : 0
  }
  const kept = () => count(seatsKept)
  /** The free seats of the date. */
  const left = () => count(seatsLeft)

  /** Returns why so many seats can't be sold for this cash, or "". */
  function whyNot(seats: number, given: number | null): string {
    const { kept: list, isOnline } = store.get()
    if (!list) return "The list is missing. Check the connection."
    return whyNotSell(seats, given, { list: list.list, isOnline, isOver: isOver(), left: left(), kept: kept() })
  }

  function isOver(): boolean {
    const { kept: list, offset } = store.get()
    return list !== null && clock.now() + offset >= Date.parse(list.list.night.endTime)
  }

  /** Returns why the date sells no seats, however many are free, or "". */
  function whyNoSales(): string {
    const { kept: list } = store.get()
    return list ? whyDateSellsNothing({ list: list.list, isOver: isOver() }) : ""
  }

  /** Sells seats, and returns once the cash and the change are known. */
  function sell(sale: Sale): Promise<SaleShown> {
    return inTurn(async () => {
      const list = store.get().kept?.list
      if (store.get().ended || !list) return { kind: "closed" }
      const reason = whyNot(sale.seats, sale.given)
      if (reason) return { kind: "unsold", reason }
      const total = totalOf(list.night.totals, sale.seats)
      const draft: SaleDraft = {
        kind: "sale",
        seats: sale.seats,
        total: fromCents(total),
        taxRate: list.night.taxRate,
        given: fromCents(sale.given),
        allotment: kept() >= sale.seats,
      }
      if (store.get().isOnline && left() >= sale.seats) return sellOnline(sale, draft)
      return (await write([draft])) ? soldOf(draft, false) : { kind: "unsaved" }
    })
  }

  /** The entry is stored first, so that its number is taken even if the phone is killed while it waits. */
  async function sellOnline({ seats, given, name }: Sale, draft: SaleDraft): Promise<SaleShown> {
    const row = (await save([{ ...draft, allotment: false }]))?.[0]
    if (!row) return { kind: "unsaved" }
    const { seq } = row.entry
    try {
      const asked = { seq, seats, name, total: draft.total, given: fromCents(given) }
      const { total, change } = await network.sell(asked)
      apply(appended(store.get(), [{ ...row, answer: "stored", isTold: true }]))
      void refresh()
      return { kind: "sold", seats, total: toCents(total), change: toCents(change), isSent: true }
    } catch (error) {
      if (error instanceof Refused && (await wasRemoved(seq))) {
        await refresh() // it knows why: another till may have closed the drawer, or sold the seats
        return { kind: "unsold", reason: whyNot(seats, given) || error.message }
      }
      // The shop may have made the sale, so it stands. If it has, it recognizes the entry by its number.
      apply(appended(store.get(), [newRow({ ...draft, seq, at: row.entry.at })]))
      send()
      return soldOf(draft, false)
    }
  }

  const wasRemoved = (seq: number) => storage.removeLast(seq).catch(() => false)

  /** Asks the shop to keep seats for this phone. Returns why it doesn't, or "". */
  function keepSeats(seats: number): Promise<string> {
    return inTurn(async () => {
      const before = store.get()
      if (!before.kept) return "The list is missing. Check the connection."
      if (before.log.some(({ entry, answer }) => entry.kind === "sale" && answer === null))
        return "Wait until all sales are sent."
      // In case the answer is lost. It is stored first: a phone that is killed must not sell what it has given back.
      if (!(await limit(Math.min(seats, before.kept.list.allotment)))) return "This phone can't save. Use another one."
      try {
        await network.keepSeats(seats)
        await limit(seats)
        return ""
      } catch (error) {
        void refresh()
        return failureText(error)
      }
    })
  }

  /**
   * From now on, the phone sells this many seats on its own. A list that was asked for before doesn't change that.
   * Resolves with whether that is stored.
   */
  async function limit(allotment: number): Promise<boolean> {
    const { kept: list, keeps } = store.get()
    if (!list) return false
    const limited = { ...list, list: { ...list.list, allotment }, etag: null }
    apply({ ...store.get(), kept: limited, keeps: keeps + 1 })
    const saving = storage.keepList(limited)
    return saving.then(
      () => true,
      () => false,
    )
  }

  /** Notes cash that is put into the drawer or taken out. Returns whether it was stored. */
  const moveCash = (amount: number, reason: string): Promise<boolean> =>
    inTurn(async () => (await write([{ kind: "cash", amount: fromCents(amount), reason }])) !== null)

  return { kept, left, whyNot, whyNoSales, sell, keepSeats, moveCash }
}

function soldOf({ seats, total, given }: SaleDraft, isSent: boolean): SaleShown {
  const cents = toCents(total)
  return { kind: "sold", seats, total: cents, change: changeOf(cents, toCents(given)), isSent }
}
