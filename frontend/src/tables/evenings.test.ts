/** Records generated evenings, which tests/tables/test_evenings.py compares with its own reading of the rules. */
import { writeFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { aTournament, somePlayers } from "~/testing/tables/tournament"
import { applyEntries } from "./entries"
import { activePlayers, meetingsIn, openTables } from "./facts"
import { pairRound } from "./pairing/round"
import { randomFrom, shuffle } from "./random"
import { maxRounds, proposeRounds } from "./rounds"
import type { Fraction } from "./fractions"
import { rankPlayers } from "./standings"
import type { Entry, Pairing, Result, Table, Tournament } from "./types"

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

interface Evening {
  tournament: Tournament
  steps: (Entry | Reported | Shown)[]
}

const SCORES = ["2-0-0", "2-1-0", "0-2-0", "1-2-0", "1-1-1", "0-0-1", "1-0-1"]
const at = "2026-11-27T03:00:00.000Z"

/** Plays one evening of 3 to 64 players, small ones more often. */
function playEvening(seed: number, pair = pairRound): Evening {
  const random = randomFrom(seed, "evening")
  const chance = (probability: number) => random() < probability
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!

  const count = 3 + Math.floor(62 * random() ** 2)
  const format = chance(0.7) ? "swiss" : chance(0.5) && count >= 6 ? "draft" : "commander"
  const settings = { format, wholeRoom: chance(0.3), points: format !== "commander" || chance(0.7), seed } as const
  const tournament = aTournament({ ...settings, players: somePlayers(count) })
  const evening: Evening = { tournament, steps: [] }
  let now = tournament

  const enter = (entry: Entry) => {
    evening.steps.push(entry)
    now = applyEntries(now, [entry])
  }
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
  const decideOpen = () => {
    for (const table of openTables(now)) decide(table)
  }

  function changePlayers() {
    const player = pick(now.players)._id
    if (chance(0.3)) enter({ kind: "player", _id: String(now.players.length + 1), name: "", at })
    if (chance(0.3)) enter({ kind: "drop", player, at })
    if (chance(0.1)) enter({ kind: "undrop", player: pick(now.players)._id, at })
    if (chance(0.1)) enter({ kind: "aside", player, on: chance(0.7), at })
  }

  function playTable(table: Table) {
    const [one, other] = shuffle(table.players, random) as [string, string]
    const result = resultOf(table)
    if (chance(0.1)) enter({ kind: "drop", player: one, at })
    if (chance(0.3)) report(table, one, result)
    if (chance(0.2)) report(table, other, chance(0.7) ? result : resultOf(table))
    if (chance(0.7)) decide(table)
  }

  const most = format === "commander" ? 4 : Math.min(maxRounds(count), proposeRounds(count) + (chance(0.3) ? 4 : 0))
  while (now.rounds.length < most) {
    if (chance(0.5)) changePlayers()
    decideOpen() // Somebody who left a match may be back.
    const pairing = pair(now)
    if (!pairing) break
    enter({ kind: "round", number: now.rounds.length + 1, ...pairing, at })
    if (chance(0.1)) {
      changePlayers()
      enter({ kind: "unpair", number: now.rounds.length, at })
      continue
    }
    for (const { number } of shuffle(now.rounds.at(-1)!.tables, random))
      playTable(now.rounds.at(-1)!.tables[number - 1]!)
    if (chance(0.3)) show()
    decideOpen()
    const corrected = pick(now.rounds)
    if (chance(0.2)) decide(pick(corrected.tables), corrected.number)
    show()
  }
  return evening
}

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
