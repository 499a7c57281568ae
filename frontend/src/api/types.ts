/** The wire's shapes. Ids are 24 hex digits, times ISO 8601 in UTC, money a number of dollars with two places. */

export interface RecurringPattern {
  recurringInterval: "daily" | "weekly" | "monthly" | "custom"
  endDate: string | null
  /** dayOfWeek: Monday is 0, Sunday is 6. weekOfMonth: 1 to 4, and 5 for the last. */
  customOccurrenceConfig?: { dayOfWeek: number; weekOfMonth: number[] } | null
}

export interface Product {
  _id: string
  name: string
  title: string
  description: string
  /** "/media/…" or "" */
  image: string
  category: string
  cardSet: string
  format: string
  brand: string
  price: number
  startTime: string
  endTime: string
  isRecurring: boolean
  recurringPattern: RecurringPattern | null
  rrule: string
  eventLocation: string
  maximumEventCapacity: number
  countInStock: number
  inStock: boolean
  type: string
  status: "draft" | "published" | "archived"
  nextStartTime: string | null
  nextEndTime: string | null
}

export interface Occurrence {
  startTime: string
  endTime: string
  totalReservations: number
  countInStock: number
  inStock: boolean
}

/** `occurrences` has the coming dates only, in order; full ones are among them. */
export interface ProductDetail extends Product {
  occurrences: Occurrence[]
}

/** One date of an event; `_id` is the product's. */
export interface ProductDate {
  _id: string
  name: string
  title: string
  startTime: string
  endTime: string
  allDay: boolean
  eventLocation: string
  countInStock: number
  maximumEventCapacity: number
  inStock: boolean
  image: string
  description: string
  category: string
  cardSet: string
  format: string
  price: number
  isRecurring: boolean
  recurringPattern: RecurringPattern | null
  rrule: string
}

interface Page {
  page: number
  pages: number
  total: number
}

export interface ProductList extends Page {
  products: Product[]
}

export interface Facets {
  category: string[]
  cardSet: string[]
  format: string[]
  eventLocation: string[]
}

export interface ProductDateList extends Page {
  products: ProductDate[]
  facets?: Facets
}

export interface BookingCount {
  totalReservations: number
  maximumEventCapacity: number
  countInStock: number
}

export interface UserInfo {
  _id: string
  firstName: string
  /** "" when absent */
  lastName: string
  email: string
  isAdmin: boolean
  requiresPasswordReset: boolean
}

export interface User extends UserInfo {
  isDeactivated: boolean
}

export interface UserList extends Page {
  users: User[]
}

export interface Address {
  fName?: string
  lName?: string
  address?: string
  addressSecondary?: string
  city?: string
  state?: string
  postalCode?: string
  country?: string
}

export interface PlaceOrder {
  orderItems: {
    _id: string
    name?: string
    image?: string
    price?: number | string | null
    bookings: { bookingDate: string; reservationSeats: number | { qty: number } }[]
  }[]
  shippingAddress?: Address
  billingAddress?: Address
  paymentMethod?: string
  itemsPrice?: number
  shippingPrice?: number
  taxPrice?: number
  totalPrice?: number
}

export type OrderStatus =
  "held" | "expired" | "cancelled" | "capturing" | "review" | "paid" | "partly_refunded" | "refunded" | "refund_due"

export interface OrderBooking {
  _id: string
  bookingDate: string
  endTime: string
  reservationSeats: { qty: number }
  status: "pending" | "confirmed" | "cancelled" | "refunded"
  movedFrom: string | null
}

export interface OrderItem {
  /** the product's */
  _id: string
  name: string
  image: string
  description: string
  price: number
  eventLocation: string
  bookings: OrderBooking[]
}

export interface Refund {
  amount: number
  status: string
  createdAt: string
  /** ids of bookings */
  bookings: string[]
}

export interface Order {
  _id: string
  user: string
  buyer: Pick<UserInfo, "_id" | "firstName" | "lastName" | "email">
  status: OrderStatus
  isTest: boolean
  orderItems: OrderItem[]
  shippingAddress: Address
  billingAddress: Address
  paymentMethod: string
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
  refundedPrice: number
  createdAt: string
  heldUntil: string | null
  paidAt: string | null
  deliveredAt: string | null
  refunds: Refund[]
}

export interface OrderList extends Page {
  orders: Order[]
}

export interface PayPalConfig {
  clientId: string
  currency: "USD"
  environment: "simulator" | "sandbox" | "live"
  testOrders: boolean
  /** The simulator's browser script; null where PayPal's own is loaded. */
  scriptUrl: string | null
}

export interface Shortage {
  product: string
  name: string
  bookingDate: string
  countInStock: number
}

export interface Quote {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
  items: { _id: string; name: string; price: number }[]
}

export interface ApiErrorBody {
  message: string
  code?: string
  errors?: Record<string, string[]>
  short?: Shortage[]
  quote?: Quote
}
