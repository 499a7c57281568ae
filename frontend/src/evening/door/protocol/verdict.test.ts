import fc from "fast-check"
import { expect, test } from "vitest"
import { aDoorList } from "~/testing/door/server"
import { newRow, type Log } from "./log"
import { searchPasses } from "./search"
import type { GuestList, Pass, RecentEntry } from "./types"
import { countAll, decide, type Known } from "./verdict"
import { describeRefusal } from "./words"

const MAYA: Pass = { h: "maya", b: 7, name: "Maya R.", seats: 4, in: 0, state: "valid", to: null }

const buildList = (passes: Pass[], recent: RecentEntry[] = [], seen: Record<string, number> = {}) =>
  aDoorList({ passes, recent, seen })

const known = (list: GuestList, log: Log = []): Known => ({ list, log, device: "me", by: "Ana", offset: 0 })

const entered = (seq: number, seats: number, h = "maya") =>
  newRow({ kind: "in", seq, h, seats, at: "2026-11-27T03:02:00Z", how: "scan", forced: false })
const undone = (seq: number, of: number) => newRow({ kind: "undo", seq, of, at: "2026-11-27T03:03:00Z" })

function say(pass: Partial<Pass>, log: Log = [], recent: RecentEntry[] = []): string {
  const decision = decide("maya", known(buildList([{ ...MAYA, ...pass }], recent), log))
  return decision.kind === "in" ? `${decision.seats} in` : describeRefusal(decision).title
}

test("A full pass says since when, and who let them in", () => {
  const recent = [
    { device: "other", seq: 3, h: "maya", at: "2026-11-27T03:01:00Z", seats: 4, by: "Ben", conflict: null },
  ]
  expect(say({ in: 4 }, [], recent)).toBe("All 4 are in since 7:01 PM (Ben)")
  expect(say({}, [entered(1, 4)])).toBe("All 4 are in since 7:02 PM (Ana)")
  expect(say({ seats: 1, in: 1 })).toBe("Already in")
})

test("An entry that was undone counts no longer, whether the list has it or not", () => {
  expect(say({}, [entered(1, 4), undone(2, 1)])).toBe("4 in")
  const list = buildList([{ ...MAYA, in: 4 }], [], { me: 1 })
  expect(decide("maya", known(list, [entered(1, 4), undone(2, 1)]))).toMatchObject({ kind: "in", seats: 4 })
})

test("A booking never admits more guests than it has seats, whatever its passes say", () => {
  const passes: Pass[] = [
    { ...MAYA, h: "old", state: "replaced", in: 3 },
    { ...MAYA, seats: 3 },
    { ...MAYA, h: "friend", seats: 1 },
  ]
  expect(decide("maya", known(buildList(passes)))).toMatchObject({ kind: "in", seats: 1 })
  expect(decide("maya", known(buildList(passes), [entered(1, 1, "friend")])).kind).toBe("double")
})

test("A friend's seat on which somebody sat before is taken", () => {
  const passes: Pass[] = [
    { ...MAYA, seats: 1, in: 2 },
    { ...MAYA, h: "friend", seats: 1 },
  ]
  expect(decide("friend", known(buildList(passes))).kind).toBe("double")
  expect(countAll(known(buildList(passes)))).toEqual({ inside: 2, seats: 2 })
})

test("Guests stay in when their seats are refunded or move to another date", () => {
  const passes: Pass[] = [
    { ...MAYA, in: 3, state: "refunded" },
    { ...MAYA, h: "moved", b: 8, seats: 2, in: 2, state: "moved" },
    { ...MAYA, h: "some left", b: 9, seats: 1, in: 2 },
    { ...MAYA, h: "not in", b: 10, state: "refunded" },
  ]
  expect(countAll(known(buildList(passes)))).toEqual({ inside: 7, seats: 7 })
})

test.each<[Partial<Pass>, string]>([
  [{ state: "moved", to: "2026-11-29T03:00:00Z" }, "For Sat, Nov 28"],
  [{ state: "moved", to: "2026-11-28" }, "For Sat, Nov 28"],
  [{ state: "refunded" }, "Refunded"],
  [{ state: "replaced" }, "Replaced"],
  [{ h: "somebody" }, "Not a ticket for tonight"],
])("A pass with %o: %s", (pass, words) => {
  expect(say(pass)).toBe(words)
})

test("Guests inside are counted once, however much of the log the list has", () => {
  const steps = fc.array(fc.record({ seats: fc.integer({ min: 1, max: 4 }), isUndo: fc.boolean(), of: fc.nat(20) }))
  fc.assert(
    fc.property(steps, fc.nat(30), (drafts, cut) => {
      const log: ReturnType<typeof newRow>[] = []
      const open: number[] = []
      let inside = 0
      for (const { seats, isUndo, of } of drafts) {
        const seq = log.length + 1
        const target = open[of % Math.max(open.length, 1)]
        if (isUndo && target !== undefined) {
          open.splice(open.indexOf(target), 1)
          log.push(undone(seq, target))
        } else if (!isUndo) {
          open.push(seq)
          log.push(entered(seq, seats))
        }
      }
      const total = (rows: Log) => {
        const gone = new Set(rows.flatMap(({ entry }) => (entry.kind === "undo" ? [entry.of] : [])))
        return rows.reduce((sum, { entry }) => sum + (entry.kind === "in" && !gone.has(entry.seq) ? entry.seats : 0), 0)
      }
      inside = total(log)
      const seen = Math.min(cut, log.length)
      const list = buildList([{ ...MAYA, seats: 1000, in: total(log.slice(0, seen)) }], [], { me: seen })
      expect(countAll(known(list, log))).toEqual({ inside, seats: 1000 })
    }),
  )
})

test("A name is found by the start of its words, without accents", () => {
  const passes = ["Zoë K.", "Ana Z.", "José Luis M."].map((name) => ({ ...MAYA, name }))
  const find = (text: string) => searchPasses(passes, text).map((pass) => pass.name)

  expect(find("zo")).toEqual(["Zoë K."])
  expect(find("LUIS jo")).toEqual(["José Luis M."])
  expect(find("ana z")).toEqual(["Ana Z."])
  expect(find("a")).toEqual([])
  expect(find("na")).toEqual([])
})
