import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import {
  refundAgainMutation,
  refundUnmatchedMutation,
  resolveAlertMutation,
  type Matter,
} from "~/api/queries/staffOrders"
import { recordHint, unmailedHint } from "./reviewItems"
import { formatSum } from "~/lib/money"
import { paths } from "~/paths"
import { Button, LinkButton } from "~/ui/layout/Button"
import { laterDialog } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"

const DecideDialog = laterDialog(() => import("./ReviewDialog"))
const ReasonDialog = laterDialog(() => import("./ReasonDialog"))

interface MatterActionProps {
  matter: Matter
  /** On the page of its order, where what a list can only point to is at hand. */
  atItsOrder?: boolean
}

/** The one button of something that waits for a person. */
export function MatterAction({ matter, atItsOrder = false }: MatterActionProps) {
  switch (matter.kind) {
    case "unmatched":
      return <RefundUnmatched matter={matter} />
    case "alert":
      return <ResolveAlert matter={matter} />
    case "review":
      return <Decide matter={matter} />
    case "refund_due":
      if (matter.problem) return <RefundAgain matter={matter} />
      break
    case "refund_failed":
      return <RefundFailed matter={matter} atItsOrder={atItsOrder} />
    case "stuck":
      if (!matter.buyer) return null // it belongs to no order
  }
  return atItsOrder ? null : <OpenOrder matter={matter} />
}

function OpenOrder({ matter }: { matter: Matter }) {
  return (
    <LinkButton look="secondary" to={paths.order(matter._id)} aria-label={`Open order ${matter.number}`}>
      Open order
    </LinkButton>
  )
}

/** One of the order's own is given back with its page's Refund; of a second payment the order knows nothing. */
function RefundFailed({ matter, atItsOrder }: { matter: Matter; atItsOrder: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {matter.isSecondPayment && <RefundAgain matter={matter} />}
      {!matter.isSecondPayment && !atItsOrder && <OpenOrder matter={matter} />}
      {matter.alert && <ResolveAlert matter={matter} />}
    </div>
  )
}

function Decide({ matter }: { matter: Matter }) {
  const [asking, ask] = useState(false)
  return (
    <>
      <Button look="secondary" aria-label={`Decide on order ${matter.number}`} onClick={() => ask(true)}>
        Decide
      </Button>
      <DecideDialog matter={matter} open={asking} onOpenChange={ask} />
    </>
  )
}

function RefundUnmatched({ matter }: { matter: Matter }) {
  const [asking, ask] = useState(false)
  const refund = useMutation(refundUnmatchedMutation)
  const send = async (reason: string) => {
    const { refundedAt } = await refund.mutateAsync({ id: matter._id, reason })
    if (refundedAt) notify.success(`${formatSum(matter)} went back.`)
    else notify.info("PayPal has not answered yet. The shop asks again by itself.")
  }
  return (
    <>
      <Button look="secondary" aria-label={`Refund ${formatSum(matter)}`} onClick={() => ask(true)}>
        Refund
      </Button>
      <ReasonDialog
        open={asking}
        onOpenChange={ask}
        title={`Give ${formatSum(matter)} back?`}
        description={`All of payment ${matter._id} goes back to whoever paid it.`}
        hint={recordHint}
        action={`Refund ${formatSum(matter)}`}
        busyText="Refunding…"
        send={send}
      />
    </>
  )
}

/** Takes an alert off the list. If all of an order's money was taken back, its seats can be released with it. */
function ResolveAlert({ matter }: { matter: Matter }) {
  const resolve = useMutation(resolveAlertMutation)
  const label = `${formatSum(matter)}${matter.number && `, order ${matter.number}`}`
  const resolveWith = (releaseSeats: boolean) =>
    resolve.mutate(
      { id: matter.alert, releaseSeats },
      { onSuccess: () => notify.success(releaseSeats ? "The seats are back on sale." : "Marked as done.") },
    )
  return (
    <div className="flex flex-wrap gap-2">
      {matter.canReleaseSeats && (
        <Button
          look="danger"
          busy={resolve.isPending}
          aria-label={`Release seats: ${label}`}
          onClick={() => resolveWith(true)}
        >
          Release seats
        </Button>
      )}
      <Button
        look="secondary"
        busy={resolve.isPending}
        aria-label={`Mark as done: ${label}`}
        onClick={() => resolveWith(false)}
      >
        Mark as done
      </Button>
    </div>
  )
}

function RefundAgain({ matter }: { matter: Matter }) {
  const [asking, ask] = useState(false)
  const refund = useMutation(refundAgainMutation)
  const send = async (reason: string) => {
    await refund.mutateAsync({ id: matter._id, reason })
    notify.info("PayPal is asked again. What it answers stands in the order's history.")
  }
  return (
    <>
      <Button look="secondary" aria-label={`Refund order ${matter.number} again`} onClick={() => ask(true)}>
        Refund again
      </Button>
      <ReasonDialog
        open={asking}
        onOpenChange={ask}
        title="Ask PayPal again?"
        description={`${formatSum(matter)} goes back, as it should have the last time.`}
        hint={unmailedHint}
        action={`Refund ${formatSum(matter)} again`}
        busyText="Refunding…"
        send={send}
      />
    </>
  )
}
