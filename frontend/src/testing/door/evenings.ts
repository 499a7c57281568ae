/**
 * Evenings of a tournament with two scorekeepers' phones: what can happen to them, in any order. Both let guests in,
 * too, so that guests and facts are in one queue.
 */
import fc from "fast-check"
import { lateGuests } from "~/evening/scorekeeper/protocol/now"
import { endNow, leave, pairNext, resultStep, type Step } from "~/evening/scorekeeper/protocol/steps"
import { Refused } from "~/common/lib/call"
import type { Pass } from "~/evening/door/protocol/types"
import { openTables } from "~/common/tables/facts"
import { rankPlayers } from "~/common/tables/standings"
import type { Fact, Format, Result, Table, Tournament } from "~/common/tables/types"
import { Scorekeeper } from "./scorekeeper"
import { FakeServer } from "./server"
import { FakeTables } from "./tables"
import { VirtualTime } from "./virtualTime"

const SEATS = [1, 1, 1, 1, 1, 1, 2, 2]
const MAX_ROUNDS = 4
const HOUR = 60 * 60 * 1000
const SCORES = ["2-0-0", "2-1-0", "0-2-0", "1-2-0", "1-1-1", "0-0-1", "1-0-0"]

const passes = (): Pass[] =>
  SEATS.map((seats, b) => ({ h: `pass ${b}`, b, name: `Guest${b} G.`, seats, in: 0, state: "valid", to: null }))

/** Two phones, players who report, and the shop, in time that only the evening moves. */
export class EveningWorld {
  readonly time = new VirtualTime()
  readonly server = new FakeServer(this.time, passes())
  readonly shop = new FakeTables(this.server, this.time)
  readonly phones: Scorekeeper[]
  readonly format: Format
  /** What scorekeepers saw as entered. */
  readonly shown: { device: string; fact: Fact }[] = []
  private players = 0

  /** `hasTwoQueues`: control, facts have their own queue. */
  constructor(format: Format, hasTwoQueues = false) {
    this.format = format
    this.phones = ["a", "b"].map((device) => new Scorekeeper(device, this.time, this.server, hasTwoQueues))
  }

  /** Enters something, and notes it once the phone shows it. */
  enter(keeper: Scorekeeper, build: (now: Tournament) => Step[]): void {
    let steps: Step[] = []
    const { tables } = keeper
    void tables
      .enter((now) => (steps = build(now)))
      .then((isStored) => {
        if (isStored && keeper.tables === tables)
          this.shown.push(...steps.map(({ fact }) => ({ device: keeper.phone.device, fact })))
      })
  }

  newId(): string {
    return `c${(++this.players).toString(16).padStart(23, "0")}`
  }

  /** Everything works again. */
  async recover(): Promise<void> {
    for (const { phone } of this.phones) {
      Object.assign(phone, { isOnline: true, losesAnswers: false, latency: 20 })
      Object.assign(phone.disk, { writeMs: 5, isStubborn: false })
    }
    await this.time.advance(120_000)
  }

  /** Each phone takes over and enters again what it could not send. */
  async enterAllAgain(): Promise<void> {
    for (const { tables } of this.phones) {
      void tables.take()
      await this.time.advance(10_000)
      void tables.enterAgain()
      await this.time.advance(10_000)
    }
  }

  /** What the shop has not stored as it was entered, and what no phone lists for somebody to decide. */
  lost(): string[] {
    const { stored } = this.shop
    const onDisk = this.phones.flatMap(({ phone, queue, kept }) =>
      queue.disk.rows.flatMap((row) => {
        const { entry } = row
        if (entry.kind !== "fact") return []
        const sent = this.server.find(phone.device, entry.seq)
        const isStored = stored.has(`${phone.device} ${entry.seq}`) && JSON.stringify(sent) === JSON.stringify(entry)
        const isListed = row.isTakenOver && (row.isTold || kept !== undefined)
        return isStored || isListed ? [] : [`${phone.device} ${entry.seq}: ${JSON.stringify(entry.fact)}`]
      }),
    )
    return [...onDisk, ...this.forgotten()]
  }

  /** What scorekeepers saw as entered and is not on the phone's disk. */
  private forgotten(): string[] {
    const count = (facts: Fact[], fact: Fact) => facts.filter((each) => isSame(each, fact)).length
    return this.phones.flatMap(({ phone, queue }) => {
      const rows = queue.disk.rows.flatMap(({ entry }) => (entry.kind === "fact" ? [entry.fact] : []))
      const shown = this.shown.filter(({ device }) => device === phone.device).map(({ fact }) => fact)
      return shown.filter((fact) => count(shown, fact) > count(rows, fact)).map((fact) => JSON.stringify(fact))
    })
  }

  /** Facts that were entered once and are stored twice. */
  twice(): string[] {
    const { entries } = this.server
    const seqs = entries.map(({ device, entry }) => `${device} ${entry.seq}`)
    const tables = this.shop.tournament?.rounds.flatMap(({ number, tables: all }) =>
      all.map((table) => `round ${number}, table ${table.number}`),
    )
    const players = this.shop.tournament ? rankPlayers(this.shop.tournament) : []
    const rounds = this.shop.tournament?.rounds.length ?? 0
    return [
      ...repeated(seqs),
      ...repeated(tables ?? []),
      ...players
        .filter(({ wins, losses, draws }) => wins + losses + draws > rounds)
        .map(({ player }) => `${player.name} has more results than rounds`),
    ]
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const repeated = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

// --- What can happen -------------------------------------------------------------------------------------------------

type Deed = (world: EveningWorld) => void | Promise<void>

const both = fc.integer({ min: 0, max: 1 })
const yes = fc.boolean()
const any = fc.nat({ max: 1000 })
const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % items.length]

/** `does` gets the phone, its tournament if it has one, and two random numbers. */
const on = (does: (world: EveningWorld, keeper: Scorekeeper, one: number, other: number) => void) =>
  fc.tuple(both, any, any).map(
    ([i, one, other]): Deed =>
      (world) =>
        does(world, world.phones[i]!, one, other),
  )

const resultOf = ({ players }: Table, format: Format, number: number): Result => {
  if (format === "commander") return number % 4 === 0 ? { draw: true } : { winner: pick(players, number)! }
  return { games: pick(SCORES, number)!.split("-").map(Number) as [number, number, number] }
}

/** What comes next on a scorekeeper's phone. */
function goOn(world: EveningWorld, keeper: Scorekeeper, one: number, other: number): void {
  const now = keeper.tables.now()
  if (!now) {
    const settings = { format: world.format, minutes: 50, wholeRoom: false, points: true }
    if (keeper.phone.door.known()) void keeper.tables.create(settings)
    return
  }
  world.enter(keeper, (tournament) => {
    const open = openTables(tournament)
    const round = tournament.rounds.at(-1)
    if (!round || (open.length === 0 && tournament.rounds.length < MAX_ROUNDS)) return pairNext(tournament, false)
    const table = pick(open.length > 0 ? open : round.tables, one)!
    return [resultStep(round.number, table, resultOf(table, tournament.format, other))]
  })
}

/** Who leaves, comes back, doesn't play, comes late or gets a name. */
function changePlayers(world: EveningWorld, keeper: Scorekeeper, one: number, other: number): void {
  world.enter(keeper, (now) => {
    const player = pick(now.players, one)?._id
    if (!player) return []
    const facts: Fact[] = [
      { kind: "undrop", player },
      { kind: "drop", player },
      { kind: "aside", player, on: one % 2 === 0 },
      { kind: "name", player, name: `Name${one} N.` },
      { kind: "player", _id: world.newId(), name: `Late${one} L.` },
    ]
    return other % 6 === 5 ? leave(now, player) : [{ fact: facts[other % 6]! }]
  })
}

function addLate(world: EveningWorld, keeper: Scorekeeper): void {
  const known = keeper.phone.door.known()
  const { kept } = keeper.tables.get()
  const [late] = known && kept ? lateGuests(known, kept) : []
  if (late) world.enter(keeper, () => [{ fact: { kind: "player", _id: world.newId(), name: "", pass: late.h } }])
}

function correct(world: EveningWorld, keeper: Scorekeeper, one: number, other: number): void {
  world.enter(keeper, ({ rounds, format }) => {
    const round = pick(rounds, one)
    const table = round && pick(round.tables, other)
    return table ? [resultStep(round.number, table, resultOf(table, format, one + other))] : []
  })
}

function moveClock(world: EveningWorld, keeper: Scorekeeper, one: number): void {
  world.enter(keeper, ({ rounds: { length: round } }) =>
    round > 0 ? [{ fact: { kind: "clock", round, left: one } }] : [],
  )
}

function unpair(world: EveningWorld, keeper: Scorekeeper): void {
  world.enter(keeper, ({ rounds }) => {
    const round = rounds.at(-1)
    const isStarted = round?.tables.some((table) => table.result)
    return round && !isStarted ? [{ fact: { kind: "unpair", number: round.number } }] : []
  })
}

function end(world: EveningWorld, keeper: Scorekeeper): void {
  world.enter(keeper, (now) => (now.rounds.length === MAX_ROUNDS && openTables(now).length === 0 ? endNow(now) : []))
}

/** A player reports, right or wrong, as the shop is now. */
function report({ shop }: EveningWorld, _: Scorekeeper, one: number, other: number): void {
  const round = shop.tournament?.rounds.at(-1)
  const table = round && pick(round.tables, one)
  const h = table && shop.tickets.find(({ player }) => player === pick(table.players, other))?.h
  if (!h) return
  try {
    shop.report(h, round.number, table.number, resultOf(table, shop.tournament!.format, one + other))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

const waitFor =
  (factor: number) =>
  (ms: number): Deed =>
  ({ time }) =>
    time.advance(ms * factor)

const deeds = fc.oneof(
  { weight: 26, arbitrary: on(goOn) },
  { weight: 3, arbitrary: on(changePlayers) },
  { weight: 2, arbitrary: on(addLate) },
  { weight: 3, arbitrary: on(correct) },
  { weight: 1, arbitrary: on(unpair) },
  { weight: 1, arbitrary: on(moveClock) },
  { weight: 1, arbitrary: on(end) },
  { weight: 6, arbitrary: on(report) },
  {
    weight: 3,
    arbitrary: on((_, { phone }, one) => void phone.door.admit(`pass ${one % SEATS.length}`, "scan").catch(() => {})),
  },
  { weight: 3, arbitrary: on((_, keeper) => void keeper.tables.take()) },
  { weight: 2, arbitrary: on((_, keeper) => void keeper.tables.enterAgain()) },
  { weight: 3, arbitrary: on((_, keeper) => keeper.kill()) },
  { weight: 14, arbitrary: any.map(waitFor(4)) },
  { weight: 3, arbitrary: any.map(waitFor(30)) },
  { weight: 5, arbitrary: fc.tuple(both, yes).map(([i, isOnline]): Deed => ({ phones }) => void (phones[i]!.phone.isOnline = isOnline)) }, // prettier-ignore
  { weight: 2, arbitrary: fc.tuple(both, yes).map(([i, loses]): Deed => ({ phones }) => void (phones[i]!.phone.losesAnswers = loses)) }, // prettier-ignore
  { weight: 1, arbitrary: on((_, { phone }, one) => void (phone.skew = ((one - 500) / 500) * HOUR)) },
  { weight: 1, arbitrary: on((_, { phone }, one) => void (phone.latency = one * 3)) },
  {
    weight: 1,
    arbitrary: on(
      (_, { queue }, one, other) => void Object.assign(queue.disk, { writeMs: one * 5, isStubborn: other % 2 === 0 }),
    ),
  },
)

export const evenings = fc.record({
  format: fc.constantFrom<Format>("swiss", "swiss", "swiss", "draft", "commander"),
  deeds: fc.array(deeds, { minLength: 60, maxLength: 160, size: "max" }),
})

type Evening = typeof evenings extends fc.Arbitrary<infer T> ? T : never

/** Plays an evening. At the end both phones have a connection, and what was not sent is entered again. */
export async function playEvening({ format, deeds: all }: Evening, world = new EveningWorld(format)) {
  await world.time.advance(1000)
  const [first] = world.phones
  for (const b of [0, 1, 2, 3, 4, 6, 7]) {
    void first!.phone.door.admit(`pass ${b}`, "scan")
    await world.time.advance(100)
  }
  await world.time.advance(12_000)
  for (const deed of all) {
    await deed(world)
    await world.time.advance(0)
  }
  await world.recover()
  return world
}
