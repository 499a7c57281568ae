import { useMutation } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { messageOf } from "~/api/client"
import { cancelOrderMutation } from "~/api/queries/orders"
import type { Order } from "~/api/types"
import { Button } from "~/ui/Button"
import { notify } from "~/ui/notify"

const ConfirmDialog = lazy(() => import("~/ui/Dialog").then((module) => ({ default: module.ConfirmDialog })))

/** Gives the held seats back. */
export function CancelOrder({ order }: { order: Order }) {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const { mutateAsync: cancel, error } = useMutation(cancelOrderMutation)
  const confirm = async () => {
    try {
      await cancel(order._id)
      notify.success("The order is cancelled.")
    } catch (problem) {
      notify.error(messageOf(problem)) // and on the page below: the order is asked for again
      throw problem
    }
  }
  return (
    <>
      <Button
        look="secondary"
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
      >
        Cancel order
      </Button>
      {asked && (
        <Suspense>
          <ConfirmDialog
            open={open}
            onOpenChange={setOpen}
            title="Cancel this order?"
            body={
              <>
                <p>The seats go back on sale. Nothing was charged.</p>
                {error && (
                  <p role="alert" className="mt-2 font-semibold text-err">
                    {error.message}
                  </p>
                )}
              </>
            }
            action="Cancel order"
            stay="Keep the order"
            busyText="Cancelling…"
            danger
            onConfirm={confirm}
          />
        </Suspense>
      )}
    </>
  )
}
