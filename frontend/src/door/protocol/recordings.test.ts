/**
 * The shop that the other tests use answers like the real one: both answer these recorded batches, the real one in
 * tests/door/test_recordings.py. After a change of what phones send:
 * `DOOR_RECORDINGS=../tests/door/recordings.json npm test -- recordings`, and run both tests.
 */
import { writeFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { historiesOfPhones, play, World } from "~/testing/door/histories"
import { record, replay, type Recording } from "~/testing/door/recording"
import stored from "../../../../tests/door/recordings.json"

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
