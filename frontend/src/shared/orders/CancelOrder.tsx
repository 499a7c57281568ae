import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { cancelOrderMutation } from "~/api/queries/checkout"
import type { Order } from "~/api/types"
import { Button } from "~/ui/layout/Button"
import { ConfirmDialog } from "~/ui/overlays/Dialog"
import { notify } from "~/ui/overlays/notify"

/** Cancels an unpaid order after a confirmation, which releases its seats. */
export default function CancelOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const { mutateAsync: cancel } = useMutation(cancelOrderMutation)
  const confirm = async () => {
    await cancel(order._id)
    notify.success("The order is canceled.")
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel this order?"
        body="The seats go back on sale. Nothing was charged."
        action="Cancel order"
        stay="Keep the order"
        busyText="Canceling…"
        danger
        onConfirm={confirm}
      />
    </>
  )
}
