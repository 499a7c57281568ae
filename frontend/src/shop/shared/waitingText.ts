import type { WaitingEntry } from "~/common/api/types"
import { counted } from "~/common/lib/text"

export const placeText = ({ position }: WaitingEntry) =>
  position === null ? "You are on the waiting list." : `You are number ${position}.`

/** "3 seats are yours", until the offer ends */
export const yoursText = (seats: number) => `${counted(seats, "seat")} ${seats === 1 ? "is" : "are"} yours`

/** "Waiting for 3 seats, at least 2. We'll email you." */
export function wishText({ seats, seatsAtLeast }: WaitingEntry): string {
  const atLeast = seatsAtLeast < seats ? `, at least ${seatsAtLeast}` : ""
  return `Waiting for ${counted(seats, "seat")}${atLeast}. We'll email you.`
}
