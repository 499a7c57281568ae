import { useRef, useState, type FormEvent } from "react"
import type { Door, Shown } from "../../protocol/door"
import { changeOf, factorsText, formatCents, parseCents, quickAmounts, totalOf } from "../../protocol/till/cash"
import { Button } from "../../ui/Button"
import { Field } from "../../ui/Field"
import { Stepper } from "../../ui/Stepper"
import { KeptSeats } from "./KeptSeats"

const MAX_SEATS = 20

interface Props {
  door: Door
  /** What 1, 2, 3… seats cost, in dollars. */
  totals: readonly number[]
  isOnline: boolean
  /** The seats that the phone may sell without a connection. */
  kept: number
  show: (next: Promise<Shown>) => Promise<Shown>
}

/** Seats for cash: how many, what they cost, what the guest gives, and the change. */
export function Sell({ door, totals, isOnline, kept, show }: Props) {
  const [seats, setSeats] = useState(1)
  const [given, setGiven] = useState("")
  const [name, setName] = useState("")
  const [isBusy, setBusy] = useState(false)
  const isSelling = useRef(false) // two presses within a frame are one sale
  const total = totalOf(totals, seats)
  const cash = parseCents(given)

  const sell = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSelling.current) return
    isSelling.current = true
    setBusy(true)
    const shown = await show(makeSale())
    if (shown.kind === "sold") {
      setSeats(1)
      setGiven("")
      setName("")
    }
    setBusy(false)
    isSelling.current = false
  }
  const makeSale = async (): Promise<Shown> =>
    cash === null
      ? { kind: "unsold", reason: "Enter the cash given, such as 20 or 20.50." }
      : door.sell({ seats, given: cash, name: name.trim() })

  return (
    <>
      <form onSubmit={(event) => void sell(event)} className="grid gap-4">
        <Stepper label="Seats" value={seats} max={MAX_SEATS} change={setSeats} />
        <p className="text-xl tabular-nums">
          {factorsText(totals, seats)} = <strong>{formatCents(total)}</strong>
        </p>
        <div role="group" aria-label="Cash given" className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2">
          {quickAmounts(total).map((amount) => (
            <Button
              key={amount}
              look="secondary"
              className="px-1! whitespace-nowrap tabular-nums aria-pressed:border-ink aria-pressed:bg-malt aria-pressed:font-bold"
              aria-pressed={cash === amount}
              onClick={() => setGiven((amount / 100).toFixed(2))}
            >
              {formatCents(amount).replace(/\.00$/, "")}
            </Button>
          ))}
        </div>
        <Field
          label="Cash given, in dollars"
          inputMode="decimal"
          autoComplete="off"
          value={given}
          onChange={(event) => setGiven(event.target.value)}
        />
        <Change cents={cash === null ? null : changeOf(total, cash)} />
        <Field
          label="First name (optional)"
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Selling…" : seats === 1 ? "Sell 1 seat" : `Sell ${seats} seats`}
        </Button>
        {!isOnline && <p>{offlineText(kept)}</p>}
      </form>
      <KeptSeats door={door} kept={kept} />
    </>
  )
}

function Change({ cents }: { cents: number | null }) {
  const isShort = cents !== null && cents < 0
  return (
    <p role="status" className={`text-3xl font-bold tabular-nums ${isShort ? "text-err" : ""}`}>
      {cents === null ? "" : isShort ? `${formatCents(-cents)} short` : `Change ${formatCents(cents)}`}
    </p>
  )
}

function offlineText(kept: number): string {
  if (kept === 0) return "No connection. No seats are kept on this phone, so it can't sell."
  return `No connection. This phone can still sell ${kept === 1 ? "the seat" : `the ${kept} seats`} kept on it.`
}
