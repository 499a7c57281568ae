/** Sentences about counted seats. */
import { counted } from "~/lib/text"

/** "1 seat is", "3 seats are" */
export const seatsAre = (seats: number): string => `${counted(seats, "seat")} ${seats === 1 ? "is" : "are"}`

const WORDS = ["three", "four", "five", "six", "seven", "eight", "nine"]

/** Of a ticket with 1, 2, 3 … seats: "The seat moves", "Both seats move", "All three seats move" */
export function allSeatsMove(seats: number): string {
  if (seats === 1) return "The seat moves"
  return seats === 2 ? "Both seats move" : `All ${WORDS[seats - 3] ?? seats} seats move`
}
