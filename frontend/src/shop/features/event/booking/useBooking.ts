import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import { askedDateQuery, bookingCountQuery } from "~/shop/queries/dates"
import { productQuery } from "~/shop/queries/products"
import type { AskedDate, Occurrence, ProductDetail } from "~/common/api/types"
import { chooseDate, upcomingDates } from "~/shop/features/event/dates/chooseDate"
import { priceItems } from "~/common/lib/pricing"
import { counted } from "~/common/lib/text"
import { formatDay, sameInstant } from "~/common/lib/time/dates"
import { venueAt } from "~/shop/shared/venue"
import { cart, type Cart, useCart } from "~/shop/state/cart"
import { useUser } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { announce } from "~/common/ui/feedback/announce"
import { useNow } from "~/common/ui/time/useNow"
import type { SeatsPrice } from "./price"

const ADDED_MS = 2_000

/** The choice of a date, which is in the URL. */
export interface DateChoice {
  dates: Occurrence[]
  date: Occurrence | undefined
  /** What became of the date in the URL, or of the event's only one, if it isn't an upcoming date. */
  asked: AskedDate | undefined
  /** Whether that is loading. */
  asking: boolean
  choose: (startTime: string) => void
}

/** The choice of a number of seats on the chosen date. */
export interface SeatChoice {
  seats: number
  choose: (seats: number) => void
  capacity: number
  taken: number
  left: number
  /** Whether their count is loading, or they are being added. */
  checking: boolean
  /** Whether the date was changed on this page. */
  changed: boolean
  /** Whether more seats were chosen than the date has. */
  cut: boolean
  /** What the chosen seats cost; undefined until it is known */
  price: SeatsPrice | undefined
  /** For members and with a code, the server is asked for the price. */
  quoting: { voucher: string | undefined; onQuoted: (price: SeatsPrice | null | undefined) => void } | null
}

/** What the cart has, and adding to it. */
export interface SeatsInCart {
  /** Seats of the chosen date; null for none. */
  seats: number | null
  /** Seats of all other dates. */
  others: number
  /** Whether a number of seats was chosen that isn't in the cart yet. */
  further: boolean
  /** True for two seconds after adding. */
  justAdded: boolean
  error: string | null
  /** Adds the chosen seats. Returns whether they were added. */
  add: () => Promise<boolean>
  /** Changes the seats of the chosen date to the chosen number. */
  set: () => Promise<void>
}

export interface Booking {
  chosenDate: DateChoice
  chosenSeats: SeatChoice
  inCart: SeatsInCart
}

/** What a visitor chooses on an event's page, and has in the cart. */
export function useBooking(product: ProductDetail): Booking {
  const chosenDate = useChosenDate(product)
  const { date } = chosenDate
  const { ask, ...count } = useSeatCount(product, date)
  const [wanted, setWanted] = useState<number | null>(null)
  const stored = useSeatsInCart(product, date)
  const seats = Math.max(1, Math.min(wanted ?? stored.seats ?? 1, count.left))
  const { startAgain, isChecking, ...adding } = useAdding(product, date, seats, count.left)
  const price = useSeatsPrice(product, date, seats, stored.others)
  return {
    chosenDate: {
      ...chosenDate,
      choose: (startTime) => {
        startAgain(false)
        ask(startTime)
        chosenDate.choose(startTime)
      },
    },
    chosenSeats: {
      ...count,
      ...price,
      checking: count.checking || isChecking,
      seats,
      choose: (next) => {
        startAgain(true)
        setWanted(next)
      },
      cut: wanted !== null && wanted > count.left && count.left > 0,
    },
    inCart: { ...stored, ...adding },
  }
}

/** `others` are seats in the cart: then only the cart knows what shipping and discounts the chosen ones add. */
function useSeatsPrice(
  product: ProductDetail,
  date: Occurrence | undefined,
  seats: number,
  others: number,
): Pick<SeatChoice, "price" | "quoting"> {
  const user = useUser()
  const { voucher } = useCart()
  const [quoted, onQuoted] = useState<SeatsPrice | null>()
  const isAsked = others === 0 && Boolean(voucher || (user && product.memberPrice !== null))
  if (isAsked && quoted !== null) return { price: quoted, quoting: { voucher, onQuoted } }
  const { taxRate } = venueAt(product, date)
  const item = { price: product.price, taxRate, bookings: [{ reservationSeats: { qty: seats } }] }
  const price = priceItems([item], others > 0 ? { ...shop(), shippingFlat: 0 } : shop())
  return { price, quoting: isAsked ? { voucher, onQuoted } : null }
}

function useChosenDate(product: ProductDetail) {
  const [search, setSearch] = useSearchParams()
  const now = useNow()
  const dates = useMemo(() => upcomingDates(product.occurrences, now), [product.occurrences, now])
  const choose = (rsvpDate: string) => setSearch({ rsvpDate }, { replace: true, preventScrollReset: true })
  const link = search.get("rsvpDate")
  const found = chooseDate(dates, link)
  const asks = found || product.status !== "published" ? null : link || onlyStart(product)
  const { data: asked, isLoading } = useQuery({ ...askedDateQuery(product._id, asks ?? ""), enabled: asks !== null })
  const isMoved = asked?.state === "upcoming"
  const date = found ?? (isMoved ? dates.find(({ startTime }) => startTime === asked.startTime) : undefined)
  return { dates, choose, date, asked, asking: isLoading }
}

/** Which date a link without one means if the event has none to book: its only one, its next canceled one, or "", its last. */
const onlyStart = ({ isRecurring, startTime, canceledDates }: ProductDetail) =>
  isRecurring ? (canceledDates?.[0]?.startTime ?? "") : startTime

/** The event includes seat counts. When the date is changed, its current count is requested. */
function useSeatCount(product: ProductDetail, date: Occurrence | undefined) {
  const startTime = date?.startTime
  const [asked, setAsked] = useState<{ date: string; from: string | undefined } | null>(null)
  const ask = (next: string) => setAsked({ date: next, from: startTime })
  const isAsked = startTime !== undefined && asked?.date === startTime
  // Until the URL has the new date, seats must not be added to the previous one.
  const isChanging = asked !== null && !isAsked && asked.from === startTime
  const fresh = useQuery({ ...bookingCountQuery(product._id, startTime), enabled: isAsked })
  const found = isAsked ? fresh.data : undefined
  const capacity = found?.maximumEventCapacity ?? date?.seats ?? product.maximumEventCapacity
  const taken = found?.totalReservations ?? date?.totalReservations ?? 0
  const left = found ? Math.min(capacity - taken, found.countInStock) : (date?.countInStock ?? 0)
  const checking = isChanging || (isAsked && fresh.isFetching)
  return { ask, checking, changed: asked !== null, capacity, taken, left: Math.max(0, left) }
}

function useAdding(product: ProductDetail, date: Occurrence | undefined, seats: number, shown: number) {
  const [error, setError] = useState<string | null>(null)
  const { isChecking, check } = useCheck(product, shown, setError)
  const [justAdded, setJustAdded] = useState(false)
  const [further, setFurther] = useState(false)
  useEffect(() => {
    if (!justAdded) return
    const timer = setTimeout(() => setJustAdded(false), ADDED_MS)
    return () => clearTimeout(timer)
  }, [justAdded])
  /** `isFurther`: another number of seats was chosen. */
  const startAgain = (isFurther: boolean) => {
    setError(null)
    setJustAdded(false)
    setFurther(isFurther)
  }
  const add = async (): Promise<boolean> => {
    if (!date || justAdded || isChecking) return false
    startAgain(further)
    const left = await check(date)
    if (left === null) return false
    const before = seatsInCart(cart.get(), product._id, date.startTime)
    if (before.seats + seats > left) {
      setError(tooManyText(left, before.seats))
      return false
    }
    const { _id, name, image, price } = product
    // With the cart's own format of the date, so that the same date never becomes two bookings.
    cart.add(
      { _id, name, image, price },
      {
        bookingDate: before.date ?? date.startTime,
        reservationSeats: { qty: seats },
        taxRate: venueAt(product, date).taxRate,
      },
    )
    setFurther(false)
    setJustAdded(true)
    announceSeats(before.seats + seats)
    return true
  }
  const set = async () => {
    if (!date) return
    startAgain(false)
    const left = await check(date)
    const before = seatsInCart(cart.get(), product._id, date.startTime)
    if (left === null || !before.date) return
    if (seats > left) return setError(tooManyText(left, 0))
    cart.setSeats(product._id, before.date, seats)
    announceSeats(seats)
  }
  const announceSeats = (all: number) => date && announce(inCartText(all, date.startTime))
  return { add, set, startAgain, further, error, justAdded, isChecking }
}

/**
 * Asks the shop, past its cache, about a date that the page shows for longer than its data are fresh. `check` returns the
 * seats left, or says why the date can't be booked as shown, and returns null.
 */
function useCheck(product: ProductDetail, left: number, refuse: (text: string) => void) {
  const client = useQueryClient()
  const [isChecking, setChecking] = useState(false)
  const check = async ({ startTime }: Occurrence): Promise<number | null> => {
    const { queryKey } = productQuery(product._id)
    if (!client.getQueryCache().find({ queryKey, stale: true })) return left
    setChecking(true)
    await client.invalidateQueries({ queryKey, exact: true }) // also without an answer: cart and checkout ask again
    setChecking(false)
    const { data: now, error } = client.getQueryState<ProductDetail>(queryKey)!
    if (isRefusal(error, 404)) return null // the page says so
    const found = now!.occurrences.find((date) => date.startTime === startTime)
    if (found && now!.price === product.price) return found.countInStock
    refuse(found ? "The price has changed." : `${formatDay(startTime)} can't be booked now.`)
    return null
  }
  return { isChecking, check }
}

function useSeatsInCart(product: ProductDetail, date: Occurrence | undefined) {
  const now = useCart()
  const bookings = now.cartItems.flatMap((item) => item.bookings ?? [])
  const all = bookings.reduce((sum, { reservationSeats }) => sum + reservationSeats.qty, 0)
  const ofDate = date ? seatsInCart(now, product._id, date.startTime).seats : 0
  return { seats: ofDate || null, others: all - ofDate }
}

function seatsInCart({ cartItems }: Cart, id: string, startTime: string): { seats: number; date: string | undefined } {
  const bookings = cartItems.find((item) => item._id === id)?.bookings ?? []
  const same = bookings.find(({ bookingDate }) => sameInstant(bookingDate, startTime))
  return { seats: same?.reservationSeats.qty ?? 0, date: same?.bookingDate }
}

/** Whether the cart has the seats, so that the checkout is the next step. */
export const isAdded = ({ seats, further }: SeatsInCart) => seats !== null && !further

/** "2 seats on Fri, Dec 4 are in your cart." */
export function inCartText(seats: number, startTime: string): string {
  return `${counted(seats, "seat")} on ${formatDay(startTime)} ${isOrAre(seats)} in your cart.`
}

/** If more seats were chosen than the date has: "Only 2 seats are left on Fri, Dec 4, so your choice is 2 now." */
export function seatsReducedText(left: number, startTime: string): string {
  return `Only ${seatsAre(left)} left on ${formatDay(startTime)}, so your choice is ${left} now.`
}

/** "Only 3 seats are left on this date. Your cart already has 1." */
function tooManyText(left: number, inCart: number): string {
  const text = `${left > 0 ? `Only ${seatsAre(left)}` : "No seats are"} left on this date.`
  return inCart > 0 ? `${text} Your cart already has ${inCart}.` : text
}

const isOrAre = (number: number) => (number === 1 ? "is" : "are")
const seatsAre = (number: number) => `${counted(number, "seat")} ${isOrAre(number)}`
