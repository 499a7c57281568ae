import { counted } from "~/lib/counted"

/** "3 seats are held for you", on a date that isn't the chosen one. */
export const heldText = (seats: number) => `${counted(seats, "seat")} ${seats === 1 ? "is" : "are"} held for you`
