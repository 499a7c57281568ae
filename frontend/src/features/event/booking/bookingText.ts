/** The texts of the booking box about seats. */
import { counted } from "~/lib/counted"
import { formatDay } from "~/lib/time/dates"

/** "2 seats on Fri, Dec 4 are in your cart." */
export function inCartText(seats: number, startTime: string, timeZone: string): string {
  return `${counted(seats, "seat")} on ${formatDay(startTime, timeZone)} ${isOrAre(seats)} in your cart.`
}

/** If more seats were chosen than the date has: "Only 2 seats are left on Fri, Dec 4, so your choice is 2 now." */
export function seatsReducedText(left: number, startTime: string, timeZone: string): string {
  return `Only ${seatsAre(left)} left on ${formatDay(startTime, timeZone)}, so your choice is ${left} now.`
}

/** "Only 3 seats are left on this date. Your cart already has 1." */
export function tooManyText(left: number, inCart: number): string {
  const text = `Only ${seatsAre(left)} left on this date.`
  return inCart > 0 ? `${text} Your cart already has ${inCart}.` : text
}

const isOrAre = (number: number) => (number === 1 ? "is" : "are")
const seatsAre = (number: number) => `${counted(number, "seat")} ${isOrAre(number)}`
