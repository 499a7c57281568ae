/** The tournament's side of the shop: one phone writes, and players report. Facts are entries of the door's log. */
import type { Settings } from "~/evening/scorekeeper/protocol/tables"
import type { Ticket } from "~/evening/scorekeeper/protocol/now"
import { Refused } from "~/common/lib/call"
import type { Batch, EntriesAnswer, Entry, Pass, Result as Answered } from "~/evening/door/protocol/types"
import { applyEntries } from "~/evening/tables/entries"
import { activePlayers, openTables, playersIn } from "~/common/tables/facts"
import { nameSeats } from "~/evening/tables/names"
import type { Entry as TablesEntry, Fact, Result, Tournament } from "~/common/tables/types"
import type { VirtualTime } from "./virtualTime"

/** What phones and players asked, and what was answered. The shop's tests ask the real shop the same. */
export type Call = { at: string; answer: unknown } & Asked

type Asked =
  | { call: "door" | "facts"; batch: Batch }
  | { call: "create"; device: string; settings: Settings }
  | { call: "lease"; device: string }
  | { call: "report"; h: string; round: number; table: number; result: Result }

/** The door's side of the shop, as far as tournaments need it. */
interface DoorSide {
  tables: FakeTables | null
  startTime: string
  passes: Pass[]
  authenticate: (device: string) => void
  judge: () => { inside: Map<string, number> }
  find: (device: string, seq: number) => Entry | undefined
  seen: (device: string) => number
  store: (device: string, entry: Entry, offset: number) => boolean
}

export class FakeTables {
  tournament: Tournament | null = null
  readonly calls: Call[] = []
  readonly tickets: Ticket[] = []
  /** Who writes. */
  writer = ""
  /** What was stored, in the order of arrival, and under which numbers. */
  readonly facts: Fact[] = []
  readonly stored = new Set<string>()
  private readonly unusable = new Map<string, string>()
  private version = 0
  private readonly server: DoorSide
  private readonly time: VirtualTime

  constructor(server: DoorSide, time: VirtualTime) {
    this.server = server
    this.time = time
    server.tables = this
  }

  create(device: string, settings: Settings, startTime = this.server.startTime): Tournament {
    if (startTime !== this.server.startTime) throw new Refused(403, "door_role", "This phone may not do that.")
    return this.note({ call: "create", device, settings }, () => this.createNow(device, settings))
  }

  /** Answers, and notes it. */
  note<T>(asked: Asked, respond: () => T): T {
    const at = new Date(this.time.now).toISOString()
    try {
      const answer = respond()
      this.calls.push(structuredClone({ at, ...asked, answer }))
      return answer
    } catch (error) {
      if (error instanceof Refused) this.calls.push(structuredClone({ at, ...asked, answer: { ...error } }))
      throw error
    }
  }

  private createNow(device: string, settings: Settings): Tournament {
    this.server.authenticate(device)
    if (this.tournament) throw new Refused(409, "tables_exist", "This date has its tables already.")
    const { inside } = this.server.judge()
    for (const { h } of this.server.passes) {
      for (let seat = 0; seat < inside.get(h)!; seat++) this.tickets.push({ player: idOf(this.tickets.length), h })
    }
    this.tournament = {
      _id: "t1",
      name: "Friday Draft",
      startTime: this.server.startTime,
      ...planned(settings),
      seed: 1,
      generation: 0,
      writer: null,
      endedAt: null,
      players: this.server.passes.flatMap(({ h, name }) =>
        nameSeats(name, inside.get(h)!).map((each, i) => ({
          _id: this.tickets.filter((ticket) => ticket.h === h)[i]!.player,
          name: each,
          fromRound: 1,
          droppedAfter: null,
          aside: false,
        })),
      ),
      rounds: [],
    }
    return this.tournament
  }

  change(device: string, settings: Settings): Tournament {
    this.server.authenticate(device)
    if (this.now.rounds.length > 0) throw new Refused(409, "round_exists", "A round is paired already. Undo it first.")
    return this.set({ ...this.now, ...planned(settings) })
  }

  lease(device: string): number {
    const { generation } = this.note({ call: "lease", device }, () => {
      this.server.authenticate(device)
      if (device !== this.writer) {
        this.writer = device
        const writer = { name: device, since: new Date(this.time.now).toISOString() }
        this.set({ ...this.now, generation: this.now.generation + 1, writer })
      }
      return { generation: this.now.generation }
    })
    return generation
  }

  read(etag: string | null) {
    const version = String(this.version)
    return etag === version ? null : { tournament: structuredClone(this.now), etag: version }
  }

  send(batch: Batch): EntriesAnswer {
    const { device, sentAt, entries, lease } = batch
    return this.note({ call: "facts", batch }, () => {
      if (device !== this.writer || lease?.generation !== this.now.generation)
        throw new Refused(409, "taken_over", "Another phone keeps the tables now.", this.countUsed(batch))
      const offset = this.time.now - Date.parse(sentAt)
      const results = entries.map((entry) => this.store(device, entry, offset))
      return { seen: this.server.seen(device), results }
    })
  }

  /** Up to which number the tournament has what was sent. The door may have kept later ones. */
  private countUsed({ device, entries }: Batch): number {
    const unused = entries.filter(({ seq }) => !this.stored.has(`${device} ${seq}`))
    return Math.min(this.server.seen(device), ...unused.map(({ seq }) => seq - 1))
  }

  /** A player reports for everybody with this ticket at the table. */
  report(h: string, round: number, table: number, result: Result): void {
    this.note({ call: "report", h, round, table, result }, () => this.reportNow(h, round, table, result))
  }

  private reportNow(h: string, round: number, table: number, result: Result): void {
    const last = this.now.rounds.at(-1)
    const found = this.now.rounds[round - 1]?.tables[table - 1]
    const seated = this.tickets.filter((ticket) => ticket.h === h && found?.players.includes(ticket.player))
    if (!found || seated.length === 0) throw new Refused(409, "not_your_table", "This is not your table.")
    if (this.now.endedAt || last !== this.now.rounds[round - 1])
      throw new Refused(409, "round_over", "This round is over. Tell the scorekeeper.")
    const players = seated.map(({ player }) => player)
    const others = found.reports.filter(({ player }) => !players.includes(player))
    found.reports = [...others, ...players.map((player) => ({ player, result }))]
    this.version++
  }

  private store(device: string, entry: Entry, offset: number): Answered {
    const { seq } = entry
    if (entry.kind !== "fact") return { seq, answer: "unusable", code: "bad_entry" }
    const key = `${device} ${seq}`
    const known = this.server.find(device, seq)
    const code = this.unusable.get(key) ?? (known ? reuse(known, entry) : this.check(entry.fact))
    if (!known) this.server.store(device, entry, offset)
    if (code) {
      this.unusable.set(key, code)
      return { seq, answer: "unusable", code }
    }
    if (known) return { seq, answer: "repeated" }
    const at = new Date(Math.min(Date.parse(entry.at) + offset, this.time.now)).toISOString()
    const fact = entry.fact.kind === "player" ? this.addTicket(entry.fact) : entry.fact
    this.facts.push(fact)
    this.stored.add(key)
    this.set(applyEntries(this.now, [{ at, ...fact } as TablesEntry]))
    return { seq, answer: "stored" }
  }

  /** Players without a name have that of their ticket. */
  private addTicket(fact: Extract<Fact, { kind: "player" }>): Fact {
    const pass = this.server.passes.find(({ h }) => h === fact.pass)
    const seat = this.tickets.filter(({ h }) => h === fact.pass).length
    this.tickets.push({ player: fact._id, h: fact.pass ?? null })
    return { ...fact, name: fact.name || (pass ? nameSeats(pass.name, seat + 1)[seat]! : "Guest") }
  }

  /** Returns why a fact can't follow those before it, or "". See tables/progress.py. */
  private check(fact: Fact): string {
    const { now } = this
    if (now.endedAt) return "ended"
    switch (fact.kind) {
      case "round":
        return this.checkRound(fact)
      case "unpair": {
        const last = now.rounds.at(-1)
        const isStarted = fact.number < now.rounds.length || last?.tables.some((table) => table.result)
        return isStarted ? "round_started" : ""
      }
      case "result":
        return now.rounds[fact.round - 1]?.tables[fact.table - 1] ? "" : "bad_result"
      case "clock":
        return now.rounds[fact.round - 1] ? "" : "bad_entry"
      case "player":
        return this.has(fact._id) ? "bad_entry" : ""
      case "end":
        return ""
      default:
        return this.has(fact.player) ? "" : "bad_entry"
    }
  }

  private checkRound(fact: Extract<Fact, { kind: "round" }>): string {
    const { now } = this
    if (fact.number <= now.rounds.length) return "round_exists"
    if (fact.number > now.rounds.length + 1 || openTables(now).length > 0) return "round_open"
    const seated = playersIn(fact)
    const active = activePlayers(now)
    const isWhole = seated.length === active.length && active.every((id) => seated.includes(id))
    return isWhole ? "" : "bad_pairing"
  }

  private has(id: string): boolean {
    return this.now.players.some(({ _id }) => _id === id)
  }

  private get now(): Tournament {
    if (!this.tournament) throw new Refused(404, "not_found", "There are no such tables.")
    return this.tournament
  }

  private set(tournament: Tournament): Tournament {
    this.version++
    return (this.tournament = tournament.endedAt ? { ...tournament, writer: null } : tournament)
  }
}

const planned = ({ rounds = 0, format, minutes, wholeRoom, points }: Settings) => ({
  format,
  plannedRounds: rounds || null,
  minutes,
  wholeRoom,
  points: format !== "commander" || points,
})

const idOf = (number: number): string => number.toString(16).padStart(24, "0")

const reuse = (known: Entry, entry: Entry): string =>
  JSON.stringify(known) === JSON.stringify(entry) ? "" : "seq_reused"
