import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { revokeLinkMutation } from "~/api/queries/seats"
import type { Guest } from "~/api/queries/staff/orders"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"

interface TakeSeatBackProps {
  guest: Guest
  isInside: boolean
}

/** For staff: returns the seat of a buyer's friend to the buyer. */
export function TakeSeatBack({ guest: { _id, firstName, guestOf }, isInside }: TakeSeatBackProps) {
  const [open, setOpen] = useState(false)
  const revoke = useMutation({ ...revokeLinkMutation, meta: { invalidates: ["Bookings"] } })
  const confirm = async () => {
    await revoke.mutateAsync(_id)
    notify.success(`The seat is ${guestOf}'s again.`)
  }
  return (
    <span className="no-print block">
      <Button look="quiet" aria-label={`Take back the seat, ${firstName}`} onClick={() => setOpen(true)}>
        Take back the seat
      </Button>
      <LazyConfirm
        open={open}
        onOpenChange={setOpen}
        title={`Take back ${firstName}'s seat?`}
        body={`${isInside ? `${firstName} is inside already. ` : ""}The ticket stops working, and ${guestOf} has the seat again. We email ${firstName} if we have an address.`}
        action="Take it back"
        danger
        onConfirm={confirm}
      />
    </span>
  )
}
