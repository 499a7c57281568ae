/** The tournament on a phone: what the shop answers every few seconds, who writes, and what this phone enters. */
import type { Schemas } from "~/common/api/types"
import { makeStore } from "~/common/lib/store"
import type { Tournament } from "~/common/tables/types"
import type { Door } from "~/evening/door/protocol/door"
import type { Clock } from "~/evening/door/protocol/ports"
import { highestAnswered } from "~/evening/door/protocol/state"
import { makeSleeper } from "~/evening/door/protocol/sync"
import { findUnused, type Unused } from "./again"
import { answersNow, countPlayers, tournamentNow, type KeptTables, type Ticket } from "./now"
import type { Step } from "./steps"
import { failureText } from "~/evening/door/failure"

const POLL_MS = 5000

type SomeSettings = Omit<Schemas["NewTournamentRequest"], "product" | "bookingDate">
/** Without `rounds`, there are as many as phones propose. */
export type Settings = Required<Omit<SomeSettings, "rounds">> & Pick<SomeSettings, "rounds">

/** Requests fail like those of the door. */
export interface TablesNetwork {
  /** Returns the ID of the date's tournament, or null if there is none. */
  find: (product: string, startTime: string) => Promise<string | null>
  /** Returns null if the tournament is still the one with this ETag. */
  read: (id: string, etag: string | null) => Promise<{ tournament: Tournament; etag: string | null } | null>
  listTickets: (id: string) => Promise<Ticket[]>
  create: (product: string, bookingDate: string, settings: Settings) => Promise<Tournament>
  /** `seen`: what the phone showed. Refused if another phone has changed it meanwhile. */
  change: (id: string, settings: Settings, seen: Settings) => Promise<Tournament>
  /** Lets this phone write, and returns the generation of its lease. */
  lease: (id: string, device: string) => Promise<number>
}

export interface TablesStorage {
  read: () => Promise<KeptTables | undefined>
  keep: (kept: KeptTables) => Promise<unknown>
}

export interface State {
  kept: KeptTables | null
  /** Whether it is known if there is a tournament. */
  isKnown: boolean
}

interface Parts {
  door: Door
  storage: TablesStorage
  network: TablesNetwork
  clock: Clock
  device: string
}

export type Tables = ReturnType<typeof openTables>

export function openTables({ door, storage, network, clock, device }: Parts) {
  const store = makeStore<State>({ kept: null, isKnown: false })
  const sleeper = makeSleeper(clock)
  let refreshing: Promise<void> | null = null
  let isStopped = false

  function keep(changes: Partial<KeptTables> & { tournament: Tournament }): void {
    const before = store.get().kept ?? { etag: null, upTo: 0, generation: null, tickets: [] }
    const kept = { ...before, ...changes }
    store.set({ kept, isKnown: true })
    storage.keep(kept).catch(() => {}) // without it, a restart waits for the shop
  }

  /** Asks the shop now. A phone without a connection goes on with what it has. */
  function refresh(): Promise<void> {
    refreshing ??= fetchNow()
      .catch(() => {})
      .finally(() => (refreshing = null))
    return refreshing
  }

  /** The list says it: the date may have moved since the phone entered. */
  const getDate = () => door.get().kept?.list.night

  async function fetchNow(): Promise<void> {
    const date = getDate()
    const id = store.get().kept?.tournament._id ?? (date && (await network.find(date.product, date.startTime)))
    if (isStopped || id === undefined) return
    if (id === null) return store.set({ kept: null, isKnown: true })
    const upTo = highestAnswered(door.get().log)
    const { kept } = store.get()
    const found = await network.read(id, kept?.etag ?? null)
    const tournament = found?.tournament ?? kept?.tournament
    if (isStopped || !tournament) return
    const tickets = await listTickets(tournament)
    if (isStopped) return
    keep({ tournament, etag: found ? found.etag : (kept?.etag ?? null), upTo, tickets })
    for (const { row, isSettled } of findUnusedNow()) if (isSettled) door.dismiss(row.entry.seq)
  }

  /** Returns who has which ticket, which changes with the players only. */
  async function listTickets({ _id, players }: Tournament): Promise<Ticket[]> {
    const tickets = store.get().kept?.tickets ?? []
    return tickets.length === players.length ? tickets : network.listTickets(_id).catch(() => tickets)
  }

  async function start(): Promise<void> {
    const kept = await storage.read().catch(() => undefined)
    if (kept) store.set({ kept, isKnown: true })
    // At first, the door's list may be missing, without which nothing can be asked.
    const stopWaiting = door.subscribe(() => {
      if (!store.get().isKnown && getDate()) sleeper.wake()
    })
    while (!isStopped) {
      await refresh()
      await sleeper.sleep(POLL_MS)
    }
    stopWaiting()
  }

  function stop(): void {
    isStopped = true
    sleeper.wake()
  }

  /** Returns the tournament with all that this phone entered. */
  function now(): Tournament | null {
    const { kept } = store.get()
    return kept && tournamentNow(kept, { ...door.get(), known: door.known() })
  }

  /** Whether this phone may enter anything. After the end it may not, whether the shop knows that already or not. */
  function isWriter(): boolean {
    const tournament = now()
    return tournament !== null && store.get().kept?.generation === tournament.generation && !tournament.endedAt
  }

  // --- With a connection only: these return what went wrong, or "" -------------------------------------------------

  const attempt = async (work: () => Promise<void>): Promise<string> => {
    try {
      await work()
      return ""
    } catch (error) {
      return failureText(error)
    }
  }

  /** Creates the tournament of everybody who is in, and lets this phone write. */
  const create = (settings: Settings): Promise<string> =>
    attempt(async () => {
      const date = getDate()
      if (!date) throw new Error("The list is missing.")
      const tournament = await network.create(date.product, date.startTime, settings).catch(async (error: unknown) => {
        await refresh() // another phone may have been quicker
        throw error
      })
      keep({ tournament })
      await takeLease(tournament._id)
    })

  /** Replaces the settings, before the first round. */
  const change = (settings: Settings, seen: Settings): Promise<string> =>
    attempt(async () => {
      const id = store.get().kept?.tournament._id
      if (id) keep({ tournament: await network.change(id, settings, seen), etag: null })
    })

  /** Lets this phone write, and no other one. */
  const take = (): Promise<string> =>
    attempt(async () => {
      const id = store.get().kept?.tournament._id
      if (id) await takeLease(id)
    })

  async function takeLease(id: string): Promise<void> {
    const generation = await network.lease(id, device)
    await refreshing // it may have been asked for before
    const tournament = store.get().kept?.tournament
    if (tournament) keep({ tournament, generation })
    await refresh() // this phone writes once it knows what the other one wrote
  }

  // --- Entering ----------------------------------------------------------------------------------------------------

  /** Stores what `build` makes of the tournament, in turn. Returns false if this phone can't save. */
  async function enter(build: (now: Tournament) => Step[]): Promise<boolean> {
    const rows = await door.record(() => {
      const tournament = now()
      const lease = tournament && { tables: tournament._id, generation: tournament.generation }
      if (!lease || !isWriter()) return []
      const known = door.known()
      const answers = known && answersNow(known, store.get().kept!)
      return build({ ...tournament, answers }).map((step) => ({ kind: "fact", ...lease, ...step }))
    })
    return rows !== null
  }

  function findUnusedNow(): Unused[] {
    const tournament = now()
    const { kept } = store.get()
    const known = door.known()
    const passes = known && kept ? countPlayers(known, kept) : []
    return tournament ? findUnused(door.get().log, tournament, passes) : []
  }

  /** Returns what the shop didn't use and the scorekeeper has to decide about, with the steps that enter it again. */
  const listUnused = (): Unused[] => findUnusedNow().filter(({ isSettled }) => !isSettled)

  /** Enters again what still fits. Returns false if this phone can't save. */
  async function enterAgain(): Promise<boolean> {
    let entered: Unused[] = []
    const isStored = await enter(() => {
      entered = findUnusedNow().filter(({ step }) => step)
      return entered.map(({ step }) => step!)
    })
    if (isStored) for (const { row } of entered) door.dismiss(row.entry.seq)
    return isStored
  }

  /** The scorekeeper decided that these are not needed. */
  function leaveOut(): void {
    for (const { row } of findUnusedNow()) door.dismiss(row.entry.seq)
  }

  const { get, subscribe } = store
  return {
    get,
    subscribe,
    start,
    stop,
    refresh,
    wake: sleeper.wake,
    now,
    isWriter,
    create,
    change,
    take,
    enter,
    listUnused,
    enterAgain,
    leaveOut,
  }
}
