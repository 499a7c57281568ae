import { lazy, Suspense } from "react"
import { Button } from "~/ui/layout/Button"
import { Notice } from "~/ui/feedback/Notice"
import type { Refusal } from "./refusal"

const CartRefusal = lazy(() => import("./CartRefusal"))

interface RefusalNoticeProps {
  refusal: Refusal
  onDone: () => void
  /** Captures the approved payment again. */
  onConfirmAgain: (approved: string) => void
}

/** Says next to the payment buttons why the order isn't paid, and what the buyer can do. */
export function RefusalNotice({ refusal, onDone, onConfirmAgain }: RefusalNoticeProps) {
  switch (refusal.kind) {
    case "message":
      // A toast shows the reason of an error.
      return refusal.look === "error" ? (
        <Notice look="warning">You haven't paid yet. Choose how to pay to try again.</Notice>
      ) : (
        <Notice role="status">{refusal.message}</Notice>
      )
    case "unanswered":
      return (
        <Notice look="warning" role="alert">
          <p className="mb-2">{refusal.message}</p>
          <Button look="secondary" onClick={() => onConfirmAgain(refusal.approved)}>
            Try again
          </Button>
        </Notice>
      )
    default:
      return (
        <Suspense>
          <CartRefusal refusal={refusal} onDone={onDone} />
        </Suspense>
      )
  }
}
