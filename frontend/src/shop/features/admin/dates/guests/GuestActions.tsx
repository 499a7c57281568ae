import { useMutation, useQuery } from "@tanstack/react-query"
import { Undo2, UserCheck } from "lucide-react"
import { type RefObject, useState } from "react"
import { orderQuery } from "~/shop/queries/orders"
import { checkInMutation, openDoorMutation, undoEntryMutation } from "~/shop/queries/staff/door"
import type { DoorOfDate, Guest, GuestList } from "~/common/api/types"
import { isRefundable } from "~/shop/features/admin/orders/order/bookings"
import { Refunding } from "~/shop/features/admin/orders/order/Refunding"
import { RowAction } from "~/shop/features/admin/table/cells"
import { fullName, messageOf } from "~/common/lib/text"
import { formatDateOption, sameInstant } from "~/common/lib/time/dates"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { Button } from "~/common/ui/layout/Button"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { notify } from "~/common/ui/overlays/notify"

/** "Ana Diaz", or "Sam (guest of Ana Diaz)" for a friend who has one of her seats. */
export const nameOf = (guest: Guest) => guest.name ?? fullName(guest)

/** How many of the guest's seats are inside. */
export const insideOf = ({ _id }: Guest, door: DoorOfDate | undefined) => door?.inside[_id] ?? 0

interface GuestProps {
  guest: Guest
  list: GuestList
}

interface GuestActionsProps extends GuestProps {
  /** undefined until it is known. */
  door: DoorOfDate | undefined
  /** Gets why a guest wasn't checked in; "" before each try. */
  onProblem: (problem: string) => void
  /** Gets the focus after a refund, because a refunded guest is no longer on the list. */
  focusAfter: RefObject<HTMLElement | null>
}

/** A seat that isn't paid yet admits nobody, and there is nothing to refund without a paid order. */
export function GuestActions({ guest, list, door, onProblem, focusAfter }: GuestActionsProps) {
  const canCheckIn = door && !door.refusal && guest.status === "confirmed"
  return (
    <div className="flex lg:-my-2">
      {canCheckIn && <CheckIn {...{ guest, list, door, onProblem }} />}
      {isRefundable(guest.orderStatus) && <Refund guest={guest} list={list} focusAfter={focusAfter} />}
    </div>
  )
}

interface CheckInProps extends GuestProps {
  door: DoorOfDate
}

/** Asks how many came if it may be several, and before the first of all guests, whether to open the door. */
function CheckIn({ onProblem, ...props }: CheckInProps & Pick<GuestActionsProps, "onProblem">) {
  const { guest, list, door } = props
  const { night: doorId } = door
  const checkIn = useCheckIn(list, doorId)
  const name = nameOf(guest)
  const inside = insideOf(guest, door)
  const left = guest.reservationSeats - inside
  const letIn = () => {
    onProblem("")
    checkIn(guest, guest.reservationSeats).catch((error: unknown) =>
      onProblem(`${name} wasn't checked in. ${messageOf(error)}`),
    )
  }
  return (
    <DialogButton
      opener={(open) => (
        <RowAction
          icon={UserCheck}
          label={left > 0 ? "Check in" : "Is in"}
          of={name}
          disabled={left <= 0}
          onClick={doorId === null || left > 1 ? open : letIn}
        />
      )}
      title={`Check in ${name}`}
      content={(close) => <CheckInForm key={inside} {...props} onClose={close} />}
    />
  )
}

function CheckInForm({ guest, list, door, onClose }: CheckInProps & { onClose: () => void }) {
  const { night: doorId } = door
  const checkIn = useCheckIn(list, doorId)
  const inside = insideOf(guest, door)
  const left = guest.reservationSeats - inside
  const [coming, setComing] = useState(left)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => checkIn(guest, inside + coming),
    onSuccess: onClose,
  })
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
        <ErrorNotice error={error} />
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isPending} busyText="Checking in…" onClick={() => mutate()}>
          {doorId === null ? "Open the door and check in" : "Check in"}
        </Button>
      </DialogButtons>
    </div>
  )
}

/**
 * Returns a function that checks a guest in, so that as many as it is told are `inside`. It opens the date's door if
 * `doorId`, its ID, is null. The toast that follows offers Undo.
 */
function useCheckIn({ product, startTime }: GuestList, doorId: string | null) {
  const opening = useMutation(openDoorMutation)
  const checkingIn = useMutation(checkInMutation)
  const undoing = useMutation(undoEntryMutation)
  return async (guest: Guest, inside: number): Promise<void> => {
    const id = doorId ?? (await opening.mutateAsync({ product, bookingDate: startTime }))._id
    const { entries } = await checkingIn.mutateAsync({ id, guest: guest._id, inside })
    const undo = async () => {
      for (const { device, seq } of entries) {
        await undoing.mutateAsync({ id, device, seq, reason: "Checked in by mistake on the guest list" })
      }
    }
    const seats = guest.reservationSeats
    notify.success(seats > 1 ? `${nameOf(guest)}: ${inside} of ${seats} are in.` : `${nameOf(guest)} is in.`, {
      label: "Undo",
      onClick: () => void undo().catch((error: unknown) => notify.error(messageOf(error))),
    })
  }
}

/** Refunds a guest's seats on this date. A friend's seat is in the order of who bought it. */
function Refund({ guest, list, focusAfter }: GuestProps & Pick<GuestActionsProps, "focusAfter">) {
  const { guestOf, firstName, order, orderNumber } = guest
  const friend = firstName || "A friend"
  return (
    <DialogButton
      opener={(open) => <RowAction icon={Undo2} label="Refund" of={nameOf(guest)} onClick={open} />}
      focusAfter={focusAfter}
      title={`Refund ${guestOf ?? fullName(guest)}, order ${orderNumber}`}
      description={
        guestOf &&
        `${friend} has a seat that ${guestOf} bought, so the money goes back to ${guestOf}. Seats that no friend has are given back first.`
      }
      content={(close) => order && <RefundOfOrder order={order} list={list} onClose={close} />}
    />
  )
}

function RefundOfOrder({ order, list, onClose }: { order: string; list: GuestList; onClose: () => void }) {
  const query = useQuery(orderQuery(order))
  return (
    <Loaded query={query} what="the order" loading={<Skeleton className="h-72 rounded-md" />}>
      {(found) => (
        <Refunding
          order={found}
          about={({ product, date }) => product === list.product && sameInstant(date, list.startTime)}
          onClose={onClose}
        />
      )}
    </Loaded>
  )
}
