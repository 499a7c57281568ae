import { formatMoney } from "~/common/lib/money"
import { useOutOfSight } from "~/common/ui/hooks/useInView"
import { Button } from "~/common/ui/layout/Button"
import { StickyBar } from "~/common/ui/layout/StickyBar"

interface PayBarProps {
  /** Dollars */
  total: number
  /** The first payment button. */
  button: HTMLElement | null
  /** Scrolls to the payment buttons. They can't be here, because PayPal's script draws them once. */
  onShow: () => void
  /** Places a free order, which needs no payment button; undefined while it can't be placed. */
  onPlace: (() => void) | undefined
}

/** On phones: what is to pay, and the way to pay it, while the payment buttons aren't in sight. */
export default function PayBar({ total, button, onShow, onPlace }: PayBarProps) {
  if (!useOutOfSight(button)) return null
  return (
    <StickyBar>
      <div className="wrap grid py-2">
        {total > 0 ? (
          <Button onClick={onShow}>Pay {formatMoney(total)}</Button>
        ) : (
          <Button onClick={onPlace ?? onShow}>Book for free</Button>
        )}
      </div>
    </StickyBar>
  )
}
