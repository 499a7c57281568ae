import { useEffect, useRef, useState } from "react"
import {
  closeDrawer,
  countDrawer,
  getDrawer,
  openDrawer,
  type Count as Counted,
  type Drawer as Found,
} from "../../device/drawer"
import type { Door } from "../../protocol/door"
import { Refused } from "../../protocol/ports"
import { differenceText, formatCents, toCents, toDollars } from "../../protocol/till/cash"
import { formatTime } from "../../protocol/words"
import { Button } from "../../ui/Button"
import { AmountForm } from "./AmountForm"
import { CashMove } from "./CashMove"
import { Closing } from "./Closing"
import { Count } from "./Count"

const UNREACHABLE = "The shop can't be reached. Check the connection."

interface Props {
  door: Door
  /** The volunteer's name. */
  by: string
  zone: string
}

/** The drawer from the float to the end: cash moves, two blind counts, and what is missing or too much. */
export function Drawer({ door, by, zone }: Props) {
  const [drawer, setDrawer] = useState<Found | null>()
  const [problem, setProblem] = useState("")
  const [isRecount, setRecount] = useState(false)
  const isBusy = useRef(false)

  const load = () =>
    getDrawer().then(setDrawer, (error: unknown) => setProblem(error instanceof Refused ? error.message : UNREACHABLE))
  useEffect(() => void load(), [])

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
      setProblem(error instanceof Refused ? error.message : UNREACHABLE)
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
  const isToCount = isRecount || (drawer?.counts.length ?? 0) < 2

  return (
    <>
      <p role="status" className="font-semibold text-err empty:hidden">
        {problem}
      </p>
      {drawer === undefined && problem && (
        <Button look="secondary" onClick={() => void load().then(() => setProblem(""))}>
          Try again
        </Button>
      )}
      {drawer === null && (
        <AmountForm
          title="Open the drawer"
          text="Count the change that you start with."
          label="Cash in the drawer, in dollars"
          action="Open"
          send={(cents) => run(() => openDrawer(toDollars(cents)))}
        />
      )}
      {drawer?.closedAt && <Closed drawer={drawer} zone={zone} />}
      {drawer && !drawer.closedAt && (
        <>
          <p>Open, with a float of {formatCents(toCents(drawer.float))}.</p>
          {isToCount ? (
            <Count by={by} counts={isRecount ? [] : drawer.counts} count={count} />
          ) : (
            <Closing
              drawer={drawer}
              close={(reason) => run(() => closeDrawer(reason))}
              countAgain={() => setRecount(true)}
            />
          )}
          <CashMove move={door.moveCash} />
        </>
      )}
    </>
  )
}

function Closed({ drawer: { expected, difference, closedAt }, zone }: { drawer: Found; zone: string }) {
  return (
    <section aria-labelledby="drawer" className="grid gap-1">
      <h2 id="drawer" className="text-lg">
        The drawer is closed
      </h2>
      <p>Since {formatTime(Date.parse(closedAt!), zone)}.</p>
      {expected !== null && <p>Expected {formatCents(toCents(expected))}.</p>}
      {difference !== null && <p>{differenceText(difference)}</p>}
    </section>
  )
}
