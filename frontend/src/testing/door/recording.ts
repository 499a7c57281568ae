/** Histories as the shop saw them: what phones sent, what it answered, and what was in its log at the end. */
import type { Batch, Conflict, Entry, Result } from "~/door/protocol/types"
import type { World } from "./histories"
import { FakeServer } from "./server"
import { VirtualTime } from "./time"

/** One history. The shop's tests send the same to the shop: tests/door/test_recordings.py. */
export interface Recording {
  passes: { h: string; seats: number; in: number }[]
  exchanges: { at: string; batch: Batch; seen: number; results: Result[] }[]
  /** What the phones have stored. */
  entries: { device: string; entries: Entry[] }[]
  conflicts: { device: string; seq: number; conflict: Conflict }[]
}

export function record({ server, phones }: World): Recording {
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
export function replay({ passes, exchanges }: Recording) {
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
