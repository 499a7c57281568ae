import { useSyncExternalStore } from "react"
import type { PlaceOrder } from "~/common/api/types"
import { makeStore } from "~/common/lib/store"
import { type PricedItem, priceItems, type PricingRules, type Totals } from "~/common/lib/pricing"
import { shop } from "~/shop/state/shop"
import { isText, onStorageChange, readStored, writeStored } from "~/shop/state/storage"

export const CART_KEY = "cart"

export type CartAddress = NonNullable<PlaceOrder["shippingAddress"]>

export interface CartBooking {
  bookingDate: string
  reservationSeats: { qty: number }
  /** Of the date's place, if it isn't the shop's */
  taxRate?: number | undefined
}

export interface CartItem extends Omit<PricedItem, "taxRate"> {
  _id: string
  name: string
  image: string
  bookings?: CartBooking[] | undefined
}

export interface CartGift {
  choice: string
  /** Dollars; 0 until an amount is entered. */
  amount: number
}

export interface Cart extends Totals {
  cartItems: CartItem[]
  billingAddress: CartAddress
  shippingAddress: CartAddress
  paymentMethod: string
  /** A code that the server accepted. */
  voucher?: string | undefined
  gift?: CartGift | undefined
}

export const emptyCart: Cart = {
  cartItems: [],
  billingAddress: {},
  shippingAddress: {},
  paymentMethod: "Paypal",
  itemsPrice: 0,
  shippingPrice: 0,
  taxPrice: 0,
  totalPrice: 0,
}

// --- Pure functions that change a cart; prices are calculated afterwards ---------------------------------------------

/** Adds the item, unless the cart already has an item with this ID. */
function withItem(cart: Cart, item: CartItem): Cart {
  if (cart.cartItems.some((known) => known._id === item._id)) return cart
  return { ...cart, cartItems: [...cart.cartItems, item] }
}

/** Adds the seats to the booking of this date, or adds the booking. Does nothing if the item is missing. */
function withBooking(cart: Cart, itemId: string, booking: CartBooking): Cart {
  return changeItem(cart, itemId, (item) => {
    const bookings = item.bookings ?? []
    const exists = bookings.some((known) => known.bookingDate === booking.bookingDate)
    const added = (known: CartBooking) =>
      known.bookingDate === booking.bookingDate
        ? seated(known, known.reservationSeats.qty + booking.reservationSeats.qty)
        : known
    return { ...item, bookings: exists ? bookings.map(added) : [...bookings, booking] }
  })
}

function withoutItem(cart: Cart, itemId: string): Cart {
  return { ...cart, cartItems: cart.cartItems.filter((item) => item._id !== itemId) }
}

/** Sets the seats; 0 or less removes the booking, and the item with its last booking. */
function withSeats(cart: Cart, itemId: string, bookingDate: string, seats: number): Cart {
  const changed = changeItem(cart, itemId, (item) => ({
    ...item,
    bookings: (item.bookings ?? []).flatMap((booking) => {
      if (booking.bookingDate !== bookingDate) return [booking]
      return seats > 0 ? [seated(booking, seats)] : []
    }),
  }))
  const emptied = changed.cartItems.some((item) => item._id === itemId && item.bookings?.length === 0)
  return emptied ? withoutItem(changed, itemId) : changed
}

/** Sets the current name, picture and price, and the tax rates of the dates. */
function withItemDetails(cart: Cart, itemId: string, now: Partial<Omit<CartItem, "_id">>): Cart {
  return changeItem(cart, itemId, (item) => ({ ...item, ...now }))
}

/** A gift is for the order at hand: nobody finds it chosen in a later one. */
function withoutOldGift(cart: Cart): Cart {
  return cart.cartItems.length === 0 ? { ...cart, gift: undefined } : cart
}

function withPrices({ taxes: _, ...cart }: Cart, rules: PricingRules): Cart {
  return { ...cart, ...priceItems(cart.cartItems.flatMap(pricedDates), rules) }
}

/** The dates of an event one by one, as each may have a tax rate of its own. */
function pricedDates({ price, bookings = [] }: CartItem): PricedItem[] {
  if (bookings.length === 0) return [{ price }]
  return bookings.map((booking) => ({ price, taxRate: booking.taxRate, bookings: [booking] }))
}

/** The number on the badge: bookings, not seats. */
export function countBookings(cart: Cart): number {
  return cart.cartItems.reduce((sum, item) => sum + (item.bookings?.length ?? 0), 0)
}

function changeItem(cart: Cart, itemId: string, change: (item: CartItem) => CartItem): Cart {
  return { ...cart, cartItems: cart.cartItems.map((item) => (item._id === itemId ? change(item) : item)) }
}

function seated(booking: CartBooking, qty: number): CartBooking {
  return { ...booking, reservationSeats: { qty } }
}

// --- The cart of this browser ----------------------------------------------------------------------------------------

const store = makeStore<Cart>(readCart())
onStorageChange(CART_KEY, () => store.set(readCart()))

function readCart(): Cart {
  return readStored(CART_KEY, knownCart) ?? emptyCart
}

/** Returns the stored cart, or null if an item is invalid. Sums are calculated again, and other parts left out. */
function knownCart({ cartItems, voucher, gift, ...stored }: Cart): Cart | null {
  if (!cartItems.every(isItem)) return null
  const items = cartItems.map(({ _id, name, image, price, bookings }) => ({ _id, name, image, price, bookings }))
  const cart = {
    ...emptyCart,
    cartItems: items,
    billingAddress: knownAddress(stored.billingAddress),
    shippingAddress: knownAddress(stored.shippingAddress),
    voucher: isText(voucher) ? voucher : undefined,
    gift: isText(gift?.choice) ? { ...gift, amount: Number.isFinite(gift.amount) ? gift.amount : 0 } : undefined,
  }
  return withPrices(cart, shop())
}

function isItem({ _id, name, image, price, bookings = [] }: CartItem): boolean {
  return [_id, name, image].every(isText) && Number.isFinite(price) && price >= 0 && bookings.every(isBooking)
}

function isBooking({ bookingDate, reservationSeats: { qty }, taxRate = 0 }: CartBooking): boolean {
  return isText(bookingDate) && Number.isInteger(qty) && qty >= 1 && taxRate >= 0 && taxRate < 1
}

function knownAddress(address: CartAddress): CartAddress {
  return address instanceof Object && Object.values(address).every(isText) ? address : {}
}

/** Applies a change, recalculates the prices and stores the cart. */
function change(next: (cart: Cart) => Cart): void {
  const cart = withPrices(withoutOldGift(next(store.get())), shop())
  writeStored(CART_KEY, cart)
  store.set(cart)
}

export const cart = {
  get: store.get,
  addItem: (item: CartItem) => change((now) => withItem(now, item)),
  /** For Add to Cart: adds the item if it is new, then the booking. */
  add: (item: Omit<CartItem, "bookings">, booking: CartBooking) =>
    change((now) => withBooking(withItem(now, { ...item, bookings: [] }), item._id, booking)),
  removeItem: (itemId: string) => change((now) => withoutItem(now, itemId)),
  setSeats: (itemId: string, bookingDate: string, seats: number) =>
    change((now) => withSeats(now, itemId, bookingDate, seats)),
  updateItem: (itemId: string, details: Partial<Omit<CartItem, "_id">>) =>
    change((now) => withItemDetails(now, itemId, details)),
  saveShippingAddress: (shippingAddress: CartAddress) => change((now) => ({ ...now, shippingAddress })),
  saveBillingAddress: (billingAddress: CartAddress) => change((now) => ({ ...now, billingAddress })),
  /** Sets or removes the code or the gift. */
  setExtras: (extras: Partial<Pick<Cart, "voucher" | "gift">>) => change((now) => ({ ...now, ...extras })),
  /** Replaces the items, for Undo. */
  setItems: (cartItems: CartItem[]) => change((now) => ({ ...now, cartItems })),
  /** Reads browser storage again, for example after it was cleared. */
  reload: () => store.set(readCart()),
}

export function useCart(): Cart {
  return useSyncExternalStore(store.subscribe, store.get)
}
