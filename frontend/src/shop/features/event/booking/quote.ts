import { useQuery } from "@tanstack/react-query"
import { useLayoutEffect } from "react"
import { quoteQuery } from "~/shop/queries/checkout"
import type { ProductDetail } from "~/common/api/types"
import { useUser } from "~/shop/state/session"
import type { SeatsPrice } from "./price"

interface AskedSeats {
  product: ProductDetail
  startTime: string
  seats: number
  voucher?: string | undefined
}

/** What the server asks this user for seats of a date. undefined: not known yet; null: it refuses, which checkout reports. */
export function useQuote({ product: { _id, name, price }, startTime, seats, voucher }: AskedSeats, enabled = true) {
  const user = useUser()
  const bookings = [{ bookingDate: startTime, reservationSeats: { qty: seats } }]
  const order = { orderItems: [{ _id, name, price, bookings }], ...(voucher && { voucher }) }
  const { data, error, isPlaceholderData } = useQuery({ ...quoteQuery(order, user?._id), enabled })
  return error ? null : isPlaceholderData ? undefined : data
}

interface QuoteProps extends AskedSeats {
  onQuoted: (price: SeatsPrice | null | undefined) => void
}

/** Gives the server's price to the booking box, before the price of other seats is painted. */
export default function Quote({ onQuoted, ...seats }: QuoteProps) {
  const price = useQuote(seats)
  useLayoutEffect(() => onQuoted(price), [price, onQuoted])
  return null
}
