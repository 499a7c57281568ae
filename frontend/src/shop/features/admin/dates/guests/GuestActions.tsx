import { useMutation } from "@tanstack/react-query"
import { RotateCcw, Undo2, UserX } from "lucide-react"
import { type RefObject, useState } from "react"
import { revokeLinkMutation } from "~/shop/queries/seats"
import { checkInMutation, openDoorMutation, undoEntryMutation } from "~/shop/queries/staff/door"
import type { DoorOfDate, Guest, GuestList } from "~/common/api/types"
import { isRefundable } from "~/shop/features/admin/orders/order/bookings"
import { fullName, messageOf } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { Button } from "~/common/ui/layout/Button"
import { latePart } from "~/common/ui/layout/latePart"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { notify } from "~/common/ui/overlays/notify"
import { useServerNow } from "~/common/ui/time/useNow"

const RefundOfOrder = latePart(() => import("./RefundOfOrder"))

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

/**
 * One button, which checks the guest in or undoes that, and the rest under "…". A seat that isn't paid yet admits
 * nobody, and there is nothing to refund without a paid order.
 */
export function GuestActions({ guest, list, door, onProblem, focusAfter }: GuestActionsProps) {
  const canCheckIn = door && !door.refusal && guest.status === "confirmed"
  const inside = insideOf(guest, door)
  const undo = useUndo(guest, door, onProblem)
  const canUndoHere = undo && inside < guest.reservationSeats // otherwise, the button does
  const canRefund = isRefundable(guest.orderStatus)
  const name = nameOf(guest)
  return (
    <div className="flex items-center lg:-my-2">
      {canCheckIn && <CheckIn {...{ guest, list, door, undo, onProblem }} />}
      {canUndoHere || guest.guestOf || canRefund ? (
        <MoreMenu of={name}>
          {canUndoHere && <MenuAction icon={RotateCcw} label="Undo the check-in" of={name} onClick={undo} />}
          {guest.guestOf && <TakeSeatBack guest={guest} isInside={inside > 0} />}
          {canRefund && <Refund guest={guest} list={list} focusAfter={focusAfter} />}
        </MoreMenu>
      ) : (
        <span className="w-tap xl:w-9" />
      )}
    </div>
  )
}

/** Returns what undoes the check-ins of a guest that were recorded here in the last ten minutes, if there are any. */
function useUndo(guest: Guest, door: DoorOfDate | undefined, onProblem: GuestActionsProps["onProblem"]) {
  const undoing = useMutation(undoEntryMutation)
  const now = useServerNow()
  const entries = (door?.undoable ?? []).filter((each) => each.guest === guest._id && Date.parse(each.until) > now)
  const id = door?.night
  if (!id || entries.length === 0 || door.refusal) return null
  const undo = async () => {
    for (const { device, seq } of entries) {
      await undoing.mutateAsync({ id, device, seq, reason: "Checked in by mistake on the guest list" })
    }
    notify.success(`The check-in of ${nameOf(guest)} is undone.`)
  }
  return () => {
    onProblem("")
    undo().catch((error: unknown) => onProblem(`The check-in of ${nameOf(guest)} wasn't undone. ${messageOf(error)}`))
  }
}

interface CheckInProps extends GuestProps {
  door: DoorOfDate
}

interface CheckInButtonProps extends CheckInProps, Pick<GuestActionsProps, "onProblem"> {
  undo: (() => void) | null
}

/** Asks how many came if it may be several, and before the first of all guests, whether to open the door. */
function CheckIn({ undo, onProblem, ...props }: CheckInButtonProps) {
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
  const label = left > 0 ? "Check in" : undo ? "Undo" : "In"
  const act = (open: () => void) => (left <= 0 ? undo : doorId === null || left > 1 ? open : letIn) ?? undefined
  return (
    <DialogButton
      opener={(open) => (
        // One button, which keeps the focus when it turns into another.
        <Button
          look={label === "In" ? "plain" : "secondary"}
          className="min-w-24 px-3 text-sm lg:min-h-9"
          aria-label={`${label} ${name}`}
          aria-disabled={label === "In" || undefined}
          onClick={act(open)}
        >
          {label}
        </Button>
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
 * `doorId`, its ID, is null.
 */
function useCheckIn({ product, startTime }: GuestList, doorId: string | null) {
  const opening = useMutation(openDoorMutation)
  const checkingIn = useMutation(checkInMutation)
  return async (guest: Guest, inside: number): Promise<void> => {
    const id = doorId ?? (await opening.mutateAsync({ product, bookingDate: startTime }))._id
    await checkingIn.mutateAsync({ id, guest: guest._id, inside })
    const seats = guest.reservationSeats
    notify.success(seats > 1 ? `${nameOf(guest)}: ${inside} of ${seats} are in.` : `${nameOf(guest)} is in.`)
  }
}

/** Refunds a guest's seats on this date. A friend's seat is in the order of who bought it. */
function Refund({ guest, list, focusAfter }: GuestProps & Pick<GuestActionsProps, "focusAfter">) {
  const { guestOf, firstName, order, orderNumber } = guest
  const friend = firstName || "A friend"
  return (
    <DialogButton
      opener={(open) => <MenuAction icon={Undo2} label="Refund" of={nameOf(guest)} removes onClick={open} />}
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

/** Returns the seat of a buyer's friend to the buyer. */
function TakeSeatBack({ guest, isInside }: { guest: Guest; isInside: boolean }) {
  const { _id, firstName, guestOf } = guest
  const revoke = useMutation(revokeLinkMutation)
  return (
    <ConfirmButton
      opener={(open) => (
        <MenuAction icon={UserX} label="Take back the seat" of={nameOf(guest)} removes onClick={open} />
      )}
      title={`Take back ${firstName}'s seat?`}
      body={`${isInside ? `${firstName} is inside already. ` : ""}The ticket stops working, and ${guestOf} has the seat again. We email ${firstName} if we have an address.`}
      action="Take it back"
      danger
      onConfirm={() => revoke.mutateAsync(_id)}
      done={`The seat is ${guestOf}'s again.`}
    />
  )
}
