import { counted } from "~/common/lib/text"
import { useId, useState } from "react"
import type { Door, Shown } from "../protocol/door"
import { factorsText, parseCents, quickAmounts } from "../protocol/till/amounts"
import { changeOf, formatCents, totalOf } from "../protocol/till/cash"
import type { GuestList } from "../protocol/types"
import { Button, Field, useOneAtATime } from "~/common/ui/plain"
import { Problem, Stepper } from "./controls"
import { Form } from "./Form"
import { PayByPhone } from "./PayByPhone"

const MAX_SEATS = 20

interface Props {
  door: Door
  list: GuestList
  isOnline: boolean
  show: (next: Promise<Shown>) => Promise<Shown>
}

/** Seats for cash: how many, what they cost, what the guest gives, and the change. */
export function Sell({ door, list, isOnline, show }: Props) {
  const [seats, setSeats] = useState(1)
  const [given, setGiven] = useState("")
  const [name, setName] = useState("")
  const [once, isBusy] = useOneAtATime()
  const { totals } = list.night
  const total = totalOf(totals, seats)
  const cash = parseCents(given)
  const reason = door.whyNot(seats, cash)
  const isRefused = door.whyNot(seats, total) !== "" // whatever the guest gives
  const why = useId()

  const sell = async () => {
    const shown = await show(door.sell({ seats, given: cash ?? 0, name: name.trim() }))
    if (shown.kind === "sold") {
      setSeats(1)
      setGiven("")
      setName("")
    }
  }

  return (
    <>
      {/* Kept seats are sold this way only once this phone gives them back, because it may be selling them. */}
      {list.payUrl && isOnline && door.left() > 0 && <PayByPhone url={list.payUrl} />}
      <Form send={() => reason || once(sell)} className="grid gap-4">
        <p>{door.whyNoSales() || leftText(isOnline, door.left(), door.kept())}</p>
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
        <Field label="Cash given, in dollars" inputMode="decimal" value={given} change={setGiven} />
        <Change cents={cash === null || isRefused ? null : changeOf(total, cash)} />
        <Field label="First name (optional)" maxLength={40} value={name} change={setName} />
        <p id={why} className="font-semibold empty:hidden">
          {isBusy ? "" : reason}
        </p>
        <Button type="submit" disabled={reason !== ""} aria-disabled={isBusy} aria-describedby={why}>
          {isBusy ? "Selling…" : `Sell ${counted(seats, "seat")}`}
        </Button>
      </Form>
      <KeptSeats door={door} />
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

function leftText(isOnline: boolean, left: number, kept: number): string {
  if (!isOnline && kept === 0) return "No connection."
  if (!isOnline)
    return `No connection. This phone can still sell ${kept === 1 ? "the seat" : `the ${kept} seats`} kept on it.`
  const free = left === 0 ? "No seats are left" : `${counted(left, "seat")} left`
  return kept > 0 ? `${free}, and ${counted(kept, "seat")} kept on this phone.` : `${free}.`
}

const MAX_KEPT = 50

/** Seats that nobody else can buy, so that this phone can sell them without a connection. */
function KeptSeats({ door }: { door: Door }) {
  const [text, setText] = useState("")
  const [note, setNote] = useState("")
  const [once, isBusy] = useOneAtATime()
  const keep = async () => {
    const problem = await door.keepSeats(Number(text))
    setNote(problem)
    if (!problem) setText("")
  }
  return (
    <section aria-labelledby="kept" className="grid gap-3 border-t border-hair pt-4">
      <h2 id="kept" className="text-lg">
        Seats kept on this phone: {door.kept()}
      </h2>
      <p>It can sell these without a connection. Nobody else can. Keep 0 to give them back.</p>
      <Form send={() => once(keep)} className="flex items-end gap-2">
        <Field
          label="Keep"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_KEPT}
          required
          className="flex-1"
          value={text}
          change={setText}
        />
        <Button type="submit" look="secondary" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Save"}
        </Button>
      </Form>
      <Problem>{note}</Problem>
    </section>
  )
}
