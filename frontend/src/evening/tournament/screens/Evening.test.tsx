import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { aPlayer, tournamentOf } from "~/testing/tables/tournament"
import type { Result, Table, Tournament } from "~/common/tables/types"
import { Evening } from "./Evening"

/** Shows the page to who holds the tickets of these players. */
const show = (tournament: Tournament, ...own: string[]) => showTo({ own }, tournament)

function showTo({ own = [] as string[], isOutside = false }, tournament: Tournament) {
  const report = vi.fn<(round: number, table: number, player: string, result: Result) => Promise<string>>(
    async () => "",
  )
  const codes = new Map(own.map((player) => [player, "code"]))
  const known = { tournament, missing: "", isOffline: false, updatedAt: 0, codes, isOutside }
  const { unmount } = render(<Evening tournament={tournament} known={known} report={report} shop={{ name: "Cards" }} />)
  return { user: userEvent.setup(), report, leave: unmount }
}

const own = () => within(screen.getByRole("region", { name: /^Your table/ }))
const row = (name: string) =>
  within(screen.getByRole("region", { name: "Tables by name" }))
    .getByText(name)
    .closest("li")

/** The first table of the last round, with these reports. */
function reported(reports: Record<string, [number, number, number]>, result: Table["result"] = null) {
  const tournament = tournamentOf(["A-B 2-0, C-D 2-0", "A-C, B-D"])
  const [table] = tournament.rounds[1]!.tables
  table!.reports = Object.entries(reports).map(([player, games]) => ({ player, result: { games } }))
  table!.result = result
  return tournament
}

function aLeftTable(reports: Record<string, [number, number, number]>) {
  const tournament = reported(reports)
  tournament.rounds[1]!.tables[0]!.left = ["A"]
  return tournament
}

test("a player sees the own table first, and says with one tap what came out there", async () => {
  const { user, report } = show(reported({}), "C")

  expect(screen.getAllByRole("region")[0]).toHaveAccessibleName("Your table")
  expect(own().getByText("Table 1, round 2")).toBeVisible()
  expect(own().getByText("against A.")).toBeVisible()
  await user.click(own().getByRole("button", { name: "You won 2–1" }))

  expect(report).toHaveBeenCalledExactlyOnceWith(2, 1, "C", { games: [1, 2, 0] })
})

test("the other side's report is confirmed with one tap", async () => {
  const { user, report } = show(reported({ A: [2, 1, 0] }), "C")

  expect(own().getByText("A. says 2–1 for A. Right?")).toBeVisible()
  await user.click(own().getByRole("button", { name: "Yes, 2–1 for A." }))

  expect(report).toHaveBeenCalledExactlyOnceWith(2, 1, "C", { games: [2, 1, 0] })
})

test("who disagrees says what came out instead", async () => {
  const { user, report } = show(reported({ A: [2, 1, 0] }), "C")

  await user.click(own().getByRole("button", { name: "No" }))
  await user.click(own().getByRole("button", { name: "Draw 1–1–1" }))

  expect(report).toHaveBeenCalledExactlyOnceWith(2, 1, "C", { games: [1, 1, 1] })
})

test.each<[string, Tournament]>([
  ["You said 2–1 for A., waiting for A.", reported({ C: [2, 1, 0] })],
  ["Agreed: 2–1 for you.", reported({ A: [1, 2, 0], C: [1, 2, 0] })],
  ["These don't match: tell the scorekeeper.", reported({ A: [2, 0, 0], C: [0, 2, 0] })],
  ["The scorekeeper entered 2–0 for you. Is it wrong? Tell the scorekeeper.", reported({}, { games: [0, 2, 0] })],
])("what was said about the table is shown: %s", (text, tournament) => {
  show(tournament, "C")

  expect(own().getByText(text)).toBeVisible()
  expect(own().queryByRole("button", { name: /^You won/ })).not.toBeInTheDocument()
})

test("a report that doesn't count says why, and can be sent again", async () => {
  const { user, report } = show(reported({}), "A")
  report.mockResolvedValueOnce("This round is over. Tell the scorekeeper.")

  await user.click(own().getByRole("button", { name: "You won 2–0" }))

  expect(own().getByRole("alert")).toHaveTextContent("This round is over. Tell the scorekeeper.")
  expect(own().getByRole("button", { name: "You won 2–0" })).toBeVisible()
})

test("who holds a ticket and isn't inside yet is sent to the door, until the tournament is over", () => {
  const text = "You aren't checked in yet: see the people at the door."
  const { leave } = showTo({ isOutside: true }, reported({}))
  expect(screen.getByText(text)).toBeVisible()
  leave()

  showTo({ isOutside: true }, { ...reported({}), endedAt: "2026-12-05T06:00:00Z" })
  expect(screen.queryByText(text)).not.toBeInTheDocument()
})

test("several tickets in one browser have a table each", () => {
  show(reported({}), "A", "D")

  expect(own().getByText("Table 1, round 2")).toBeVisible()
  expect(own().getByText("Table 2, round 2")).toBeVisible()
})

test("a player who has no table reads why", () => {
  const tournament = tournamentOf(["A-B, C bye"])
  tournament.players.push(aPlayer("late", { name: "Late L.", fromRound: 2 }))
  tournament.players.push(aPlayer("left", { name: "Gone G.", droppedAfter: 0 }))
  tournament.players.push(aPlayer("aside", { name: "Aside A.", aside: true }))
  show(tournament)

  expect(row("C.")).toHaveTextContent("No opponent: a bye, won 2–0")
  expect(row("Late L.")).toHaveTextContent("Plays from round 2")
  expect(row("Gone G.")).toHaveTextContent("Left")
  expect(screen.queryByText("Aside A.")).not.toBeInTheDocument()
})

test("before the first round, the page says where pairings appear", () => {
  show(tournamentOf([], { players: [aPlayer("A"), aPlayer("B")] }), "A")

  expect(own().getByText("Pairings appear here")).toBeVisible()
  expect(screen.getByRole("heading", { name: "2 players" })).toBeVisible()
})

test("a name is found in a long list, whatever its accents", async () => {
  const players = Array.from({ length: 20 }, (_, i) => aPlayer(`${i}`, { name: i === 7 ? "Zoë K." : `Ann ${i}.` }))
  const { user } = show(tournamentOf([], { players }))

  await user.type(screen.getByLabelText("Find a name"), "zoe")

  expect(screen.getByText("Zoë K.")).toBeVisible()
  expect(screen.queryByText("Ann 1.")).not.toBeInTheDocument()
})

test("pairs who have to meet again are named", () => {
  show(tournamentOf(["A-B 2-0", "A-B"]))

  expect(screen.getByText("Not to be avoided: A. and B. meet again.")).toBeVisible()
})

test("standings have four digits that are cut, mark ties, and are never called official", () => {
  show(
    tournamentOf([
      "A-B 2-0, C-D 2-1, E-F 2-0, G-H 1-1-1, I bye",
      "A-C 2-1, G-B 2-0, D-H 2-1, I-E 2-0, F bye",
      "A-I 1-1-1, C-H 2-0, F-D 2-1, G-E 2-0, B bye",
    ]),
  )

  const heads = screen.getAllByRole("columnheader")
  expect(heads.map((each) => each.textContent)).toEqual(["#", "Name", "Pts", "OMW", "GW", "OGW"])
  for (const head of heads) expect(head).not.toHaveClass(/hidden/) // not on a phone either
  const [, ...rows] = within(screen.getByRole("region", { name: "Standings" })).getAllByRole("row")
  expect(rows.slice(0, 3).map((each) => each.textContent?.slice(0, 20))).toEqual([
    "1A.2–0–170.59250.666",
    "2I.2–0–170.55550.761",
    "3G.2–0–170.33220.761",
  ])
  expect(document.body).not.toHaveTextContent(/official|sanctioned/i)
})

test("the clock counts up after its end", () => {
  const tournament = tournamentOf(["A-B"])
  tournament.rounds[0]!.clockEndsAt = new Date(Date.now() - 135_000).toISOString()
  show(tournament)

  expect(screen.getByRole("timer")).toHaveTextContent(/^Time! \+2:1\d$/)
})

test.each<[string, string, Record<string, [number, number, number]>]>([
  ["A", "You left: 2–0 for C.", {}],
  ["A", "You said 2–0 for you. You left, so the scorekeeper decides.", { A: [2, 0, 0] }],
  ["C", "Nobody else stayed: 2–0 for you.", { A: [2, 0, 0] }],
])("at a match that somebody left, %s reads: %s", async (you, text, reports) => {
  const { user, report } = show(aLeftTable(reports), you)

  expect(own().getByText(text)).toBeVisible()
  await user.click(own().getByRole("button", { name: /^(It ended otherwise|Change what you said)$/ }))
  await user.click(own().getByRole("button", { name: "You won 2–1" }))
  expect(report).toHaveBeenCalledExactlyOnceWith(2, 1, you, { games: you === "A" ? [2, 1, 0] : [1, 2, 0] })
})

test("once it is over, the own place comes first, and nothing is reported", () => {
  show({ ...tournamentOf(["A-B 2-0"]), endedAt: "2026-11-27T06:00:00Z" }, "A")

  expect(own().getByText("Place 1 of 2")).toBeVisible()
  expect(screen.getByRole("heading", { name: "Final standings" })).toBeVisible()
  expect(screen.queryByRole("button", { name: /won/ })).not.toBeInTheDocument()
})

test("at a Commander table the seats have an order, and a report names who won", async () => {
  const tournament = tournamentOf(["A-B-C-D"], { format: "commander" })
  const { user, report } = show(tournament, "B")

  expect(
    own()
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["A. starts", "You", "C.", "D."])
  await user.click(own().getByRole("button", { name: "C." }))

  expect(report).toHaveBeenCalledExactlyOnceWith(1, 1, "B", { winner: "C" })
})

test("without points, nothing is reported or ranked", () => {
  show(tournamentOf(["A-B-C-D"], { format: "commander", points: false }), "B")

  expect(screen.queryByText("Who won?")).not.toBeInTheDocument()
  expect(screen.queryByRole("heading", { name: "Standings" })).not.toBeInTheDocument()
})

test("in a draft, players read in the first round where they sit to draft", () => {
  show(tournamentOf(["A-D, B-E, C-F"], { format: "draft" }), "E")

  expect(own().getByText("To draft: Pod 1, seat 5")).toBeVisible()
})
