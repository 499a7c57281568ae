/**
 * The shop that the other tests use answers like the real one: both answer these recorded batches, the real one in
 * tests/door/test_recordings.py. After a change of what phones send:
 * `DOOR_RECORDINGS=../tests/door/recordings.json npm test -- recordings`, and run both tests.
 */
import fc from "fast-check"
import { writeFileSync } from "node:fs"
import { expect, test } from "vitest"
import { historiesOfPhones, play, World } from "~/testing/door/histories"
import { VirtualTime } from "~/testing/door/virtualTime"
import { FakeServer } from "~/testing/door/server"
import stored from "../../../../../tests/door/recordings.json"
import type { Batch, Conflict, Entry, Result } from "./types"

const { DOOR_RECORDINGS, DOOR_RECORDED = "6", DOOR_SEED = "25" } = process.env

test.runIf(DOOR_RECORDINGS)(
  "Histories are recorded",
  async () => {
    const number = Number(DOOR_RECORDED)
    const recordings: Recording[] = []
    // Twice as many, because in a few of them nothing is scanned.
    for (const history of fc.sample(historiesOfPhones, { numRuns: 2 * number, seed: Number(DOOR_SEED) })) {
      const recording = record(await play(history, new World()))
      if (recordings.length < number && recording.exchanges.length > 0) recordings.push(recording)
    }
    expect(recordings).toHaveLength(number)
    writeFileSync(DOOR_RECORDINGS!, `[\n${recordings.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`)
  },
  600_000,
)

test.skipIf(DOOR_RECORDINGS)("The shop of the tests gives the answers that the real one gives", () => {
  for (const recording of stored as Recording[]) {
    const { answers, passes, conflicts } = replay(recording)

    expect(answers).toEqual(recording.exchanges.map(({ seen, results }) => ({ seen, results })))
    expect({ passes, conflicts }).toEqual({ passes: recording.passes, conflicts: recording.conflicts })
  }
})

/** One history. The shop's tests send the same to the shop: tests/door/test_recordings.py. */
interface Recording {
  passes: { h: string; seats: number; in: number }[]
  exchanges: { at: string; batch: Batch; seen: number; results: Result[] }[]
  /** What the phones have stored. */
  entries: { device: string; entries: Entry[] }[]
  conflicts: { device: string; seq: number; conflict: Conflict }[]
}

function record({ server, phones }: World): Recording {
  return {
    ...finalState(server),
    exchanges: server.exchanges.map(({ at, batch, answer: { seen, results } }) => ({
      at: new Date(at).toISOString(),
      batch,
      seen,
      results,
    })),
    entries: phones.map(({ device, disk }) => ({ device, entries: disk.rows.map((row) => row.entry) })),
  }
}

/** Sends the recorded batches to a new server. Returns what it answers. */
function replay({ passes, exchanges }: Recording) {
  const time = new VirtualTime()
  const server = new FakeServer(
    time,
    passes.map(({ h, seats }, b) => ({ h, b, name: h, seats, in: 0, state: "valid", to: null })),
  )
  const answers = exchanges.map(({ at, batch }) => {
    time.now = Date.parse(at)
    const { seen, results } = server.send(batch)
    return { seen, results }
  })
  return { answers, ...finalState(server) }
}

function finalState(server: FakeServer): Pick<Recording, "passes" | "conflicts"> {
  const { conflicts, inside } = server.judge()
  return {
    passes: server.passes.map(({ h, seats }) => ({ h, seats, in: inside.get(h)! })),
    conflicts: [...conflicts].map(([name, conflict]) => {
      const [device = "", seq] = name.split(" ")
      return { device, seq: Number(seq), conflict }
    }),
  }
}
