import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { bookingCountQuery } from "~/api/queries/bookings"
import type { Occurrence, ProductDetail } from "~/api/types"
import { inCartWords, tooManyWords } from "./bookingText"
import { chooseDate, comingDates, type Answer } from "./chooseDate"
import { sameInstant } from "~/lib/time/dates"
import { priceItem, priceItems } from "~/lib/pricing"
import { cart, useCart, type Cart } from "~/state/cart"
import { shop } from "~/state/shop"
import { announce } from "~/ui/feedback/announce"
import { useNow } from "~/ui/time/useNow"

const ADDED_MS = 2_000

export interface Booking {
  dates: Occurrence[]
  date: Occurrence | undefined
  /** What became of the address's wish for a date. */
  answer: Answer
  choose: (startTime: string) => void
  /** The fresh count of the chosen date is on its way. */
  checking: boolean
  /** The date was changed on this page. */
  changed: boolean
  capacity: number
  taken: number
  left: number
  seats: number
  setSeats: (seats: number) => void
  /** More seats were chosen than the date has. */
  cut: boolean
  /** dollars for the chosen seats, without tax */
  sum: number
  /** and with it */
  taxed: number
  add: () => boolean
  /** Sets what is in the cart to the number that is chosen. */
  set: () => void
  /** For two seconds after adding. */
  justAdded: boolean
  /** Seats of the chosen date in the cart; null for none. */
  inCart: number | null
  /** The number that is chosen was not added just now: it comes on top of what is in the cart. */
  further: boolean
  error: string | null
}

/** What a person chooses on an event's page: a date, which lives in the address, and a number of seats. */
export function useBooking(product: ProductDetail): Booking {
  const { dates, date, answer, choose } = useChosenDate(product)
  const count = useSeatCount(product, date)
  const [wanted, setWanted] = useState(1)
  const [further, setFurther] = useState(true)
  const seats = Math.max(1, Math.min(wanted, count.left))
  const adding = useAdding(product, date, seats, count.left)
  const item = { price: product.price, bookings: [{ reservationSeats: { qty: seats } }] }
  return {
    dates,
    date,
    answer,
    choose: (startTime) => {
      adding.forget()
      setFurther(true)
      count.ask(startTime)
      choose(startTime)
    },
    ...count,
    seats,
    cut: wanted > count.left && count.left > 0,
    setSeats: (next) => {
      adding.forget()
      setWanted(next)
      setFurther(true)
    },
    sum: priceItem(item, shop()),
    taxed: priceItems([item], { ...shop(), shippingFlat: 0 }).totalPrice,
    ...adding,
    further,
    add: () => {
      const added = adding.add()
      if (added) setFurther(false)
      return added
    },
    set: () => {
      adding.set()
      setFurther(false)
    },
  }
}

function useChosenDate(product: ProductDetail) {
  const [search, setSearch] = useSearchParams()
  const now = useNow()
  const dates = useMemo(() => comingDates(product.occurrences, now), [product.occurrences, now])
  const choose = (rsvpDate: string) => setSearch({ rsvpDate }, { replace: true, preventScrollReset: true })
  return { dates, choose, ...chooseDate(dates, search.get("rsvpDate"), shop().timeZone) }
}

/** Counts come with the event; for a date that was changed to, they are asked for anew. */
function useSeatCount(product: ProductDetail, date: Occurrence | undefined) {
  const startTime = date?.startTime
  const [asked, setAsked] = useState<{ date: string; from: string | undefined } | null>(null)
  const ask = (next: string) => setAsked({ date: next, from: startTime })
  const isAsked = startTime !== undefined && asked?.date === startTime
  // For a moment the address still names the date before; seats must not go to that one.
  const isUnderWay = asked !== null && !isAsked && asked.from === startTime
  const fresh = useQuery({ ...bookingCountQuery(product._id, startTime), enabled: isAsked })
  const found = isAsked ? fresh.data : undefined
  const capacity = found?.maximumEventCapacity ?? product.maximumEventCapacity
  const taken = found?.totalReservations ?? date?.totalReservations ?? 0
  const left = found ? Math.min(capacity - taken, found.countInStock) : (date?.countInStock ?? 0)
  const checking = isUnderWay || (isAsked && fresh.isFetching)
  return { ask, checking, changed: asked !== null, capacity, taken, left: Math.max(0, left) }
}

function useAdding(product: ProductDetail, date: Occurrence | undefined, seats: number, left: number) {
  const [error, setError] = useState<string | null>(null)
  const now = useCart()
  const inCart = (date && seatsInCart(now, product._id, date.startTime).seats) || null
  const [justAdded, setJustAdded] = useState(false)
  useEffect(() => {
    if (!justAdded) return
    const soon = setTimeout(() => setJustAdded(false), ADDED_MS)
    return () => clearTimeout(soon)
  }, [justAdded])
  const forget = () => {
    setError(null)
    setJustAdded(false)
  }
  /** Answers whether the seats went into the cart. */
  const add = (): boolean => {
    if (!date || justAdded) return false
    const before = seatsInCart(cart.get(), product._id, date.startTime)
    forget()
    if (before.seats + seats > left) {
      setError(tooManyWords(left, before.seats))
      return false
    }
    const { _id, name, image, price } = product
    // Under the date's name that the cart already has, so that the same date never becomes two bookings.
    cart.add(
      { _id, name, image, price },
      { bookingDate: before.date ?? date.startTime, reservationSeats: { qty: seats } },
    )
    setJustAdded(true)
    tell(before.seats + seats)
    return true
  }
  const set = () => {
    const before = date && seatsInCart(cart.get(), product._id, date.startTime)
    if (!before?.date) return
    forget()
    cart.setSeats(product._id, before.date, seats)
    tell(seats)
  }
  const tell = (all: number) => date && announce(inCartWords(all, date.startTime, shop().timeZone))
  return { add, set, forget, error, inCart, justAdded }
}

function seatsInCart({ cartItems }: Cart, id: string, startTime: string): { seats: number; date: string | undefined } {
  const bookings = cartItems.find((item) => item._id === id)?.bookings ?? []
  const same = bookings.find(({ bookingDate }) => sameInstant(bookingDate, startTime))
  return { seats: same?.reservationSeats.qty ?? 0, date: same?.bookingDate }
}
