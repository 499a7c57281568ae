/** A phone at the door: decides, stores, sends and fetches. Everything that is shown was stored before. */
import { makeStore } from "~/common/lib/store"
import { hashCode, readCode } from "./code"
import {
  findAdmission,
  findEntry,
  isAdmission,
  lastAdmission,
  undoneIn,
  type Admission,
  type Log,
  type Row,
} from "./log"
import type { Clock, KeptList, Network, Storage, Writing } from "./ports"
import { appended, changedRows, startState, told, type State } from "./state"
import { startSync } from "./sync"
import { openTill, type SaleShown } from "./till/till"
import type { Body, How } from "./types"
import { decide, decisionOf, insideOf, type Decision, type Known, type Refusal } from "./verdict"

const SAVE_MS = 150
/** For facts about a tournament, because nobody stands at the door and waits. */
const SAVE_FACT_MS = 3000
const SERVER_MS = 600
const MAX_TIMEOUTS = 2

export interface Parts {
  storage: Storage
  network: Network
  clock: Clock
  random: () => number
  device: string
  by: string
  offset: number
  /** The date's end, in milliseconds. */
  endsAt: number
  log: Log
  kept: KeptList | null
}

/** What a scan comes to. */
export type Shown =
  | { kind: "in"; seq: number; name: string; seats: number; inside: number; of: number; isForced: boolean }
  | { kind: "refused"; refusal: Refusal; h: string; how: How; seq: number | null }
  | { kind: "guests"; seq: number; seats: number }
  | { kind: "notOurs" | "unsaved" | "closed" }
  | SaleShown

/** With a full pass it is probably one more guest; otherwise the pass is not valid, and nobody is inside yet. */
function partySize({ pass, kind }: Refusal): number {
  return pass && kind !== "double" && kind !== "over" ? pass.seats : 1
}

/** Returns a function that does one thing after the other. */
function makeTurns() {
  let turn: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
}

export type Door = ReturnType<typeof openDoor>

export function openDoor(parts: Parts) {
  const { storage, network, clock, random, device, by, endsAt } = parts
  const store = makeStore<State>(startState(device, by, parts.offset, parts.log, parts.kept))
  const sync = startSync({ store, apply, storage, network, clock, random, endsAt })
  const { send, refresh } = sync
  // Each decision knows the entries before. Guests at the door don't wait for a fact that a slow disk saves.
  const inTurn = makeTurns()
  const factsInTurn = makeTurns()
  const till = openTill({ store, apply, storage, network, clock, save, write, inTurn, send, refresh })
  let timeouts = 0
  let answersThen = 0 // when the last timeout was counted

  /** Changes the state, and stores the rows that this changes. */
  function apply(next: State): void {
    const rows = changedRows(store.get().log, next.log)
    store.set(next)
    // If this fails, entries are sent once more, and the server recognizes them.
    if (rows.length > 0) storage.update(rows).catch(() => {})
  }

  async function scan(text: string, how: How): Promise<Shown> {
    const code = readCode(text)
    return code ? admit(await hashCode(code), how) : { kind: "notOurs" }
  }

  /** Lets in all the guests who are not inside yet. */
  async function admit(h: string, how: How): Promise<Shown> {
    if (decideNow(h).kind === "unknown" && mayWait()) await waitForList() // sold a minute ago
    let refused: Shown | null = null
    const rows = await inTurn(async () => {
      const decision = decideNow(h)
      if (store.get().ended) refused = { kind: "closed" }
      else if (decision.kind !== "in") refused = { kind: "refused", refusal: decision, h, how, seq: null }
      else return write([{ kind: "in", h, seats: decision.seats, how, forced: false }])
      return null
    })
    return refused ?? show(rows)
  }

  /** Replaces an entry by one for fewer or more seats. */
  async function change(seq: number, seats: number): Promise<Shown> {
    const { h, how, forced } = findEntry(store.get().log, seq)!
    const drafts: Body[] = [
      { kind: "undo", of: seq },
      { kind: "in", h, seats, how, forced },
    ]
    return show(await inTurn(() => write(drafts)))
  }

  /** Lets guests in despite a refusal. If there is an entry that the server refused to count, this replaces it. */
  async function force({ refusal, h, how, seq }: Extract<Shown, { kind: "refused" }>): Promise<Shown> {
    const entry = seq === null ? null : findEntry(store.get().log, seq)
    const draft: Body = { kind: "in", h, seats: entry?.seats ?? partySize(refusal), how, forced: true }
    return show(await inTurn(() => write(entry ? [{ kind: "undo", of: entry.seq }, draft] : [draft])))
  }

  /** Lets in guests without a ticket. */
  function admitGuests(seats: number, note: string): Promise<Shown> {
    return inTurn(async () => {
      if (store.get().ended) return { kind: "closed" }
      const [row] = (await write([{ kind: "guest", seats, note }])) ?? []
      return row ? { kind: "guests", seq: row.entry.seq, seats } : { kind: "unsaved" }
    })
  }

  /** Undoes an entry, by default the last one. Returns it, null if there is none, or "unsaved". */
  function undo(seq?: number): Promise<Admission | "unsaved" | null> {
    return inTurn(async () => {
      const { log } = store.get()
      const entry = seq === undefined ? lastAdmission(log) : findAdmission(log, seq)
      if (!entry || undoneIn(log).has(entry.seq)) return null
      return (await write([{ kind: "undo", of: entry.seq }])) ? entry : "unsaved"
    })
  }

  /**
   * Stores the facts that `build` returns, which knows all entries before. Returns null if that takes too long or fails.
   * The next ones wait until these are on the disk or never will be: otherwise a round could be paired twice.
   */
  function record(build: () => Body[]): Promise<Row[] | null> {
    return new Promise((resolve, reject) => {
      let giveUp = () => {}
      let isLate = false
      void clock.wait(SAVE_FACT_MS).then(() => {
        isLate = true
        giveUp()
        resolve(null)
      })
      factsInTurn(async () => {
        const drafts = isLate ? [] : build()
        if (drafts.length === 0) return resolve([])
        const writing = append(drafts)
        giveUp = writing.abort
        const rows = await writing.done.catch(() => null)
        if (rows) add(rows)
        resolve(rows)
      }).catch(reject)
    })
  }

  function append(drafts: Body[]): Writing {
    const at = new Date(clock.now()).toISOString()
    const dated = drafts.map((draft) => ({ ...draft, at }))
    return storage.append(dated, store.get().seen)
  }

  /** Adds rows that are stored, and sends them. */
  function add(rows: Row[]): void {
    store.set(appended(store.get(), rows))
    sync.send()
  }

  /** Stores entries and begins to send them. Returns null if they are not stored in time. */
  async function write(drafts: Body[]): Promise<Row[] | null> {
    const rows = await save(drafts)
    if (!rows) return null
    // While the volunteer waits for the verdict, a conflict is no alarm.
    const isVerdict = drafts.some(({ kind }) => kind === "in")
    add(rows.map((row) => (isVerdict ? { ...row, isTold: true } : row)))
    return rows
  }

  /** Stores entries. Returns null if they are not stored in time. */
  async function save(drafts: Body[]): Promise<Row[] | null> {
    const writing = append(drafts)
    const tooLate = clock.wait(SAVE_MS).then(() => null)
    const rows = await Promise.race([writing.done.catch(() => null), tooLate])
    if (!rows) {
      writing.abort()
      writing.done.then(withdraw).catch(() => {})
    }
    return rows
  }

  /** What was stored after "This phone can't save" is undone: the guest was sent to another phone. */
  async function withdraw(rows: Row[]): Promise<void> {
    const [only, ...others] = rows
    const isCash = only?.entry.kind === "sale" || only?.entry.kind === "cash" // can't be undone
    if (isCash && (await storage.removeLast(only.entry.seq))) return
    add(rows)
    if (others.length > 0 || !only || !isAdmission(only.entry)) return
    append([{ kind: "undo", of: only.entry.seq }]).done.then(add, () => {})
  }

  /** Waits for the server, if it is quick, and says what came of the entries. */
  async function show(rows: Row[] | null): Promise<Shown> {
    const entry = rows?.at(-1)?.entry
    if (entry?.kind !== "in") return { kind: "unsaved" }
    if (!entry.forced) await waitForAnswer(entry.seq)
    const { log } = store.get()
    const conflict = entry.forced ? null : (log.find((row) => row.entry.seq === entry.seq)?.conflict ?? null)
    const isTold = entry.forced || conflict !== null
    const seqs = new Set(rows?.map((row) => row.entry.seq))
    apply({ ...store.get(), log: log.map((row) => (seqs.has(row.entry.seq) ? { ...row, isTold } : row)) })
    const facts = known() // with the list that may have come meanwhile
    const pass = facts?.list.passes.find((each) => each.h === entry.h)
    if (conflict === "closed" || (conflict && !facts)) return { kind: "closed" }
    const { h, how, seq } = entry
    if (conflict && facts) return { kind: "refused", refusal: decisionOf(conflict, h, facts), h, how, seq }
    return {
      kind: "in",
      seq,
      name: pass?.name ?? "Guest",
      seats: entry.seats,
      inside: pass && facts ? insideOf(pass, facts) : entry.seats,
      of: pass?.seats ?? entry.seats,
      isForced: entry.forced,
    }
  }

  function known(): Known | null {
    const { kept, ...state } = store.get()
    return kept && { ...state, list: kept.list }
  }

  function decideNow(h: string): Decision {
    const facts = known()
    return facts ? decide(h, facts) : { kind: "unknown", pass: null }
  }

  async function waitForAnswer(seq: number): Promise<void> {
    if (!mayWait()) return
    const isAnswered = () => store.get().log.some((row) => row.entry.seq === seq && row.answer !== null)
    const { failures } = store.get()
    await until(() => isAnswered() || store.get().failures > failures || store.get().ended !== null)
    if (!isAnswered()) countTimeout()
  }

  async function waitForList(): Promise<void> {
    const isThere = await Promise.race([sync.refresh(), clock.wait(SERVER_MS).then(() => false)])
    if (!isThere) countTimeout()
  }

  /** After two timeouts, the volunteer waits for the server again only once it has answered a batch. */
  function mayWait(): boolean {
    if (store.get().answers !== answersThen) timeouts = 0
    return timeouts < MAX_TIMEOUTS
  }

  function countTimeout(): void {
    timeouts++
    answersThen = store.get().answers
  }

  /** Waits until the state is as expected, at most 600 ms. */
  function until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (isDone()) finish()
      }
      const stop = store.subscribe(check)
      const finish = () => {
        stop()
        resolve()
      }
      void clock.wait(SERVER_MS).then(finish)
      check()
    })
  }

  /** The volunteer knows about this entry's conflict. */
  function dismiss(seq: number): void {
    apply(told(store.get(), new Set([seq])))
  }

  const { get, subscribe } = store
  return { get, subscribe, known, scan, admit, admitGuests, change, force, undo, record, dismiss, ...till, ...sync }
}
