import { type RefObject, useState } from "react"
import type { Guest, GuestList } from "~/common/api/types"
import { messageOf } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { nameOf, useCheckIn } from "./useCheckIn"

export interface CheckInDialogProps {
  guest: Guest
  list: GuestList
  /** The ID of the date's door; null before it is open. */
  doorId: string | null
  /** How many of the guest's seats are inside. */
  inside: number
  open: boolean
  onOpenChange: (open: boolean) => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Asks how many came, and before the first of all guests, whether to open the door. */
export default function CheckInDialog({ guest, open, onOpenChange, focusAfter, ...rest }: CheckInDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} focusAfter={focusAfter} title={`Check in ${nameOf(guest)}`}>
      <CheckIn guest={guest} {...rest} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

type CheckInProps = Pick<CheckInDialogProps, "guest" | "list" | "doorId" | "inside"> & { onClose: () => void }

function CheckIn({ guest, list, doorId, inside, onClose }: CheckInProps) {
  const left = guest.reservationSeats - inside
  const [coming, setComing] = useState(left)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")
  const checkIn = useCheckIn(list, doorId)
  const confirm = async () => {
    setBusy(true)
    setProblem("")
    try {
      await checkIn(guest, inside + coming)
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-5">
      {doorId === null && (
        <p>
          The door of {formatDateOption(list.startTime)} isn't open yet. Once it is, the list counts who is in, and
          volunteers can sign in with a link.
        </p>
      )}
      {left > 1 && <SeatStepper label="How many are here?" seats={coming} most={left} onChange={setComing} />}
      <DialogButtons>
        <ErrorNotice error={problem} />
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isBusy} busyText="Checking in…" onClick={() => void confirm()}>
          {doorId === null ? "Open the door and check in" : "Check in"}
        </Button>
      </DialogButtons>
    </div>
  )
}
