import { expect, test } from "vitest"
import { FakeServer } from "~/testing/door/server"
import { VirtualTime } from "~/testing/door/virtualTime"
import { sendEarlier } from "./earlier"
import { newRow, type Row, unsent } from "./log"
import { Refused } from "~/common/lib/call"
import type { Batch, Entry } from "./types"

const AT = "2026-11-27T03:00:00Z"

const guest = (seq: number): Entry => ({ kind: "guest", seats: 1, note: "", seq, at: AT })

/**
 * Sends three entries that were made under the number "old", of which the first was sent before. The new link is not
 * for the tables.
 */
async function send(server: FakeServer, time: VirtualTime, failures = 0, second = guest(2)) {
  let rows: Row[] = [guest(1), second, guest(3)].map(newRow)
  rows = [{ ...rows[0]!, answer: "stored" }, ...rows.slice(1)]
  let left = failures
  const network = {
    send: async (batch: Batch) => {
      if (left-- > 0) throw new Error("no answer")
      if (batch.lease) throw new Refused(403, "door_role", "This phone may not do that.")
      return server.send(batch)
    },
  }
  const update = async (changed: Row[]) => {
    const found = new Map(changed.map((row) => [row.entry.seq, row]))
    rows = rows.map((row) => found.get(row.entry.seq) ?? row)
  }
  const log = { occurrence: "1", device: "old", rows, update }
  const clock = { now: () => time.now, wait: (ms: number) => time.wait(ms) }
  const sending = sendEarlier(log, { network, clock, random: () => 0.5, device: "new", isOpen: () => true })
  await time.advance(60_000)
  await sending
  return rows
}

test("What was made under an earlier number of the phone is sent under it, once", async () => {
  const time = new VirtualTime()
  const server = new FakeServer(time, [])
  server.proven.add("new old")

  const rows = await send(server, time, 3)

  expect(unsent(rows)).toEqual([])
  expect(server.batches).toMatchObject([{ device: "new", original: { device: "old", night: "1" }, queued: 2 }])
  expect(server.entries.map(({ device, entry }) => `${device} ${entry.seq}`)).toEqual(["old 2", "old 3"])
})

test("If the phone can't prove the number, the shop keeps the entries, and they leave the queue", async () => {
  const time = new VirtualTime()
  const server = new FakeServer(time, [])

  const rows = await send(server, time)

  expect(rows.map(({ answer }) => answer)).toEqual(["stored", "unusable", "unusable"])
  expect(server.entries).toEqual([])
  expect(server.unusable.map(({ seq }) => seq)).toEqual([2, 3])
})

test("What was made before the link ended is sent without a new one", async () => {
  const time = new VirtualTime()
  const server = new FakeServer(time, [])
  server.proven.add("new old")
  server.signedOut.add("new")

  expect(unsent(await send(server, time, 1))).toEqual([])
  expect(server.entries).toHaveLength(2)
})

test("A phone that can't prove who it is keeps its earlier entries for the next link", async () => {
  const time = new VirtualTime()
  const server = new FakeServer(time, [])
  server.strangers.add("new")

  expect(unsent(await send(server, time))).toHaveLength(2)
})

test("Facts of tables that another phone keeps by now are left to the door, whatever the next link is for", async () => {
  const time = new VirtualTime()
  const server = new FakeServer(time, [])
  server.proven.add("new old")

  const rows = await send(server, time, 0, {
    kind: "fact",
    tables: "t",
    generation: 1,
    fact: { kind: "end" },
    seq: 2,
    at: AT,
  })

  expect(rows.map(({ answer }) => answer)).toEqual(["stored", "unusable", "stored"])
  expect(server.entries.map(({ device, entry }) => `${device} ${entry.seq}`)).toEqual(["old 2", "old 3"])
})
