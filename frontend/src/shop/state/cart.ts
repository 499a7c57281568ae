import { useSyncExternalStore } from "react"
import * as v from "valibot"
import { makeStore } from "~/common/lib/store"
import { priceItems, type PricingRules } from "~/common/lib/pricing"
import { shop } from "~/shop/state/shop"
import { onStorageChange, readStored, writeStored } from "~/shop/state/storage"

export const CART_KEY = "cart"

const Booking = v.object({
  bookingDate: v.string(),
  reservationSeats: v.object({
    qty: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
})
const Item = v.object({
  _id: v.string(),
  name: v.string(),
  image: v.string(),
  price: v.pipe(v.number(), v.finite(), v.minValue(0)),
  bookings: v.optional(v.array(Booking)),
})
const AddressPart = v.optional(v.string())
const Address = v.object({
  fName: AddressPart,
  lName: AddressPart,
  address: AddressPart,
  addressSecondary: AddressPart,
  city: AddressPart,
  state: AddressPart,
  postalCode: AddressPart,
  country: AddressPart,
})
// Sums are recalculated after reading, so an invalid one doesn't make the cart invalid.
const Sum = v.fallback(v.number(), 0)
const Gift = v.object({
  choice: v.string(),
  /** Dollars; 0 until an amount is entered. */
  amount: Sum,
})
const Cart = v.object({
  cartItems: v.array(Item),
  billingAddress: v.fallback(Address, {}),
  shippingAddress: v.fallback(Address, {}),
  paymentMethod: v.fallback(v.string(), "Paypal"),
  itemsPrice: Sum,
  shippingPrice: Sum,
  taxPrice: Sum,
  totalPrice: Sum,
  /** A code that the server accepted. */
  voucher: v.fallback(v.optional(v.string()), undefined),
  gift: v.fallback(v.optional(Gift), undefined),
})

export type Cart = v.InferOutput<typeof Cart>
export type CartItem = v.InferOutput<typeof Item>
export type CartBooking = v.InferOutput<typeof Booking>
export type CartGift = v.InferOutput<typeof Gift>
export type CartAddress = v.InferOutput<typeof Address>

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

/** Sets the current name, picture and price. */
function withItemDetails(cart: Cart, itemId: string, now: Partial<Omit<CartItem, "_id" | "bookings">>): Cart {
  return changeItem(cart, itemId, (item) => ({ ...item, ...now }))
}

/** A gift is for the order at hand: nobody finds it chosen in a later one. */
function withoutOldGift(cart: Cart): Cart {
  return cart.cartItems.length === 0 ? { ...cart, gift: undefined } : cart
}

function withPrices(cart: Cart, rules: PricingRules): Cart {
  return { ...cart, ...priceItems(cart.cartItems, rules) }
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
  const found = readStored(CART_KEY, Cart)
  return found ? withPrices(found, shop()) : emptyCart
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
  updateItem: (itemId: string, details: Partial<Omit<CartItem, "_id" | "bookings">>) =>
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
