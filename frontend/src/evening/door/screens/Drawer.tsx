import { Refused } from "~/common/lib/call"
import { formatTime } from "~/common/lib/time/clubTime"
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import {
  closeDrawer,
  type Count as Counted,
  countDrawer,
  type Drawer as Found,
  getDrawer,
  openDrawer,
} from "../device/network"
import type { Door } from "../protocol/door"
import { formatMoney, fromCents } from "~/common/lib/money"
import { differenceText, parseCents } from "../protocol/till/amounts"
import { formatCents } from "../protocol/till/cash"
import { Button, Field, useOneAtATime } from "~/common/ui/plain"
import { Checkbox, Problem } from "./controls"
import { Form } from "./Form"
import { failureText } from "../failure"

interface DrawerProps {
  door: Door
  isShown: boolean
  /** The volunteer's name. */
  by: string
}

/** The drawer from the float to the end: cash moves, two blind counts, and what is missing or too much. */
export function Drawer({ door, isShown, by }: DrawerProps) {
  const listed = useSyncExternalStore(door.subscribe, () => door.known()?.list.drawer)
  const [drawer, setDrawer] = useState<Found | null>()
  const [problem, setProblem] = useState("")
  const [isRecount, setRecount] = useState(false)
  const isBusy = useRef(false)

  const load = async () => {
    try {
      setDrawer(await getDrawer())
      setProblem("")
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  useEffect(() => void load(), [isShown, listed]) // another till may have opened, counted or closed it

  /** Returns whether it was done with, so that what was typed is cleared. */
  const run = async (work: () => Promise<Found>): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setProblem("")
    try {
      setDrawer(await work())
      void door.refresh() // whether it can sell depends on it
      return true
    } catch (error) {
      if (error instanceof Refused) await load() // what refused it may be news
      setProblem(failureText(error))
      // Both counts are gone, and the next one to count must not see this one.
      return error instanceof Refused && error.code === "counts_differ"
    } finally {
      isBusy.current = false
    }
  }

  const count = async (total: Counted): Promise<boolean> => {
    const isDone = await run(() => countDrawer(total))
    if (isDone) setRecount(false) // with a third count, the shop starts over
    return isDone
  }
  // Before the shop has answered, the list says it: cash can be noted without a connection.
  const isOpen = drawer === undefined ? listed === "open" : drawer?.closedAt === null
  const isToCount = isRecount || (drawer?.counts.length ?? 0) < 2

  return (
    <>
      <Problem>{problem}</Problem>
      {drawer === undefined && problem && (
        <Button look="secondary" onClick={() => void load()}>
          Try again
        </Button>
      )}
      {drawer === null && (
        <AmountForm
          title="Open the drawer"
          text="Count the change that you start with."
          label="Cash in the drawer, in dollars"
          action="Open"
          send={(cents) => run(() => openDrawer(fromCents(cents)))}
        />
      )}
      {drawer?.closedAt && <Closed drawer={drawer} />}
      {drawer && !drawer.closedAt && (
        <>
          <p>Open, with a float of {formatMoney(drawer.float)}.</p>
          {isToCount ? (
            <Count by={by} counts={isRecount ? [] : drawer.counts} count={count} />
          ) : (
            <Closing
              drawer={drawer}
              close={(reason) => run(() => closeDrawer(reason))}
              countAgain={() => setRecount(true)}
            />
          )}
        </>
      )}
      {isOpen && <CashMove move={door.moveCash} />}
    </>
  )
}

function Closed({ drawer: { expected, difference, closedAt } }: { drawer: Found }) {
  return (
    <section aria-labelledby="drawer" className="grid gap-1">
      <h2 id="drawer" className="text-lg">
        The drawer is closed
      </h2>
      <p>Since {formatTime(Date.parse(closedAt!))}.</p>
      {expected !== null && <p>Expected {formatMoney(expected)}.</p>}
      {difference !== null && <p>{differenceText(difference)}</p>}
    </section>
  )
}

interface ClosingProps {
  drawer: Found
  close: (reason: string) => Promise<boolean>
  /** Starts over, because more was sold since. */
  countAgain: () => void
}

/** Both counts agree: what should be there, and why it isn't. */
function Closing({ drawer, close, countAgain }: ClosingProps) {
  const [reason, setReason] = useState("")
  const { expected, difference } = drawer
  return (
    <Form send={() => void close(reason.trim())} className="grid gap-3">
      <h2 className="text-lg">Close the drawer</h2>
      <p>Both counts agree.</p>
      {expected !== null && <p>Expected {formatMoney(expected)}.</p>}
      {difference !== null && <p className="text-xl font-bold">{differenceText(difference)}</p>}
      {difference !== null && difference !== 0 && (
        <Field label="Why" maxLength={200} required value={reason} change={setReason} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Close the drawer</Button>
        <Button look="secondary" onClick={countAgain}>
          Count again
        </Button>
      </div>
    </Form>
  )
}

interface CountProps {
  by: string
  /** Who has counted. */
  counts: string[]
  count: (count: Counted) => Promise<boolean>
}

/** One of two counts. Nobody sees what the other one counted, nor what should be in the drawer. */
function Count({ by, counts, count }: CountProps) {
  const [first] = counts
  const [name, setName] = useState(by)
  const [isAlone, setAlone] = useState(false)
  const send = async (cents: number) => {
    const counter = isAlone && first !== undefined ? first : name.trim()
    const isDone = await count({ name: counter, total: fromCents(cents), alone: isAlone })
    if (isDone) setName("")
    return isDone
  }
  return (
    <AmountForm
      title={first === undefined ? "Count the drawer" : "Count it a second time"}
      text={
        first === undefined
          ? "Two people count, one after the other, and neither sees the other's total."
          : `${first} has counted. Now somebody else counts.`
      }
      label="All cash in the drawer, in dollars"
      action="Save this count"
      send={send}
    >
      {!isAlone && <Field label="Who counts" maxLength={40} required value={name} change={setName} />}
      {first !== undefined && (
        <Checkbox
          label={`${first} is alone, and counts twice`}
          checked={isAlone}
          onChange={({ target }) => setAlone(target.checked)}
        />
      )}
    </AmountForm>
  )
}

/** Cash that is put into the drawer or taken out for another reason than a sale. It also works offline. */
function CashMove({ move }: { move: (cents: number, reason: string) => Promise<boolean> }) {
  const [isOut, setOut] = useState(true)
  const [reason, setReason] = useState("")
  const [note, setNote] = useState("")
  const name = useId()
  const send = async (cents: number) => {
    const isStored = reason.trim() !== "" && cents > 0 && (await move(isOut ? -cents : cents, reason.trim()))
    setNote(noteOf(isStored, cents, reason))
    if (isStored) setReason("")
    return isStored
  }
  const noteOf = (isStored: boolean, cents: number, why: string): string => {
    if (isStored) return `${isOut ? "Taken out" : "Put in"}: ${formatCents(cents)}`
    if (cents === 0 || why.trim() === "") return "Enter an amount and a reason."
    return "This phone can't save. Use another one."
  }
  return (
    <AmountForm
      title="Take cash out, or put some in"
      text="Such as a bill you pay, or more change. Sales are noted by themselves."
      label="Amount, in dollars"
      action={isOut ? "Take out" : "Put in"}
      send={send}
    >
      <fieldset className="flex gap-6">
        <legend className="sr-only">Direction</legend>
        {[true, false].map((each) => (
          <label key={String(each)} className="flex min-h-12 items-center gap-2">
            <input type="radio" name={name} checked={isOut === each} onChange={() => setOut(each)} className="size-6" />
            {each ? "Taken out" : "Put in"}
          </label>
        ))}
      </fieldset>
      <Field label="Reason" maxLength={200} value={reason} change={setReason} />
      <p role="status" className="font-semibold empty:hidden">
        {note}
      </p>
    </AmountForm>
  )
}

interface AmountFormProps {
  title: string
  text: string
  label: string
  action: string
  /** Resolves with whether it was done; then the amount is cleared. */
  send: (cents: number) => Promise<boolean>
  /** More fields, above the button. */
  children?: ReactNode
}

/** A form about an amount of cash. */
function AmountForm({ title, text, label, action, send, children }: AmountFormProps) {
  const [amount, setAmount] = useState("")
  const [problem, setProblem] = useState("")
  const [once, isBusy] = useOneAtATime()
  const sendAmount = async () => {
    const cents = parseCents(amount)
    setProblem(cents === null ? "Enter an amount such as 20 or 20.50." : "")
    if (cents !== null && (await send(cents))) setAmount("")
  }
  return (
    <Form
      send={() => once(sendAmount)}
      className="grid gap-3 border-t border-hair pt-4 [:empty+&]:border-t-0 [:empty+&]:pt-0"
    >
      <h2 className="text-lg">{title}</h2>
      <p>{text}</p>
      <Field label={label} inputMode="decimal" value={amount} change={setAmount} />
      <Problem>{problem}</Problem>
      {children}
      <Button type="submit" look="secondary" aria-disabled={isBusy}>
        {isBusy ? "Saving…" : action}
      </Button>
    </Form>
  )
}
