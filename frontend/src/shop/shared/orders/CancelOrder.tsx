import { useMutation } from "@tanstack/react-query"
import { cancelOrderMutation } from "~/shop/queries/checkout"
import type { Order } from "~/common/api/types"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"

/** Cancels an unpaid order after a confirmation, which releases its seats. */
export default function CancelOrder({ order }: { order: Order }) {
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  return (
    <Dangerous sentence="Don't want these seats?">
      <ConfirmButton
        look="removes"
        title="Cancel this order?"
        body="The seats go back on sale. Nothing was charged."
        action="Cancel order"
        stay="Keep the order"
        busyText="Canceling…"
        danger
        onConfirm={() => cancel(order._id)}
        done="The order is canceled."
      >
        Cancel order
      </ConfirmButton>
    </Dangerous>
  )
}
