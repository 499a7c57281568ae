import { formatSum, toCents } from "~/common/lib/money"
import { notify } from "~/common/ui/overlays/notify"

interface RefundResult {
  amount: number
  currency: string
  /** What staff asked for. */
  asked: number | null
  /** False until PayPal has said what became of the refund. */
  isCompleted: boolean
}

/** Says what became of a refund that PayPal did not refuse. PayPal may refund another amount than it was asked for. */
export function reportRefund({ asked, isCompleted, ...refunded }: RefundResult): void {
  if (!isCompleted) notify.info("PayPal hasn't confirmed the refund yet. We'll check again automatically.")
  else if (asked !== null && toCents(asked) !== toCents(refunded.amount))
    notify.info(`PayPal refunded ${formatSum(refunded)} instead of ${formatSum({ ...refunded, amount: asked })}.`)
  else notify.success(`${formatSum(refunded)} was refunded.`)
}
