import { messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { useCheckoutMemory } from "~/shop/state/checkout"
import { serverNow } from "~/common/lib/time/serverClock"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button, LinkButton } from "~/common/ui/layout/Button"

interface CartProblemProps {
  /** Why some lines can't be booked, or null. */
  reason: string | null
  /** Why the server gave no price, or null. */
  error: Error | null
  voucher: string | undefined
  onRetry: () => void
}

/** Why the cart can't be paid, in place of the payment buttons. */
export function CartProblem({ reason, ...price }: CartProblemProps) {
  if (reason)
    return (
      <div className="grid gap-3">
        <p className="font-semibold">{reason}</p>
        <LinkButton look="secondary" to={paths.cart()}>
          Back to cart
        </LinkButton>
      </div>
    )
  return price.error && <PriceProblem {...price} error={price.error} />
}

function PriceProblem({ error, voucher, onRetry }: Omit<CartProblemProps, "reason" | "error"> & { error: Error }) {
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
            Remove the discount code {voucher}
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
