import { useMutation, useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { messageOf } from "~/api/client"
import { closeMonthMutation, settlementQuery } from "~/api/queries/staff/ledger"
import { formatMonth } from "~/lib/time/months"
import { Notice } from "~/ui/feedback/Notice"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { OPEN_STATES } from "./compare/compareText"

/** Closes the month as it was compared. The server refuses if something has changed since. */
export function CloseBox({ month }: { month: string }) {
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
    <div className="grid justify-items-start gap-3">
      <p>A closed month can't be changed. What is found later is entered as a correction in an open month.</p>
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
    </div>
  )
}
