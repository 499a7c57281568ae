import { useState } from "react"
import type { Filler } from "~/features/admin/events/edit/asFilledIn"
import { LaterConfirm } from "~/ui/laterDialog"

interface UnwrittenDialogProps {
  /** null while nothing is asked */
  fillers: readonly Filler[] | null
  onBack: () => void
  onPublish: () => void
}

/** Asks before a draft goes public with words that nobody wrote for it. */
export function UnwrittenDialog({ fillers, onBack, onPublish }: UnwrittenDialogProps) {
  const [last, keep] = useState(fillers) // its words stay while it closes
  if (fillers && fillers !== last) keep(fillers)
  return (
    <LaterConfirm
      open={fillers !== null}
      onOpenChange={(open) => open || onBack()}
      title="Publish it like this?"
      body={
        <>
          <p>Some of it is still as we filled it in. Visitors would see:</p>
          <ul className="mt-3 grid gap-1">
            {(fillers ?? last ?? []).map(({ field, label, seen }) => (
              <li key={field}>
                <span className="font-semibold">{label}:</span> {seen}
              </li>
            ))}
          </ul>
        </>
      }
      stay="Go back to the form"
      action="Publish anyway"
      onConfirm={onPublish}
    />
  )
}
