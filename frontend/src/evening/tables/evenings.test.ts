/** Records generated evenings, which tests/tables/test_evenings.py compares with its own reading of the rules. */
import { writeFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { aTournament, somePlayers } from "~/testing/tables/tournament"
import { applyEntries } from "./entries"
import { activePlayers, isAway, meetingsIn, openTables, outcomeOf } from "~/common/tables/facts"
import { pairRound } from "./pairing/round"
import { randomFrom, shuffle } from "~/common/tables/random"
import { maxRounds, proposeRounds } from "./rounds"
import type { Fraction } from "~/common/tables/fractions"
import { rankPlayers } from "~/common/tables/standings"
import type { Entry, Pairing, Result, Table, Tournament } from "~/common/tables/types"

const { TABLES_FILE, TABLES_EVENINGS = "20", TABLES_SEED = "0", TABLES_GREEDY } = process.env
const TIMEOUT_MS = 3_600_000 // for thousands on a busy machine

test(
  "Evenings are played, some rounds each",
  async () => {
    const number = Number(TABLES_EVENINGS)
    const pair = TABLES_GREEDY ? pairGreedily : pairRound
    const evenings: Evening[] = []
    while (evenings.length < number) {
      evenings.push(playEvening(Number(TABLES_SEED) * number + evenings.length, pair))
      await setImmediate() // Vitest's own calls time out if a test never pauses.
    }
    expect(evenings.flatMap(({ rewritten }) => rewritten)).toEqual([])
    const shown = evenings.flatMap(({ steps }) => steps.filter(({ kind }) => kind === "standings"))
    expect(shown.length).toBeGreaterThan(2 * number)
    if (TABLES_FILE) writeFileSync(TABLES_FILE, evenings.map((evening) => `${JSON.stringify(evening)}\n`).join(""))
  },
  TIMEOUT_MS,
)

/** A player's report, which the server stores without an entry. */
type Reported = { kind: "report"; round: number; table: number; player: string; result: Result }
/** The standings that the phone shows then: a player's ID, rank, points, and tie-breakers as exact fractions. */
type Shown = { kind: "standings"; rows: [id: string, rank: number, points: number, ...shares: string[]][] }

/** The tables whose results the phone asks for. */
type Open = { kind: "open"; tables: number[] }

interface Evening {
  tournament: Tournament
  steps: (Entry | Reported | Shown | Open)[]
  /** Who is where in the end, as the phone knows it. */
  end: Tournament
  /** Entries that changed what came out in a round that was over, other than by a result. */
  rewritten: Entry[]
}

const SCORES = ["2-0-0", "2-1-0", "0-2-0", "1-2-0", "1-1-1", "0-0-1", "1-0-1"]
const at = "2026-11-27T03:00:00.000Z"

/** Plays one evening of 3 to 64 players, small ones more often, and sometimes five at a table. */
function playEvening(seed: number, pair = pairRound): Evening {
  const random = randomFrom(seed, "evening")
  const chance = (probability: number) => random() < probability
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!

  const count = chance(0.1) ? 5 : 3 + Math.floor(62 * random() ** 2)
  const format = chance(0.7) ? "swiss" : chance(0.5) && count >= 6 ? "draft" : "commander"
  const settings = { format, wholeRoom: chance(0.3), points: format !== "commander" || chance(0.7), seed } as const
  const tournament = aTournament({ ...settings, players: somePlayers(count) })
  const evening: Evening = { tournament, steps: [], end: tournament, rewritten: [] }
  let now = tournament

  const enter = (entry: Entry) => {
    evening.steps.push(entry)
    const before = now
    now = evening.end = applyEntries(now, [entry])
    const isRewritten = outcomesBefore(now, before.rounds.length) !== outcomesBefore(before, before.rounds.length)
    if (isRewritten && entry.kind !== "result" && entry.kind !== "unpair") evening.rewritten.push(entry)
    if (chance(0.2)) ask()
  }
  const ask = () => evening.steps.push({ kind: "open", tables: openTables(now).map(({ number }) => number) })
  const show = () => evening.steps.push({ kind: "standings", rows: rowsOf(now) })
  const report = (table: Table, player: string, result: Result) => {
    evening.steps.push({ kind: "report", round: now.rounds.length, table: table.number, player, result })
    table.reports.push({ player, result })
  }
  const resultOf = ({ players }: Table): Result => {
    if (format === "commander") return chance(0.2) ? { draw: true } : { winner: pick(players) }
    return { games: pick(SCORES).split("-").map(Number) as [number, number, number] }
  }
  const decide = (table: Table, round = now.rounds.length) =>
    enter({ kind: "result", round, table: table.number, ...resultOf(table), at })
  const correct = () => {
    const { tables, number } = pick(now.rounds)
    decide(pick(tables), number)
  }
  const decideOpen = () => {
    for (const table of openTables(now)) decide(table)
  }

  function go(player: string) {
    if (chance(0.6)) enter({ kind: "drop", player, at })
    else enter({ kind: "aside", player, on: true, at })
  }
  function comeBack(player: string) {
    if (chance(0.9)) enter({ kind: "undrop", player, at })
    if (chance(0.9)) enter({ kind: "aside", player, on: false, at })
  }

  function changePlayers() {
    const away = now.players.filter(isAway)
    if (chance(0.3)) enter({ kind: "player", _id: String(now.players.length + 1), name: "", at })
    if (chance(0.4)) go(pick(now.players)._id)
    if (away.length > 0 && chance(0.5)) comeBack(pick(away)._id)
    if (away.length > 0 && chance(0.2)) go(pick(away)._id)
  }

  const tableNow = (number: number) => now.rounds.at(-1)!.tables[number - 1]!

  /** Some leave during the match, and some of them are back before it is over. Those who left may report, too. */
  function playTable(number: number) {
    const { players } = tableNow(number)
    const order = shuffle(players, random)
    const result = resultOf(tableNow(number))
    const isLeft = chance(0.15)
    for (const player of order) {
      if (chance(0.2)) report(tableNow(number), player, chance(0.8) ? result : resultOf(tableNow(number)))
      if (isLeft && chance(0.6)) go(player)
      if (chance(0.2)) report(tableNow(number), player, result)
    }
    if (isLeft && chance(0.3)) comeBack(pick(order))
    if (chance(0.6)) decide(tableNow(number))
    if (isLeft && chance(0.2)) comeBack(pick(order))
  }

  const most = format === "commander" ? 4 : Math.min(maxRounds(count), proposeRounds(count) + (chance(0.3) ? 4 : 0))
  while (now.rounds.length < most) {
    if (chance(0.5)) changePlayers()
    ask()
    decideOpen() // Somebody who left a match may be back.
    const pairing = pair(now)
    if (!pairing) break
    enter({ kind: "round", number: now.rounds.length + 1, ...pairing, at })
    if (chance(0.1)) {
      for (let changes = 0; changes < 3; changes++) changePlayers()
      enter({ kind: "unpair", number: now.rounds.length, at })
      show()
      continue
    }
    if (chance(0.3)) correct()
    for (const { number } of shuffle(now.rounds.at(-1)!.tables, random)) playTable(number)
    if (chance(0.3)) changePlayers()
    if (chance(0.3)) show()
    decideOpen()
    if (chance(0.2)) correct()
    show()
  }
  return evening
}

/** What came out in the rounds before this one. */
const outcomesBefore = ({ rounds }: Tournament, round: number) =>
  JSON.stringify(rounds.slice(0, Math.max(0, round - 1)).map(({ tables }) => tables.map(outcomeOf)))

function rowsOf(tournament: Tournament): Shown["rows"] {
  const text = ({ top, bottom }: Fraction) => `${top}/${bottom}`
  return rankPlayers(tournament).map(({ player, rank, points, omw, gw, ogw }) => [
    player._id,
    rank,
    points,
    ...(tournament.format === "commander" ? [text(omw)] : [omw, gw, ogw].map(text)),
  ])
}

/** Control: pairs from the top, each with the next player whom they have not met, if there is one. */
function pairGreedily(tournament: Tournament): Pairing | null {
  const pairing = pairRound(tournament)
  if (!pairing || tournament.format !== "swiss") return pairing
  const meetings = meetingsIn(tournament.rounds)
  const active = new Set(activePlayers(tournament))
  const ranked = rankPlayers(tournament).map(({ player }) => player._id)
  const waiting = ranked.filter((id) => active.has(id) && id !== pairing.bye)
  const tables: Pairing["tables"] = []
  while (waiting.length > 0) {
    const one = waiting.shift()!
    const other = waiting.find((id) => meetings(one, id) === 0) ?? waiting[0]!
    waiting.splice(waiting.indexOf(other), 1)
    tables.push({ players: [one, other] })
  }
  return { tables, bye: pairing.bye }
}
