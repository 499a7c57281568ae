import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { openTablesScreen } from "~/testing/door/screens"

const FOUR = ["Ann A.", "Bob B.", "Cam C.", "Dee D."]
const SEVEN = [...FOUR, "Eve E.", "Fay F.", "Gus G."]
const ELEVEN = [...SEVEN, "Hal H.", "Ida I.", "Jon J.", "Kim K."]

async function openRound(names = FOUR, late: string[] = []) {
  const screens = await openTablesScreen(names, late)
  await screens.press("Pair round 1")
  await screens.pass(500)
  expect(screen.getByRole("heading", { name: /^Round 1 of/ })).toHaveFocus()
  return screens
}

async function openCommander() {
  const screens = await openTablesScreen(FOUR)
  await screens.user.click(screen.getByRole("radio", { name: "Commander" }))
  await screens.user.click(screen.getByRole("checkbox", { name: "Count points" }))
  await screens.press("Pair round 1")
  await screens.pass(500)
  return screens
}

test("Everybody who is in is paired with one tap, in the rounds that are proposed", async () => {
  const { now } = await openRound(SEVEN)

  expect(now()).toMatchObject({ format: "swiss", plannedRounds: null, minutes: 50 })
  expect(now().rounds[0]!.tables).toHaveLength(3)
  expect(screen.getByRole("heading", { name: "Round 1 of 3" })).toBeVisible()
  const [bye] = now().players.filter(({ _id }) => _id === now().rounds[0]!.bye)
  expect(screen.getByText(`${bye!.name} has a bye: a match won 2–0.`)).toBeVisible()
})

test("A draft of eleven asks for one pod or two, and one of five waits", async () => {
  const { user, press, now } = await openTablesScreen(ELEVEN)
  await user.click(screen.getByRole("radio", { name: "Draft" }))
  expect(screen.getByRole("button", { name: "Pair round 1" })).toBeDisabled()
  await user.click(screen.getByRole("radio", { name: "6 + 5" }))
  await press("Pair round 1")

  expect(now()).toMatchObject({ format: "draft", wholeRoom: false })
  expect(now().rounds[0]!.tables).toHaveLength(5)
  expect(screen.getAllByRole("heading", { name: /^Pod/ })).toHaveLength(2)
})

test("Too few players are a reason to wait", async () => {
  const { user } = await openTablesScreen(FOUR.slice(0, 2))
  await user.click(screen.getByRole("radio", { name: "Draft" }))
  expect(screen.getByRole("button", { name: "Pair round 1" })).toHaveAccessibleDescription("A draft needs 6 players.")
  await user.click(screen.getByRole("radio", { name: "Commander" }))
  expect(screen.getByText("Wait for a third player.")).toBeVisible()
})

test("Commander tables have a winner or a draw, and points only if they are wanted", async () => {
  const { press, now, playersAt } = await openCommander()
  expect(now()).toMatchObject({ format: "commander", points: true, minutes: 75 })
  expect(screen.getByText("(starts)")).toHaveTextContent(playersAt(1)[0])

  await press(`${playersAt(1)[1]} won`)
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ winner: now().rounds[0]!.tables[0]!.players[1] })
  await press("Draw at table 1")
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ draw: true })
})

test("A result takes one tap, one with drawn games two, and the next round waits for all", async () => {
  const { press, playersAt, now } = await openRound()
  const [ann, bob] = playersAt(1)
  const [cam, dee] = playersAt(2)
  const next = screen.getByRole("button", { name: "Pair round 2" })
  expect(next).toBeDisabled()
  expect(next).toHaveAccessibleDescription("Results of tables 1 and 2 are missing.")

  await press(`${ann} 2–1 ${bob}`)
  expect(screen.getByText(`${ann} won 2–1`)).toBeVisible()
  expect(next).toHaveAccessibleDescription("The result of table 2 is missing.")
  await press("Draw, and more for table 2")
  await press(`${cam} 1–1–1 ${dee}`)
  expect(screen.getByText("Drawn 1–1–1")).toBeVisible()
  await press("Pair round 2")

  expect(screen.getByRole("heading", { name: "Round 2 of 3" })).toHaveFocus()
  expect(now().rounds[0]!.tables.map((table) => table.result)).toEqual([{ games: [2, 1, 0] }, { games: [1, 1, 1] }])
})

test("A corrected result is in the log with both values", async () => {
  const { press, playersAt } = await openRound()
  const [ann, bob] = playersAt(1)
  await press(`${ann} 2–0 ${bob}`)
  await press(`${ann} 0–2 ${bob}`)
  await press("Log")

  const [last, before] = screen.getAllByRole("listitem")
  expect(last).toHaveTextContent("Round 1, table 1: 0–2, was 2–0")
  expect(before).toHaveTextContent("Round 1, table 1: 2–0")
})

test("A result of an earlier round is corrected, and its pairings stay", async () => {
  const { press, playersAt, now } = await openRound()
  const [ann, bob] = playersAt(1)
  const [cam, dee] = playersAt(2)
  await press(`${ann} 2–0 ${bob}`)
  await press(`${cam} 2–0 ${dee}`)
  await press("Pair round 2")
  const { tables: paired } = now().rounds[1]!

  await press("Round 1")
  expect(screen.getByRole("heading", { name: "Round 1 of 3" })).toHaveFocus()
  await press(`${ann} 1–2 ${bob}`)
  await press("Back to round 2")

  expect(screen.getByRole("heading", { name: "Round 2 of 3" })).toHaveFocus()
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ games: [1, 2, 0] })
  expect(now().rounds[1]!.tables).toEqual(paired)
})

test("What a player reported is accepted with one tap", async () => {
  const { press, report, playersAt, now } = await openRound()
  const [ann, bob] = playersAt(1)
  const [cam, dee] = playersAt(2)
  await report(ann, 1, { games: [2, 1, 0] })
  await report(dee, 2, { games: [1, 1, 1] })
  expect(screen.getByText(`2–1 reported, waiting for ${bob}`)).toBeVisible()

  await press(`${ann} 2–1 ${bob}, as reported`)
  await press(`${cam} 1–1–1 ${dee}, as reported`)

  expect(now().rounds[0]!.tables.map((table) => table.result)).toEqual([{ games: [2, 1, 0] }, { games: [1, 1, 1] }])
})

test("Reports that don't match are shown, and the scorekeeper decides", async () => {
  const { press, report, playersAt, table, now } = await openRound()
  const [ann, bob] = playersAt(1)
  await report(ann, 1, { games: [2, 1, 0] })
  await report(bob, 1, { games: [0, 2, 0] })
  expect(table(1).getByText("These don't match: 2–1 and 0–2")).toBeVisible()
  expect(screen.getByText("Results of tables 1 and 2 are missing.")).toBeVisible()

  await press(`${ann} 0–2 ${bob}, as reported`)
  expect(table(1).getByText(`${bob} won 2–0`)).toBeVisible()
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ games: [0, 2, 0] })
})

test("Somebody who has to go loses the match, is not paired again, and can come back", async () => {
  const { press, playersAt, now, pass } = await openRound()
  const [ann, bob] = playersAt(1)
  const [cam, dee] = playersAt(2)
  await press("Draw, and more for table 1")
  await press(`${bob} has to go`)
  expect(screen.getByText(`${ann} won 2–0`)).toBeVisible()
  await press(`${cam} 2–0 ${dee}`)
  await press("Pair round 2")
  await pass(500)
  expect(now().rounds[1]).toMatchObject({ tables: [{}], bye: expect.any(String) as string })

  await press("Players")
  expect(screen.getByText("left after round 1")).toBeVisible()
  await press(`${bob}: Is back`)
  expect(now().players.find(({ name }) => name === bob)!.droppedAfter).toBeNull()
})

test("What was reported before somebody leaves becomes the result", async () => {
  const { press, playersAt, report, now } = await openRound()
  const [, bob] = playersAt(1)
  await report(bob, 1, { games: [0, 2, 0] })
  await press("Players")
  await press(`${bob}: Has to go`)
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ games: [0, 2, 0] })
})

test("A Commander table that one of four left needs its result", async () => {
  const { press, playersAt, now } = await openCommander()
  const [one, two, three, four] = playersAt(1) as unknown as [string, string, string, string]
  await press("More for table 1")
  await press(`${four} has to go`)
  const next = screen.getByRole("button", { name: "Pair round 2" })
  expect(next).toHaveAccessibleDescription("The result of table 1 is missing.")
  expect(screen.getAllByText(four)[0]).toHaveClass("line-through")

  for (const name of [three, two]) {
    await press("More for table 1")
    await press(`${name} has to go`)
  }
  expect(screen.getByText(`${one} won`)).toBeVisible()
  expect(next).toHaveAccessibleDescription("Wait for a third player.")
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ winner: now().players.find(({ name }) => name === one)!._id })
})

test("People who came in later are added with one tap, others by name, and a seat gets a name", async () => {
  const { press, user, me, pass, now } = await openRound(FOUR, ["Eve E.", "Fay F."])
  for (const name of ["Eve E.", "Fay F."]) void me.phone.door.admit(name, "scan")
  await pass(1000)
  await press("Players +2")
  await press("Add all 2")
  await user.type(screen.getByLabelText("Add somebody by name"), "Gus Grant{Enter}")
  await pass(500)
  await press("Dee D., more")
  await user.type(screen.getByLabelText("Name instead of Dee D."), "Dora D.{Enter}")
  await pass(500)
  await press("Ann A., more")
  await press("Ann A.: Doesn't play")

  expect(now().players.map(({ name, fromRound, aside }) => [name, fromRound, aside])).toEqual([
    ["Ann A.", 1, true],
    ["Bob B.", 1, false],
    ["Cam C.", 1, false],
    ["Dora D.", 1, false],
    ["Eve E.", 2, false],
    ["Fay F.", 2, false],
    ["Gus Grant", 2, false],
  ])
  expect(screen.getByRole("button", { name: "Players" })).toBeVisible()
})

test("A pairing is undone until the first result, and opponents who meet again are named", async () => {
  const { press, playersAt, pass } = await openRound()
  await press("Undo this pairing")
  expect(screen.getByRole("button", { name: "Pair round 1" })).toBeVisible()
  await press("Pair round 1")
  await pass(500)
  const [ann, bob] = playersAt(1)
  await press(`${ann} 2–0 ${bob}`)
  expect(screen.queryByRole("button", { name: "Undo this pairing" })).not.toBeInTheDocument()

  for (const name of playersAt(2)) {
    await press("Draw, and more for table 2")
    await press(`${name} has to go`)
  }
  await press("Pair round 2")
  await pass(500)
  expect(screen.getByText(/meet again\. It could not be avoided\.$/)).toHaveTextContent(ann)
})

test("Pressed twice, a button pairs, takes back or adds once", async () => {
  const { press, user, me, pass, now } = await openTablesScreen([...FOUR, "Eve E."], ["Fay F."])
  const pressTwice = async (name: string) => {
    await user.dblClick(screen.getByRole("button", { name }))
    await pass(500)
  }
  await user.click(screen.getByRole("radio", { name: "Commander" })) // without points, no result is missing
  await pressTwice("Pair round 1")
  await pressTwice("Pair round 2")
  expect(now().rounds).toHaveLength(2)
  await pressTwice("Undo this pairing")
  expect(now().rounds).toHaveLength(1)

  void me.phone.door.admit("Fay F.", "scan")
  await pass(1000)
  await press("Players +1")
  await pressTwice("Add Fay F.")
  await user.type(screen.getByLabelText("Add somebody by name"), "Gus Grant")
  await pressTwice("Add")
  expect(now().players.map(({ name }) => name)).toEqual([...FOUR, "Eve E.", "Fay F.", "Gus Grant"])
  expect(screen.queryByText(/not sent/)).not.toBeInTheDocument()
})

test("The clock starts, is moved, and counts on after its end", async () => {
  const { press, pass, time, now } = await openRound()
  await press("Start the clock: 50 minutes")
  const minutesLeft = () => Math.round((Date.parse(now().rounds[0]!.clockEndsAt!) - time.now) / 60_000)
  expect(minutesLeft()).toBe(50)
  await press("5 minutes more")
  await press("1 minute less")
  expect(minutesLeft()).toBe(54)
  await pass(0)
  expect(screen.getByRole("timer")).toHaveTextContent(/^\d+:\d\d (left|over)$/)
})

test("Another phone takes over with a connection, and what this one could not send is entered again", async () => {
  const { press, me, other, playersAt, pass, now } = await openRound()
  const [ann, bob] = playersAt(1)
  await pass(6000)
  me.phone.isOnline = false
  await press(`${ann} 2–0 ${bob}`)
  void other.tables.take()
  await pass(2000)
  me.phone.isOnline = true
  await pass(20_000)

  expect(screen.getByText(/^With Ben since \d+:\d\d [AP]M\.$/)).toBeVisible()
  expect(screen.getByRole("heading", { name: "1 result was not sent: enter it again?" })).toBeVisible()
  expect(screen.getByRole("button", { name: "Enter again" })).toBeDisabled()
  expect(screen.queryByRole("button", { name: `${ann} 2–0 ${bob}` })).not.toBeInTheDocument()
  me.phone.isOnline = false
  await press("Take over")
  await pass(10_000)
  expect(screen.getByText("The shop can't be reached. Check the connection.")).toBeVisible()

  me.phone.isOnline = true
  await press("Take over")
  await pass(2000)
  await press("Enter again")
  expect(screen.queryByRole("heading", { name: /not sent/ })).not.toBeInTheDocument()
  expect(now().rounds[0]!.tables[0]!.result).toEqual({ games: [2, 0, 0] })
})

test("The end is asked for twice, and the standings stay", async () => {
  const { press, playersAt, now } = await openRound()
  for (const number of [1, 2]) {
    const [one, other] = playersAt(number)
    await press(`${one} 2–0 ${other}`)
  }
  await press("End early")
  expect(screen.getByText("Nothing can be changed after the end.")).toBeVisible()
  await press("End it")

  expect(now().endedAt).not.toBeNull()
  expect(screen.getByText("The tournament has ended.")).toBeVisible()
  await press("Standings")
  const [, first] = screen.getAllByRole("row")
  expect(first).toHaveTextContent(/^1 tied[A-Z][a-z]+ [A-Z]\.30\.33001\.0000/)
})

test("A phone that can't save says so, and the result is not there", async () => {
  const { press, me, playersAt, pass } = await openRound()
  const [ann, bob] = playersAt(1)
  me.phone.disk.writeMs = 10_000
  await press(`${ann} 2–0 ${bob}`)
  await pass(4000)

  expect(screen.getByRole("alert")).toHaveTextContent("This phone couldn't save that.")
  expect(screen.getByRole("button", { name: `${ann} 2–0 ${bob}` })).toHaveAttribute("aria-pressed", "false")
})
