import { expect, test } from "vitest"
import { Scorekeeper } from "~/testing/door/scorekeeper"
import { FakeServer } from "~/testing/door/server"
import { VirtualTime } from "~/testing/door/virtualTime"
import { tournamentOf } from "~/testing/tables/tournament"
import { outcomeOf } from "~/common/tables/facts"
import type { Fact, Result } from "~/common/tables/types"
import { unsent } from "~/evening/door/protocol/log"
import type { Pass } from "~/evening/door/protocol/types"
import { lateGuests } from "./now"
import { leave, pairNext, resultStep } from "./steps"
import type { Settings } from "./tables"

const SWISS: Settings = { format: "swiss", minutes: 50, wholeRoom: false, points: true }
const WON: Result = { games: [2, 0, 0] }
const CLOSE: Result = { games: [2, 1, 0] }
const LOST: Result = { games: [0, 2, 0] }

/** Four guests with a ticket each, and Maya with two. Unless told otherwise, all are in. */
const passes = (inside = true): Pass[] =>
  ["Ana A.", "Bea B.", "Cleo C.", "Dina D.", "Maya R."].map((name, b) => {
    const seats = name === "Maya R." ? 2 : 1
    return { h: name, b, name, seats, in: inside ? seats : 0, state: "valid", to: null }
  })

async function openShop(inside = passes()) {
  const time = new VirtualTime()
  const server = new FakeServer(time, inside)
  const ana = new Scorekeeper("ana", time, server)
  const ben = new Scorekeeper("ben", time, server)
  await time.advance(100)
  /** Waits for something, while time goes on. */
  async function after<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = work.finally(() => (isDone = true))
    for (let waited = 0; !isDone && waited < 20_000; waited += 20) await time.advance(20)
    return done
  }
  const enter = (who: Scorekeeper, fact: Fact) => after(who.tables.enter(() => [{ fact }]))
  const pair = (who: Scorekeeper) => after(who.tables.enter((now) => pairNext(now, false)))
  const decide = (who: Scorekeeper, table: number, result = WON) =>
    after(who.tables.enter(({ rounds }) => [resultStep(rounds.length, rounds.at(-1)!.tables[table - 1]!, result)]))
  const stored = () => server.tables!.facts
  const shown = () => server.tables!.tournament!
  const h = (id: string) => server.tables!.tickets.find(({ player }) => player === id)!.h!
  return { time, server, ana, ben, after, enter, pair, decide, stored, shown, h }
}

async function openTournament(inside = passes()) {
  const shop = await openShop(inside)
  expect(await shop.after(shop.ana.tables.create(SWISS))).toBe("")
  return shop
}

const resultsOf = (who: Scorekeeper, round = 1) =>
  who.tables.now()!.rounds[round - 1]!.tables.map((table) => table.result)

test("Everybody who is in plays, and the phone that creates the tournament writes", async () => {
  const { ana, ben, time, shown } = await openTournament()
  await time.advance(5000)

  expect(shown().players.map(({ name }) => name)).toEqual([
    "Ana A.",
    "Bea B.",
    "Cleo C.",
    "Dina D.",
    "Maya R.",
    "Maya R. +1",
  ])
  expect([ana.tables.isWriter(), ben.tables.isWriter()]).toEqual([true, false])
  expect(ben.tables.now()!.writer!.name).toBe("ana")
})

test("A date that was moved after the phones entered has the same tables on all of them", async () => {
  const { ana, ben, time, server, after } = await openShop()
  server.startTime = "2026-11-27T03:30:00Z"
  await time.advance(10_000)

  expect(await after(ana.tables.create(SWISS))).toBe("")
  await time.advance(5000)

  expect(ben.tables.now()).toEqual(ana.tables.now())
  expect(ben.tables.now()!.startTime).toBe(server.startTime)
})

test("Two rounds are played without a connection, and reach the shop when it is back, in spite of kills", async () => {
  const { ana, time, pair, decide, stored, shown } = await openTournament()
  ana.phone.isOnline = false
  for (const round of [1, 2]) {
    await pair(ana)
    for (const table of [1, 2, 3]) await decide(ana, table)
    ana.kill()
    await time.advance(100)
    expect(resultsOf(ana, round)).toEqual([WON, WON, WON])
  }
  expect(stored()).toEqual([])

  ana.phone.isOnline = true
  await time.advance(30_000)

  expect(stored().map(({ kind }) => kind)).toEqual(
    ["round", "result", "result", "result", "round", "result", "result", "result"], // prettier-ignore
  )
  expect(shown().rounds).toEqual(ana.tables.now()!.rounds)
  expect(unsent(ana.phone.door.get().log)).toEqual([])
})

test("Equal answers of guests sit together, whichever seat of a ticket gave them, without a connection too", async () => {
  const asked = passes()
  const chosen = [[0], [1], [1], [0], [2, 2]] // by seat: Maya and her guest
  const inside = asked.map((pass, i): Pass => ({ ...pass, answers: [pass.seats === 2 ? [0, 1] : [0], chosen[i]!] }))
  const { ana, server, time, pair } = await openTournament(inside)
  const choices = ["casual", "strong", "new"]
  server.questions = [false, true].map((together) => ({ text: "Which bracket?", choices, together }))
  await time.advance(30_000)
  ana.phone.isOnline = false

  await pair(ana)

  const { rounds, players } = ana.tables.now()!
  const nameOf = (id: string) => players.find(({ _id }) => _id === id)!.name
  const pairs = rounds[0]!.tables.map((table) => table.players.map(nameOf).toSorted().join(" and "))
  expect(pairs.toSorted()).toEqual(["Ana A. and Dina D.", "Bea B. and Cleo C.", "Maya R. and Maya R. +1"])
})

test("Two taps pair one round", async () => {
  const { ana, after, stored, time } = await openTournament()
  const tap = () => ana.tables.enter((now) => pairNext(now, false))

  await after(Promise.all([tap(), tap()]))
  await time.advance(1000)

  expect(stored().map(({ kind }) => kind)).toEqual(["round"])
})

test("A pairing that a slow phone saved too late to say so is not paired again", async () => {
  const { ana, time, after, pair, decide, stored } = await openTournament()
  await pair(ana)
  for (const table of [1, 2, 3]) await decide(ana, table)
  Object.assign(ana.phone.disk, { writeMs: 5000, isStubborn: true })
  const tap = () => ana.tables.enter((now) => pairNext(now, false))

  expect(await after(tap())).toBe(false)
  void tap()
  await time.advance(20_000)

  expect(stored().filter(({ kind }) => kind === "round")).toHaveLength(2)
  expect(ana.tables.now()!.rounds).toHaveLength(2)
  expect(ana.tables.listUnused()).toEqual([])
})

test("Guests and facts have one row of numbers, and each goes where it belongs", async () => {
  const { ana, server, after, pair, time } = await openTournament()
  ana.phone.isOnline = false
  void ana.phone.door.admitGuests(1, "A friend")
  await pair(ana)
  void ana.phone.door.admitGuests(1, "Another one")
  await time.advance(1000)
  ana.phone.isOnline = true
  await time.advance(20_000)

  const sent = server.batches.map(({ lease, entries }) => [lease?.generation, ...entries.map(({ seq }) => seq)])
  expect(sent.slice(-3)).toEqual([
    [undefined, 1],
    [1, 2],
    [undefined, 3],
  ])
  expect(server.seen("ana")).toBe(3)
  expect(await after(ana.tables.take())).toBe("")
})

test("After a takeover, results that were not sent are listed and entered again", async () => {
  const { ana, ben, server, after, time, pair, decide, stored, shown } = await openTournament()
  await pair(ana)
  await time.advance(5000)
  ana.phone.isOnline = false
  await decide(ana, 1)
  await decide(ana, 2, CLOSE)
  expect(await after(ben.tables.take())).toBe("")
  await decide(ben, 3, LOST)

  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(ana.tables.isWriter()).toBe(false)
  expect(ana.tables.listUnused().map(({ row }) => row.entry.seq)).toEqual([2, 3])
  expect(resultsOf(ana)).toEqual([null, null, LOST])
  expect(await ana.tables.enter(() => [{ fact: { kind: "end" } }])).toBe(true) // and enters nothing
  ana.kill()
  await time.advance(5000)
  expect(ana.tables.listUnused()).toHaveLength(2)

  expect(await after(ana.tables.take())).toBe("")
  expect(await after(ana.tables.enterAgain())).toBe(true)
  await time.advance(5000)
  expect(shown().rounds[0]!.tables.map((table) => table.result)).toEqual([WON, CLOSE, LOST])
  expect(ana.tables.listUnused()).toEqual([])
  expect(stored().map(({ kind }) => kind)).toEqual(["round", "result", "result", "result"])
  expect(server.seen("ana")).toBe(5) // without a gap, for the door keeps what was not used
})

test("A phone that forgot the takeover still asks for what the door kept", async () => {
  const { ana, ben, server, after, time, pair, decide } = await openTournament()
  await pair(ana)
  await time.advance(5000)
  ana.phone.isOnline = false
  await decide(ana, 1)
  const asBefore = ana.phone.disk.rows
  await after(ben.tables.take())
  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(server.seen("ana")).toBe(2)

  ana.phone.disk.rows = asBefore // the browser ended before it had stored the answer
  ana.kill()
  await time.advance(20_000)

  expect(ana.tables.listUnused().map(({ row }) => row.entry.seq)).toEqual([2])
})

test("What the other phone entered as well is not asked for, even if it is corrected later", async () => {
  const { ana, ben, after, time, pair, decide } = await openTournament()
  await pair(ana)
  await time.advance(5000)
  ana.phone.isOnline = false
  await decide(ana, 1)
  await decide(ana, 2)
  await after(ben.tables.take())
  await decide(ben, 1)

  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(ana.tables.listUnused().map(({ row }) => row.entry.seq)).toEqual([3])

  await decide(ben, 1, LOST)
  await time.advance(20_000)
  expect(ana.tables.listUnused().map(({ row }) => row.entry.seq)).toEqual([3])
})

test("A result is not entered again for others, after the round was paired again", async () => {
  const { ana, ben, after, time, pair, decide, enter, shown } = await openTournament()
  await pair(ana)
  await time.advance(5000)
  ana.phone.isOnline = false
  await decide(ana, 1)
  await after(ben.tables.take())
  const player = shown().rounds[0]!.tables[0]!.players[0]!
  await enter(ben, { kind: "unpair", number: 1 })
  await enter(ben, { kind: "drop", player })
  await pair(ben)

  ana.phone.isOnline = true
  await time.advance(20_000)
  await after(ana.tables.take())

  expect(ana.tables.listUnused()).toMatchObject([{ row: { entry: { seq: 2 } }, step: null }])
  await after(ana.tables.enterAgain())
  expect(ana.tables.listUnused()).toHaveLength(1)
  ana.tables.leaveOut()
  expect(ana.tables.listUnused()).toEqual([])
  expect(resultsOf(ana)).toEqual([null, null])
})

test("A phone that took over writes once it knows what the other one wrote", async () => {
  const { ana, ben, after, time, pair, decide } = await openTournament()
  await pair(ana)
  await time.advance(5000)
  ben.phone.isOnline = false
  await decide(ana, 1)
  await time.advance(1000)

  expect(await after(ben.tables.take())).toBe("The shop can't be reached. Check the connection.")
  expect(ben.tables.isWriter()).toBe(false)
  ben.phone.isOnline = true
  expect(await after(ben.tables.take())).toBe("")

  expect(ben.tables.isWriter()).toBe(true)
  expect(resultsOf(ben)[0]).toEqual(WON)
})

test("What players reported is a result of the next pairing, so nobody takes it back afterward", async () => {
  const { ana, server, time, pair, decide, shown, h } = await openTournament()
  await pair(ana)
  await time.advance(1000)
  const [one, other] = shown().rounds[0]!.tables[0]!.players as [string, string]
  server.tables!.report(h(one), 1, 1, CLOSE)
  await time.advance(6000)
  expect(outcomeOf(ana.tables.now()!.rounds[0]!.tables[0]!)).toMatchObject({ state: "waiting", missing: [other] })

  ana.phone.isOnline = false
  await decide(ana, 2)
  await decide(ana, 3)
  await pair(ana)
  server.tables!.report(h(other), 1, 1, LOST)
  ana.phone.isOnline = true
  await time.advance(20_000)

  expect(shown().rounds).toHaveLength(2)
  expect(shown().rounds[0]!.tables[0]!.result).toEqual(CLOSE)
})

test("The next round is paired by what only one player reported, too, because it becomes a result then", () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const now = tournamentOf(["A-B, C-D 2-0"], { seed })
    now.rounds[0]!.tables[0]!.reports = [{ player: "A", result: WON }]
    const [accepted, paired, ...others] = pairNext(now, false).map(({ fact }) => fact)
    expect([accepted, others]).toEqual([{ kind: "result", round: 1, table: 1, ...WON }, []])
    const tables = paired?.kind === "round" ? paired.tables.map(({ players }) => players.toSorted().join("")) : []
    expect(tables.toSorted()).toEqual(["AC", "BD"])
  }
})

test("Nothing is paired while a result is missing or reports don't match", async () => {
  const { ana, server, time, pair, decide, shown, h } = await openTournament()
  await pair(ana)
  await time.advance(1000)
  const { tables } = shown().rounds[0]!
  const open = tables.find(({ players }) => !players.some((id) => h(id) === "Maya R."))! // two tickets
  for (const { number } of tables) if (number !== open.number) await decide(ana, number)
  await pair(ana)
  open.players.forEach((id) => server.tables!.report(h(id), 1, open.number, WON))
  server.tables!.report(h(open.players[1]!), 1, open.number, LOST)
  await time.advance(6000)
  await pair(ana)
  expect(ana.tables.now()!.rounds).toHaveLength(1)

  await decide(ana, open.number, LOST)
  await pair(ana)
  expect(ana.tables.now()!.rounds).toHaveLength(2)
})

test("People who came in later are listed until they play", async () => {
  const late = passes().map((pass) => (pass.name === "Maya R." ? { ...pass, in: 1 } : pass))
  const { ana, after, enter, time, pair, shown } = await openTournament(late)
  await pair(ana)
  const guests = () => lateGuests(ana.phone.door.known()!, ana.tables.get().kept!)
  expect(guests()).toEqual([])

  await after(ana.phone.door.admit("Maya R.", "scan"))
  expect(guests()).toEqual([{ h: "Maya R.", name: "Maya R.", seats: 1 }])
  ana.phone.isOnline = false
  await enter(ana, { kind: "player", _id: "f".repeat(24), name: "", pass: "Maya R." })
  expect(guests()).toEqual([])
  expect(ana.tables.now()!.players.at(-1)).toMatchObject({ name: "Maya R. +1", fromRound: 2 })

  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(guests()).toEqual([])
  expect(shown().players).toHaveLength(6)
})

/** Maya and her friend come in later. Ana adds one of them without a connection, and Ben takes over. */
async function takeOverWithLateGuests() {
  const late = passes().map((pass) => (pass.name === "Maya R." ? { ...pass, in: 0 } : pass))
  const shop = await openTournament(late)
  const { ana, ben, after, enter, time } = shop
  await after(ana.phone.door.admit("Maya R.", "scan"))
  await time.advance(12_000)
  const add = (who: Scorekeeper, digit: string) =>
    enter(who, { kind: "player", _id: digit.repeat(24), name: "", pass: "Maya R." })
  ana.phone.isOnline = false
  await add(ana, "a")
  expect(await after(ben.tables.take())).toBe("")
  return { ...shop, add }
}

test("Late guests whom the other phone added, too, are not added twice after a takeover", async () => {
  const { ana, ben, add, after, time, shown } = await takeOverWithLateGuests()
  await add(ben, "b")
  await add(ben, "c")
  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(await after(ana.tables.take())).toBe("")

  expect(ana.tables.listUnused()).toEqual([])
  await after(ana.tables.enterAgain())
  await time.advance(5000)
  expect(
    shown()
      .players.map(({ name }) => name)
      .slice(4),
  ).toEqual(["Maya R.", "Maya R. +1"])
})

test("Late guests who are left out after a takeover are listed until they play", async () => {
  const { ana, after, time } = await takeOverWithLateGuests()
  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(await after(ana.tables.take())).toBe("")
  expect(ana.tables.listUnused()).toHaveLength(1)

  ana.tables.leaveOut()

  const late = lateGuests(ana.phone.door.known()!, ana.tables.get().kept!)
  expect(late).toEqual([{ h: "Maya R.", name: "Maya R.", seats: 2 }])
})

test("Who leaves during a match has lost it, even if they come back", async () => {
  const { ana, after, enter, pair, decide } = await openTournament()
  await pair(ana)
  await decide(ana, 2)
  const { rounds } = ana.tables.now()!
  const [, second] = rounds[0]!.tables[0]!.players as [string, string]
  const [first] = rounds[0]!.tables[1]!.players as [string, string]
  for (const player of [second, first]) {
    await after(ana.tables.enter((now) => leave(now, player)))
    await enter(ana, { kind: "undrop", player })
  }

  expect(resultsOf(ana)).toEqual([WON, WON, null])
})

test("After the end nothing is entered, even before the shop knows of it", async () => {
  const { ana, time, enter, pair, decide, stored } = await openTournament()
  await pair(ana)
  for (const table of [1, 2, 3]) await decide(ana, table)
  ana.phone.isOnline = false
  await enter(ana, { kind: "end" })
  expect(ana.tables.isWriter()).toBe(false)
  await decide(ana, 1, LOST)

  ana.phone.isOnline = true
  await time.advance(20_000)
  expect(stored().map(({ kind }) => kind)).toEqual(["round", "result", "result", "result", "end"])
  expect(ana.tables.listUnused()).toEqual([])
})

test("Settings change until the first round is paired", async () => {
  const { ana, after, pair, shown, time } = await openTournament()
  expect(await after(ana.tables.change({ ...SWISS, rounds: 4, minutes: 40 }, SWISS))).toBe("")
  expect(shown()).toMatchObject({ plannedRounds: 4, minutes: 40 })
  expect(ana.tables.now()).toMatchObject({ plannedRounds: 4, minutes: 40 })

  await pair(ana)
  await time.advance(1000)
  expect(await after(ana.tables.change(SWISS, SWISS))).toBe("A round is paired already. Undo it first.")
})

test("A date has one tournament: the second phone finds that of the first", async () => {
  const { ben, after } = await openTournament()

  expect(await after(ben.tables.create(SWISS))).toBe("This date has its tables already.")
  expect(ben.tables.now()).not.toBeNull()
})
