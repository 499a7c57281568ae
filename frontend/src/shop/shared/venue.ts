/** Where a date is: at its own place, or at the event's. */
import type { Elsewhere, ProductDetail } from "~/common/api/types"
import { sameInstant } from "~/common/lib/time/dates"

/** What follows from where a date is. Without `taxRate`, the shop's applies. */
export type Venue = Omit<Elsewhere, "taxRate"> & { taxRate?: number }

export const venueAt = (event: ProductDetail, date: { elsewhere?: Elsewhere | undefined } | undefined): Venue =>
  date?.elsewhere ?? event

/** The upcoming date that starts then. */
export const findDate = ({ occurrences }: ProductDetail, start: string) =>
  occurrences.find(({ startTime }) => sameInstant(startTime, start))

/** The tax rate of the upcoming date that starts then; undefined if it is the shop's. */
export const taxRateAt = (event: ProductDetail, start: string) => venueAt(event, findDate(event, start)).taxRate
