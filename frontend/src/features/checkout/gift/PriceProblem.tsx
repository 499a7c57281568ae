import { messageOf } from "~/api/client"
import { paths } from "~/paths"
import { cart } from "~/state/cart"
import { useCheckoutMemory } from "~/state/checkout"
import { serverNow } from "~/lib/time/serverClock"
import { Notice } from "~/ui/feedback/Notice"
import { Button, LinkButton } from "~/ui/layout/Button"

interface PriceProblemProps {
  error: Error
  voucher: string | undefined
  onRetry: () => void
}

/** Why the server gave no price, in place of the payment buttons. */
export default function PriceProblem({ error, voucher, onRetry }: PriceProblemProps) {
  const held = useCheckoutMemory()?.order
  // Their own unpaid order may be what has used the code.
  const isHeld = held?.heldUntil && Date.parse(held.heldUntil) > serverNow()
  return (
    <Notice look="warning" role="alert">
      <p>{messageOf(error)}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {isHeld && (
          <LinkButton look="secondary" reloadDocument to={paths.payOrder(held._id)}>
            Finish your unpaid order
          </LinkButton>
        )}
        {voucher ? (
          <Button look="secondary" onClick={() => cart.setExtras({ voucher: undefined })}>
            Remove the code {voucher}
          </Button>
        ) : (
          <Button look="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </Notice>
  )
}
