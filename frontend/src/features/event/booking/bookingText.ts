/** What is said of seats as they are chosen. */
import { counted } from "~/lib/counted"
import { formatDay } from "~/lib/time/dates"

/** "2 seats on Fri, Dec 4 are in your cart." */
export function inCartWords(seats: number, startTime: string, timeZone: string): string {
  return `${counted(seats, "seat")} on ${formatDay(startTime, timeZone)} ${isOrAre(seats)} in your cart.`
}

/** Where more seats were chosen than the date has: "Only 2 seats are left on Fri, Dec 4, so your choice is 2 now." */
export function cutWords(left: number, startTime: string, timeZone: string): string {
  return `Only ${seatsAre(left)} left on ${formatDay(startTime, timeZone)}, so your choice is ${left} now.`
}

/** "Only 3 seats are left on this date. Your cart already has 1." */
export function tooManyWords(left: number, inCart: number): string {
  const said = `Only ${seatsAre(left)} left on this date.`
  return inCart > 0 ? `${said} Your cart already has ${inCart}.` : said
}

const isOrAre = (number: number) => (number === 1 ? "is" : "are")
const seatsAre = (number: number) => `${counted(number, "seat")} ${isOrAre(number)}`
