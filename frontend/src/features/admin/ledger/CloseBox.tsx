import { useMutation, useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { messageOf } from "~/api/client"
import { closeMonthMutation, settlementQuery } from "~/api/queries/staff/money"
import { addMonths, formatMonth } from "~/lib/time/months"
import { serverNow } from "~/lib/time/serverClock"
import { wallDay } from "~/lib/time/wallClock"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { OPEN_STATES } from "./compare/compareText"

/** The last step: the button that closes the month, or from when it can be closed. */
export function CloseBox({ month }: { month: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>A closed month can't be changed. What is found later is entered as a correction in an open month.</p>
      {isClosable(month, serverNow(), shop().timeZone) ? (
        <CloseButton month={month} />
      ) : (
        <p className="font-semibold">
          You can close {formatMonth(month)} from {firstClosingDay(month)}.
        </p>
      )}
    </div>
  )
}

/** Closes the month as it was compared. The server refuses if something has changed since. */
function CloseButton({ month }: { month: string }) {
  const settlement = useQuery(settlementQuery(month))
  const { mutateAsync: close } = useMutation(closeMonthMutation)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState("")
  const online = useOnline()
  const reasonId = useId()
  const name = formatMonth(month)
  const left = settlement.data?.lines.filter(({ state }) => OPEN_STATES.some((open) => open.state === state)).length
  const reason =
    left === undefined ? "Compare the month with PayPal first." : left > 0 ? "Explain all lines first." : ""

  const confirm = async () => {
    if (!settlement.data) return
    setProblem("")
    try {
      await close({ month, digest: settlement.data.digest })
      notify.success(`${name} is closed.`)
    } catch (error) {
      setProblem(messageOf(error))
      void settlement.refetch() // its digest may be old
    }
  }

  return (
    <>
      {problem && (
        <Notice look="error" role="alert" className="w-full">
          {problem}
        </Notice>
      )}
      <Button
        disabled={reason !== "" || !online}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => setAsking(true)}
      >
        Close {name}
      </Button>
      {reason && (
        <p id={reasonId} className="text-sm text-ink-2">
          {reason}
        </p>
      )}
      <LazyConfirm
        open={asking}
        onOpenChange={setAsking}
        title={`Close ${name}?`}
        body="Nobody can change its lines afterwards."
        action="Close the month"
        busyText="Closing…"
        onConfirm={confirm}
      />
    </>
  )
}

const WAIT = 24 * 60 * 60_000 // PayPal's report may lag. The server requires the same.

/** Whether a month ("2026-11") has been over for 24 hours in the zone. `now`: milliseconds */
const isClosable = (month: string, now: number, timeZone: string) => wallDay(now - WAIT, timeZone).slice(0, 7) > month

/** The first day on which a month can be closed: "December 2" */
const firstClosingDay = (month: string) => `${formatMonth(addMonths(month, 1)).split(" ")[0]} 2`
