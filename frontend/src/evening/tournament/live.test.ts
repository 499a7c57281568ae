import { waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { answer, answerNothing, atEnd, calls, requests } from "~/testing/browser"
import { tournamentOf } from "~/testing/tables/tournament"
import { followTournament } from "./live"

const PAGE = "/api/tables/1"
const shown = tournamentOf(["A-B"])
const asked = (path: string) => requests(path)

async function follow() {
  const live = followTournament("1")
  atEnd(live.subscribe(() => {}))
  await waitFor(() => expect(live.get().updatedAt).toBeGreaterThan(0))
  return live
}

test("the page asks again with the ETag, and keeps what it has if nothing changed", async () => {
  answer(PAGE, { ...shown }, 200, { headers: { ETag: '"one"' } })
  const live = await follow()
  const { tournament } = live.get()
  answer(PAGE, null, 304)

  await live.load()

  expect(asked(PAGE)[1]!.headers.get("If-None-Match")).toBe('"one"')
  expect(live.get().tournament).toBe(tournament)
})

test("without a connection the page keeps what it has, and says so until it is back", async () => {
  answer(PAGE, { ...shown })
  const live = await follow()
  answerNothing(PAGE)

  await live.load()
  expect(live.get().isOffline).toBe(true)
  expect(live.get().tournament).toEqual(shown)
  answer(PAGE, { ...shown })
  await live.load()

  expect(live.get().isOffline).toBe(false)
})

test("a tournament that has ended is not asked for again", async () => {
  answer(PAGE, { ...shown, endedAt: "2026-11-27T06:00:00Z" })
  const live = await follow()

  await live.load()

  expect(asked(PAGE)).toHaveLength(1)
})

test("tickets of this browser find their seats, by codes that are in no address", async () => {
  localStorage.setItem("ticketCodes", '["T1MAYA", "T1OTHER"]')
  answer(PAGE, { ...shown })
  answer("POST /api/tables/mine", {
    seats: [
      { code: "T1MAYA", tables: "1", players: ["A"] },
      { code: "T1OTHER", tables: "2", players: ["B"] },
    ],
  })

  const live = await follow()

  expect([...live.get().codes]).toEqual([["A", "T1MAYA"]])
  expect(asked("/api/tables/mine")[0]!.body).toEqual({ codes: ["T1MAYA", "T1OTHER"] })
  expect(calls.some(({ url }) => url.href.includes("T1"))).toBe(false)
})

test.each<[string, string, string[], boolean]>([
  ["is of this date, and nobody came in", "1", [], true],
  ["let somebody in", "1", ["A"], false],
  ["is of another date", "2", [], false],
])("whether the holder of a ticket is outside: it %s", async (_, tables, players, isOutside) => {
  localStorage.setItem("ticketCodes", '["T1MAYA"]')
  answer(PAGE, { ...shown })
  answer("POST /api/tables/mine", { seats: [{ code: "T1MAYA", tables, players }] })

  const live = await follow()

  expect(live.get().isOutside).toBe(isOutside)
})

test("a report is shown immediately, and one that was refused says why", async () => {
  answer(PAGE, { ...shown })
  const live = await follow()
  const [table] = shown.rounds[0]!.tables
  const said = { ...table!, reports: [{ player: "A", result: { games: [2, 0, 0] } }] }
  answer(`POST ${PAGE}/reports`, said, 201)

  expect(await live.report(1, 1, "A", { games: [2, 0, 0] })).toBe("")
  expect(live.get().tournament?.rounds[0]!.tables[0]).toEqual(said)

  answer(`POST ${PAGE}/reports`, { message: "This is not your table.", code: "not_your_table" }, 409)
  expect(await live.report(1, 1, "A", { games: [2, 0, 0] })).toBe("This is not your table.")
  answerNothing(`POST ${PAGE}/reports`)
  expect(await live.report(1, 1, "A", { games: [2, 0, 0] })).toBe(
    "It wasn't sent. Check the connection, and try again.",
  )
})
