/** Records generated evenings, which tests/tables/test_evenings.py compares with its own reading of the rules. */
import { writeFileSync } from "node:fs"
import { expect, test } from "vitest"
import { pairGreedily, playEvening } from "~/testing/tables/evenings"
import { pairRound } from "./pairing/round"

const { TABLES_FILE, TABLES_EVENINGS = "20", TABLES_SEED = "0", TABLES_GREEDY } = process.env
const TIMEOUT_MS = 3_600_000 // for thousands on a busy machine

test(
  "Evenings are played to their end",
  () => {
    const number = Number(TABLES_EVENINGS)
    const pair = TABLES_GREEDY ? pairGreedily : pairRound
    const evenings = Array.from({ length: number }, (_, i) => playEvening(Number(TABLES_SEED) * number + i, pair))
    expect(evenings.filter(({ steps }) => steps.at(-1)?.kind === "standings").length).toBeGreaterThan(number * 0.9)
    if (TABLES_FILE) writeFileSync(TABLES_FILE, evenings.map((evening) => `${JSON.stringify(evening)}\n`).join(""))
  },
  TIMEOUT_MS,
)
