import { counted } from "~/common/lib/text"
import { useId, useState } from "react"
import { choosePods } from "~/evening/tables/pods"
import { FORMATS } from "~/evening/tables/words"
import { maxRounds, proposeRounds } from "~/evening/tables/rounds"
import type { Format, Tournament } from "~/common/tables/types"
import { type Enter, pairNext, tooFew } from "./protocol/steps"
import type { Settings, Tables } from "./protocol/tables"
import { Button, useOneAtATime } from "~/common/ui/plain"
import { Checkbox, Stepper } from "~/evening/door/screens/controls"

const MINUTES: Record<Format, number> = { swiss: 50, draft: 50, commander: 75 }
const MAX_MINUTES = 180

interface SetupProps {
  tables: Tables
  /** How many would play. */
  players: number
  /** Null: it is yet to be created. */
  now: Tournament | null
  enter: Enter
}

/** What is played, until the first round is paired. */
export function Setup({ tables, players, now, enter }: SetupProps) {
  const [shown] = useState(now) // what is stored may be newer
  const [format, setFormat] = useState<Format>(now?.format ?? "swiss")
  const [rounds, setRounds] = useState<number | null>(now?.plannedRounds ?? null)
  const [minutes, setMinutes] = useState<number | null>(now?.minutes ?? null)
  const [wholeRoom, setWholeRoom] = useState(now?.wholeRoom ?? false)
  const [isPodChosen, setPodChosen] = useState(false)
  const [points, setPoints] = useState(now?.points ?? false)
  const [spread, setSpread] = useState(true)
  const [problem, setProblem] = useState("")
  const [once, isBusy] = useOneAtATime()
  const why = useId()

  const pods = format === "draft" ? choosePods(players) : []
  const isToChoose = pods.length > 1 && !isPodChosen
  const reason = tooFew(format, players) || (isToChoose ? "Choose the pods first." : "")
  const settings: Settings = {
    format,
    ...(rounds !== null && { rounds }),
    minutes: minutes ?? MINUTES[format],
    wholeRoom: format === "draft" && wholeRoom,
    points: format !== "commander" || points,
  }

  const run = (work: () => Promise<string>) => once(async () => setProblem(await work()))
  const save = () => {
    if (!now) return tables.create(settings)
    const seen = settingsOf(shown ?? now)
    return isSame(seen, settings) ? Promise.resolve("") : tables.change(settings, seen)
  }
  const pair = () =>
    run(async () => {
      const failed = await save()
      if (!failed) await enter((tournament) => pairNext(tournament, spread))
      return failed
    })
  const chooseFormat = (next: Format) => {
    setFormat(next)
    setMinutes(null)
    setRounds(null)
  }

  const largest = format === "draft" && !wholeRoom ? pods.at(-1)?.[0] : undefined
  const ofRounds = largest ?? players
  return (
    <section aria-labelledby="setup" className="grid max-w-form gap-4">
      <h2 id="setup" className="text-2xl">
        {counted(players, "player")}
      </h2>
      <Choices label="Format" options={FORMATS} value={format} choose={chooseFormat} />
      {format === "draft" && (
        <Pods
          pods={pods}
          value={isToChoose ? null : wholeRoom}
          choose={(isWhole) => {
            setWholeRoom(isWhole)
            setPodChosen(true)
          }}
        />
      )}
      {format === "draft" && (
        <Checkbox
          label="Seat guests of one booking in different pods"
          checked={spread}
          onChange={({ target }) => setSpread(target.checked)}
        />
      )}
      {format === "commander" && (
        <Checkbox label="Count points" checked={points} onChange={({ target }) => setPoints(target.checked)} />
      )}
      <Stepper
        label={rounds === null ? "Rounds (proposed)" : "Rounds"}
        value={rounds ?? proposeRounds(ofRounds)}
        max={Math.max(1, maxRounds(ofRounds))}
        change={setRounds}
      />
      <Stepper
        label="Minutes of a round"
        value={minutes ?? MINUTES[format]}
        min={5}
        max={MAX_MINUTES}
        step={5}
        change={setMinutes}
      />
      <p id={why} role="status" className="font-semibold empty:hidden">
        {problem || reason}
      </p>
      <Button disabled={reason !== ""} aria-disabled={isBusy} aria-describedby={why} onClick={pair}>
        {isBusy ? "Pairing…" : "Pair round 1"}
      </Button>
      {!now && (
        <Button look="secondary" aria-disabled={isBusy} onClick={() => run(save)}>
          Look at the players first
        </Button>
      )}
    </section>
  )
}

interface PodsProps {
  pods: number[][]
  /** Whether matches are in the whole room; null: it is still to be chosen. */
  value: boolean | null
  choose: (wholeRoom: boolean) => void
}

function Pods({ pods, value, choose }: PodsProps) {
  const [first, second] = pods
  if (second) {
    const options = { one: `One pod of ${first}`, two: second.join(" + ") }
    const chosen = value === null ? null : value ? "one" : "two"
    return (
      <Choices
        label={`One pod of ${first}, or ${second.join(" + ")}?`}
        options={options}
        value={chosen}
        choose={(option) => choose(option === "one")}
      />
    )
  }
  return (
    <div>
      {first && <p>{first.length === 1 ? `One pod of ${first}.` : `Pods of ${first.join(" + ")}.`}</p>}
      <Checkbox
        label="Pair in the whole room, not inside the pods"
        checked={value ?? false}
        onChange={({ target }) => choose(target.checked)}
      />
    </div>
  )
}

const settingsOf = ({ format, plannedRounds, minutes, wholeRoom, points }: Tournament) => ({
  format,
  rounds: plannedRounds,
  minutes,
  wholeRoom,
  points,
})

const isSame = (one: Settings, other: Settings): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...one, rounds: null, ...other })

interface ChoicesProps<T extends string> {
  label: string
  options: Readonly<Record<T, string>>
  /** Null: nothing is chosen yet. */
  value: T | null
  choose: (value: T) => void
}

/** A few options, of which one is chosen. */
function Choices<T extends string>({ label, options, value, choose }: ChoicesProps<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(options) as T[]).map((option) => (
          <label
            key={option}
            className="edge flex min-h-12 flex-auto cursor-pointer items-center justify-center gap-2 rounded-md border border-line bg-paper px-3 has-checked:border-ink has-checked:bg-malt has-checked:font-semibold"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={value === option}
              onChange={() => choose(option)}
              className="size-5 accent-(--color-felt-2)"
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
