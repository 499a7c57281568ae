/** Records generated evenings, which tests/tables/test_evenings.py compares with its own reading of the rules. */
import { writeFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { pairGreedily, playEvening, type Evening } from "~/testing/tables/evenings"
import { pairRound } from "./pairing/round"

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
