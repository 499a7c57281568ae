/** The tournament as the server knows it: asked for again every few seconds while somebody looks. */
import { useSyncExternalStore } from "react"
import { makeStore } from "~/common/lib/store"
import type { Result, Table, Tournament } from "~/common/tables/types"
import { onReturn } from "~/common/lib/visible"
import { readTicketCodes } from "./page"

const EVERY_MS = 5_000
const LONGEST_MS = 60_000
const TIMEOUT_MS = 8_000

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
  let etag = ""
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
      const response = await call(address, { headers: etag ? { "If-None-Match": etag } : {} })
      if (response.status === 404) {
        change({ missing: await messageIn(response), tournament: null })
      } else if (response.ok) {
        const tournament = (await response.json()) as Tournament
        await findOwnSeats(tournament)
        etag = response.headers.get("ETag") ?? ""
        change({ tournament })
      } else if (response.status !== 304) {
        throw new Error(await messageIn(response))
      }
      failures = 0
      change({ isOffline: false, updatedAt: now() })
    } catch {
      failures += 1
      change({ isOffline: true })
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
    const response = await call("/api/tables/mine", json({ codes }))
    if (!response.ok) return
    asked = question
    const { seats } = (await response.json()) as { seats: { code: string; tables: string; players: string[] }[] }
    const own = seats.filter(({ tables }) => tables === id)
    const codesOf = new Map(own.flatMap(({ code, players: ids }) => ids.map((player) => [player, code])))
    change({ codes: codesOf, isOutside: own.length > 0 && codesOf.size === 0 })
  }

  /** Sends what a player says about a table. Returns why it didn't count, or an empty text. */
  async function report(round: number, table: number, player: string, result: Result): Promise<string> {
    const code = store.get().codes.get(player)
    try {
      const response = await call(`${address}/reports`, json({ round, table, code, ...result }))
      if (!response.ok) {
        const message = await messageIn(response)
        void load()
        return message
      }
      replaceTable(round, (await response.json()) as Table)
      return ""
    } catch {
      return "No connection. It wasn't sent: try again."
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

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
})

/** Throws without a connection. */
async function call(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) })
  setClock(response.headers.get("Date"))
  return response
}

/** Errors of a proxy, or of a Wi-Fi's sign-in page, are not JSON. */
async function messageIn(response: Response): Promise<string> {
  const found = (await response.json().catch(() => null)) as { message?: string } | null
  return found?.message || "Try again in a minute."
}

/** The server's time, because the clock of a round is the same on every phone. */
let offset = 0

/** Sets the clock by a response's `Date`, in whole seconds. Smaller differences than these are the connection's. */
function setClock(date: string | null): void {
  const found = Date.parse(date ?? "") - Date.now()
  if (Math.abs(found - offset) > 2_000) offset = found
}

/** The time in milliseconds. */
const now = (): number => Date.now() + offset

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/** The server's time, in whole seconds. */
export function useSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(now() / 1000))
}
