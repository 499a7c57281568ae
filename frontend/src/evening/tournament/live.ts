/** The tournament as the server knows it: asked for again every few seconds while somebody looks. */
import { useSyncExternalStore } from "react"
import type { Schemas } from "~/common/api/types"
import { ask, readChanged, Refused } from "~/common/lib/call"
import { makeStore } from "~/common/lib/store"
import { serverNow } from "~/common/lib/time/serverClock"
import type { Result, Table, Tournament } from "~/common/tables/types"
import { onReturn } from "~/common/lib/visible"

const EVERY_MS = 5_000
const LONGEST_MS = 60_000

export interface Known {
  /** null: not loaded yet. */
  tournament: Tournament | null
  /** What the server says if there is none, or if it is hidden. */
  missing: string
  /** Whether the last request failed. Then `updatedAt`, in milliseconds, is when one succeeded. */
  isOffline: boolean
  updatedAt: number
  /** By player, the code of the ticket in this browser. */
  codes: ReadonlyMap<string, string>
  /** Whether this browser has tickets of this date, but nobody came in with them. */
  isOutside: boolean
}

export type Live = ReturnType<typeof followTournament>

/** What the screens and their parts show. */
export interface ScreenProps {
  tournament: Tournament
  known: Known
  report: Live["report"]
  shop: { name: string }
}

export function followTournament(id: string) {
  const address = `/api/tables/${id}`
  const store = makeStore<Known>({
    tournament: null,
    missing: "",
    isOffline: false,
    updatedAt: 0,
    codes: new Map(),
    isOutside: false,
  })
  const change = (changes: Partial<Known>) => store.set({ ...store.get(), ...changes })
  let etag: string | null = null
  let asked = ""
  let failures = 0
  let isLoading = false
  let isFollowed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    if (isLoading || isOver() || document.visibilityState !== "visible") return
    clearTimeout(timer)
    isLoading = true
    try {
      const found = await readChanged<Tournament>(address, etag)
      if (found) {
        const [tournament] = found
        await findOwnSeats(tournament)
        etag = found[1]
        change({ tournament })
      }
      failures = 0
      change({ isOffline: false, updatedAt: serverNow() })
    } catch (error) {
      failures += 1
      if (error instanceof Refused && error.status === 404) change({ missing: error.message, tournament: null })
      else change({ isOffline: true })
    }
    isLoading = false
    if (isFollowed) timer = setTimeout(load, Math.min(EVERY_MS * 2 ** failures, LONGEST_MS))
  }

  const isOver = () => store.get().missing !== "" || Boolean(store.get().tournament?.endedAt)

  /** Asks where this browser's tickets play, again when somebody came in. Codes are never part of an address. */
  async function findOwnSeats({ players }: Tournament): Promise<void> {
    const codes = readTicketCodes()
    const question = `${codes.join()} ${players.length}`
    if (codes.length === 0 || question === asked) return
    const found = await ask<Schemas["TicketSeatsList"]>("POST", "/api/tables/mine", { codes }).catch(() => null)
    if (!found) return
    asked = question
    const own = found.seats.filter(({ tables }) => tables === id)
    const codesOf = new Map(own.flatMap(({ code, players: ids }) => ids.map((player) => [player, code])))
    change({ codes: codesOf, isOutside: own.length > 0 && codesOf.size === 0 })
  }

  /** Sends what a player says about a table. Returns why it didn't count, or an empty text. */
  async function report(round: number, table: number, player: string, result: Result): Promise<string> {
    const code = store.get().codes.get(player)
    try {
      replaceTable(round, await ask<Table>("POST", `${address}/reports`, { round, table, code, ...result }))
      return ""
    } catch (error) {
      if (!(error instanceof Refused)) return "It wasn't sent. Check the connection, and try again."
      void load()
      return error.message
    }
  }

  function replaceTable(number: number, table: Table): void {
    const { tournament } = store.get()
    if (!tournament) return
    const rounds = tournament.rounds.map((round) => {
      if (round.number !== number) return round
      return { ...round, tables: round.tables.map((each) => (each.number === table.number ? table : each)) }
    })
    change({ tournament: { ...tournament, rounds } })
  }

  /** Asks for as long as somebody listens. */
  function subscribe(listener: () => void): () => void {
    const removeListener = store.subscribe(listener)
    const ignoreReturn = onReturn(() => void load())
    isFollowed = true
    void load()
    return () => {
      isFollowed = false
      clearTimeout(timer)
      ignoreReturn()
      removeListener()
    }
  }

  return { get: store.get, subscribe, report, load }
}

/** Returns the codes of tickets that were opened in this browser. The shop's `TicketTable` stores them. */
function readTicketCodes(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem("ticketCodes") ?? "[]")
    return Array.isArray(stored) ? stored.filter((code) => typeof code === "string") : []
  } catch {
    return [] // the browser stores nothing, or something else
  }
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/** The server's time, in whole seconds. */
export function useSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1000))
}
