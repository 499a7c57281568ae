import { useMutation } from "@tanstack/react-query"
import { checkInMutation, openDoorMutation, undoEntryMutation } from "~/shop/queries/staff/door"
import type { Guest, GuestList } from "~/common/api/types"
import { fullName, messageOf } from "~/common/lib/text"
import { notify } from "~/common/ui/overlays/notify"

/** "Ana Diaz", or "Sam (guest of Ana Diaz)" for a friend who has one of her seats. */
export const nameOf = (guest: Guest) => guest.name ?? fullName(guest)

/**
 * Returns a function that checks a guest in, so that as many as it is told are `inside`. It opens the date's door if
 * `doorId`, its ID, is null. The toast that follows offers Undo.
 */
export function useCheckIn({ product, startTime }: GuestList, doorId: string | null) {
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
