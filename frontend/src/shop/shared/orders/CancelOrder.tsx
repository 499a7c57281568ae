import { useMutation } from "@tanstack/react-query"
import { cancelOrderMutation } from "~/shop/queries/checkout"
import type { Order } from "~/common/api/types"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"

/** Cancels an unpaid order after a confirmation, which releases its seats. */
export default function CancelOrder({ order }: { order: Order }) {
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  const confirm = async () => {
    await cancel(order._id)
    notify.success("The order is canceled.")
  }
  return (
    <ConfirmButton
      look="secondary"
      title="Cancel this order?"
      body="The seats go back on sale. Nothing was charged."
      action="Cancel order"
      stay="Keep the order"
      busyText="Canceling…"
      danger
      onConfirm={confirm}
    >
      Cancel order
    </ConfirmButton>
  )
}
