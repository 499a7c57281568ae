import type { WaitingEntry } from "~/api/types"
import { counted } from "~/lib/counted"

export const placeText = ({ position }: WaitingEntry) =>
  position === null ? "You are on the waiting list." : `You are number ${position}.`

/** "Waiting for 3 seats, at least 2. We'll email you." */
export function wishText({ seats, seatsAtLeast }: WaitingEntry): string {
  const atLeast = seatsAtLeast < seats ? `, at least ${seatsAtLeast}` : ""
  return `Waiting for ${counted(seats, "seat")}${atLeast}. We'll email you.`
}

/** "3 seats are held for you", on a date that isn't the chosen one. */
export const heldText = (seats: number) => `${counted(seats, "seat")} ${seats === 1 ? "is" : "are"} held for you`
