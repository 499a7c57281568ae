/**
 * Evenings with two scorekeepers' phones: whatever happens to them, everything that one of them showed as entered
 * counts once, or is listed for the scorekeeper. TABLES_HISTORIES plays more.
 */
import { writeFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { evenings, EveningWorld, playEvening } from "~/testing/door/evenings"
import { rankPlayers } from "~/common/tables/standings"
import type { Tournament } from "~/common/tables/types"
import { unsent } from "~/evening/door/protocol/log"

const { TABLES_HISTORIES = "60", TABLES_SEED = "39", TABLES_RECORDINGS, TABLES_TWO_QUEUES } = process.env
const TIMEOUT_MS = 3_600_000

test(
  "Nothing that was entered is lost, nothing counts twice, and both phones show the same",
  async () => {
    let rounds = 0
    await fc.assert(
      fc.asyncProperty(evenings, async (evening) => {
        const world = await playEvening(evening, new EveningWorld(evening.format, TABLES_TWO_QUEUES !== undefined))
        const { server, shop, phones } = world
        rounds += shop.tournament?.rounds.length ?? 0

        expect(world.lost()).toEqual([])
        expect(world.twice()).toEqual([])
        for (const { phone, tables } of phones) {
          const { rows } = phone.disk
          expect(unsent(phone.door.get().log)).toEqual([])
          expect(rows.map(({ entry }) => entry.seq)).toEqual(rows.map((_, index) => index + 1))
          expect(server.seen(phone.device)).toBe(rows.length)
          // Without a takeover, the shop can use all that the screens let a scorekeeper enter.
          const refused = rows.filter((row) => row.answer === "unusable" && !row.isTakenOver)
          expect(refused.map(({ entry, code }) => [entry, code])).toEqual([])
          expect(tables.now()).toEqual(shop.tournament)
          expect(standingsOf(tables.now())).toEqual(standingsOf(shop.tournament))
        }
        await world.enterAllAgain()
        const [, last] = phones
        expect(last!.tables.listUnused().filter(({ step }) => step)).toEqual([])
      }),
      { numRuns: Number(TABLES_HISTORIES), seed: Number(TABLES_SEED), endOnFailure: true },
    )
    expect(rounds).toBeGreaterThan(Number(TABLES_HISTORIES))
  },
  TIMEOUT_MS,
)

const standingsOf = (tournament: Tournament | null) => tournament && rankPlayers(tournament)

test("Control: with a second queue, facts and guests have the same numbers, and some are lost", async () => {
  let lost = 0
  await fc.assert(
    fc.asyncProperty(evenings, async (evening) => {
      lost += (await playEvening(evening, new EveningWorld(evening.format, true))).lost().length
    }),
    { numRuns: 5, seed: 39 },
  )
  expect(lost).toBeGreaterThan(0)
})

test.runIf(TABLES_RECORDINGS)(
  "Evenings are recorded",
  async () => {
    const number = Number(TABLES_HISTORIES)
    const recordings: string[] = []
    for (const evening of fc.sample(evenings, { numRuns: number, seed: Number(TABLES_SEED) })) {
      const { shop, phones, server } = await playEvening(evening)
      const rows = phones.map(({ phone: { device, disk } }) => ({ device, rows: disk.rows }))
      const { tournament, tickets, calls } = shop
      const seats = server.passes.map(({ h, name, seats: count }) => ({ h, name, seats: count }))
      recordings.push(JSON.stringify({ passes: seats, calls, tickets, tournament, phones: rows }))
    }
    expect(recordings).toHaveLength(number)
    writeFileSync(TABLES_RECORDINGS!, `[\n${recordings.join(",\n")}\n]\n`)
  },
  TIMEOUT_MS,
)
