import { counted } from "~/common/lib/text"

/** "3 seats on 2 dates": for a whole cart or order. */
export function seatsOnDates(lines: readonly { seats: number }[]): string {
  const seats = lines.reduce((sum, line) => sum + line.seats, 0)
  return `${counted(seats, "seat")} on ${counted(lines.length, "date")}`
}
