/** Open an event's page and find its parts. */
import { screen } from "@testing-library/react"
import type { AskedDate, Occurrence, ProductDetail } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, aProduct, inDays } from "~/testing/factories"
import { answer, renderAt } from "~/testing/browser"

/** `asked`: what the server says about the date in the link. */
export function open(over: Partial<ProductDetail> = {}, rsvpDate?: string, asked: Partial<AskedDate> = {}) {
  const product = aProduct(over)
  answer(`/api/products/${product._id}`, product)
  answer(`/api/products/${product._id}/asked-date`, { ...unknown, ...asked })
  answer("/api/recaps", { message: "This event has no such past date." }, 404)
  return { product, ...renderAt(paths.event(product._id, rsvpDate)) }
}

const unknown: AskedDate = {
  state: "unknown",
  text: "This date is not on our calendar.",
  startTime: null,
  endTime: null,
  nearest: [],
}

/** Sets the number of seats booked on the requested date. */
export function answerCount(totalReservations: number, capacity = 24, options?: { until: Promise<void> }) {
  const countInStock = Math.max(0, capacity - totalReservations)
  answer("/api/bookings", { totalReservations, maximumEventCapacity: capacity, countInStock }, 200, options)
}

export const dateSelect = () => screen.findByLabelText<HTMLSelectElement>("Reservation Date")
export const seatSelect = () => screen.findByLabelText<HTMLSelectElement>("Seats to Reserve")
export const addButton = () => screen.findByRole("button", { name: "Add to Cart" })
export const chosen = async () => (await dateSelect()).value
export const fact = async (name: string) => (await screen.findByText(name)).nextElementSibling
export const twoDates = (): [Occurrence, Occurrence] => [
  aDate({ startTime: inDays(3), countInStock: 6 }),
  aDate({ startTime: inDays(40) }),
]
