/** Factories for API objects, with default values for whatever a test doesn't specify. */
import type {
  AttentionItem,
  Elsewhere,
  GuestList,
  Occurrence,
  Order,
  OrderBooking,
  OrderChange,
  OrderItem,
  Pass,
  PayPalConfig,
  Place,
  ProductDate,
  ProductDetail,
  Refund,
  UpcomingProduct,
  User,
  UserInfo,
} from "~/common/api/types"

let count = 0
const nextId = () => (++count).toString(16).padStart(24, "0")
const nextNumber = () => `C-${String(++count).padStart(5, "0")}`

/** An instant some days from now, at 3:00 UTC, which is 7 or 8 PM of the day before in the shop's zone. */
export function inDays(days: number, hour = 3): string {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() + days)
  date.setUTCHours(hour, 0, 0, 0)
  return date.toISOString().replace(".000Z", "Z")
}

export function aDate(over: Partial<Occurrence> = {}): Occurrence {
  const startTime = over.startTime ?? inDays(7)
  const countInStock = over.countInStock ?? 24
  return {
    startTime,
    endTime: new Date(new Date(startTime).getTime() + 3 * 3_600_000).toISOString().replace(".000Z", "Z"),
    totalReservations: 24 - countInStock,
    countInStock,
    inStock: countInStock > 0,
    ...over,
  }
}

export function aProduct(over: Partial<ProductDetail> = {}): ProductDetail {
  const occurrences = over.occurrences ?? [aDate()]
  const next = occurrences[0] ?? aDate()
  const open = occurrences.find((date) => date.countInStock > 0)
  const name = over.name ?? "Friday Commander Night"
  return {
    _id: nextId(),
    name,
    title: name,
    description: "Bring a deck or borrow one. Newcomers are welcome.",
    image: "",
    category: "Magic",
    cardSet: "Foundations",
    format: "Commander",
    minAge: null,
    brand: "",
    price: 12,
    refundPolicy: { refund: "full", untilHours: 24, feePerSeat: 0 },
    fairValue: null,
    memberPrice: null,
    memberSeats: 1,
    stepFree: false,
    accessibleToilet: false,
    quietCorner: false,
    parking: false,
    accessNote: "",
    startTime: next.startTime,
    endTime: next.endTime,
    isRecurring: false,
    recurringPattern: null,
    rrule: "DTSTART:20261205T030000Z\nRRULE:FREQ=DAILY;COUNT=1",
    eventLocation: "Foam & Felt, 5 Main Street",
    maximumEventCapacity: 24,
    countInStock: open?.countInStock ?? 0,
    inStock: Boolean(open),
    type: "event",
    status: "published",
    nextStartTime: occurrences[0]?.startTime ?? null,
    nextEndTime: occurrences[0]?.endTime ?? null,
    nextTotalReservations: occurrences[0]?.totalReservations ?? null,
    snoozedDates: over.skippedDates?.length ?? 0,
    skippedDates: [],
    draftReasons: [],
    hasGoal: false,
    ...over,
    occurrences,
  }
}

/** A place as staff see it. */
export function aPlace(over: Partial<Place> = {}): Place {
  const { name = "Foam & Felt", address = "5 Main Street" } = over
  return {
    _id: nextId(),
    name,
    address,
    text: address ? `${name}, ${address}` : name,
    seats: null,
    taxRate: null,
    stepFree: false,
    accessibleToilet: false,
    quietCorner: false,
    parking: false,
    accessNote: "",
    contactEmail: "",
    hidden: false,
    events: 1,
    dates: 0,
    ...over,
  }
}

/** Where a date is that isn't where the event's others are: in a town with another tax. */
export const elsewhere: Elsewhere = {
  eventLocation: "Copper Kettle, 12 Main St",
  stepFree: false,
  accessibleToilet: false,
  quietCorner: false,
  parking: true,
  accessNote: "",
  taxRate: 0.1,
}

/** A problem with money that staff look at. */
export const anAttentionItem = (over: Partial<AttentionItem> = {}): AttentionItem => ({
  kind: "unmatched",
  _id: "CAPTURE1",
  number: "",
  since: inDays(-1),
  amount: 9,
  currency: "USD",
  message: "PayPal took 9.00 USD that belongs to no order.",
  problem: "",
  isSecondPayment: false,
  alert: "",
  canReleaseSeats: false,
  buyer: null,
  ...over,
})

/** The guest list of an event's first date, without guests. */
export function aGuestList({ _id, name, occurrences }: ProductDetail, over: Partial<GuestList> = {}): GuestList {
  const { startTime, endTime } = occurrences[0] ?? aDate()
  const seats = { totalReservations: 20, maximumEventCapacity: 24, keptForDoor: 0 }
  return { product: _id, name, place: "Copper Kettle Brewing", startTime, endTime, ...seats, guests: [], ...over }
}

/** An event in the list of upcoming events, at its next date. */
export function anUpcoming(over: Partial<UpcomingProduct> = {}): UpcomingProduct {
  return { ...aProductDate(over), furtherDates: [], ...over }
}

/** A date in the list of dates. */
export function aProductDate(over: Partial<ProductDate> = {}): ProductDate {
  const product = aProduct(over.name ? { name: over.name } : {})
  const date = aDate(over)
  return {
    _id: product._id,
    name: product.name,
    title: product.title,
    image: product.image,
    description: product.description,
    category: product.category,
    cardSet: product.cardSet,
    format: product.format,
    minAge: product.minAge ?? null,
    price: product.price,
    eventLocation: product.eventLocation,
    maximumEventCapacity: product.maximumEventCapacity,
    isRecurring: product.isRecurring,
    recurringPattern: product.recurringPattern,
    rrule: product.rrule,
    startTime: date.startTime,
    endTime: date.endTime,
    allDay: false,
    countInStock: date.countInStock,
    inStock: date.inStock,
    nextOpenStartTime: null,
    ...over,
  }
}

export function aUser(over: Partial<User> = {}): User {
  return {
    _id: nextId(),
    firstName: "Ana",
    lastName: "Diaz",
    email: "ana@example.com",
    isAdmin: false,
    isDeactivated: false,
    digest: "as shown",
    requiresPasswordReset: false,
    ...over,
  }
}

export function aUserInfo(over: Partial<UserInfo> = {}): UserInfo {
  const { isDeactivated: _, digest: _digest, ...info } = aUser(over)
  return info
}

export function aPass(over: Partial<Pass> = {}): Pass {
  return {
    _id: nextId(),
    code: "T17K2M9QXW4R8TB3CN9",
    seats: 2,
    label: "",
    state: "valid",
    qr: { size: 29, d: "M4 4h7v1h-7z" },
    ...over,
  }
}

export function anOrderBooking(over: Partial<OrderBooking> = {}): OrderBooking {
  const { startTime, endTime } = aDate(over.bookingDate ? { startTime: over.bookingDate } : {})
  return {
    _id: nextId(),
    bookingDate: startTime,
    endTime,
    reservationSeats: { qty: 2 },
    subtotal: 24,
    status: "confirmed",
    movedFrom: null,
    calendarSequence: 0,
    passes: [],
    ...over,
  }
}

export function anOrderItem(over: Partial<OrderItem> = {}): OrderItem {
  const { _id, name, image, description, price, eventLocation, minAge, refundPolicy } = aProduct()
  return {
    _id,
    name,
    image,
    description,
    price,
    eventLocation,
    minAge: minAge ?? null,
    refundPolicy,
    bookings: [anOrderBooking()],
    ...over,
  }
}

const emptyAddress = {
  fName: "",
  lName: "",
  address: "",
  addressSecondary: "",
  city: "",
  state: "",
  postalCode: "",
  country: "",
}

/** A paid order of two seats at $12 each. */
export function anOrder(over: Partial<Order> = {}): Order {
  const { _id, firstName, lastName, email } = aUser()
  const createdAt = inDays(-1, 20)
  return {
    _id: nextId(),
    number: nextNumber(),
    user: _id,
    buyer: { _id, firstName, lastName, email },
    status: "paid",
    isTest: false,
    orderItems: [anOrderItem()],
    shippingAddress: emptyAddress,
    billingAddress: emptyAddress,
    paymentMethod: "Paypal",
    itemsPrice: 24,
    shippingPrice: 0,
    taxPrice: 3.6,
    totalPrice: 27.6,
    refundedPrice: 0,
    createdAt,
    heldUntil: null,
    paidAt: createdAt,
    deliveredAt: null,
    refunds: [],
    refundDue: null,
    ...over,
  }
}

/** A completed refund. */
export function aRefund(over: Partial<Refund> = {}): Refund {
  return { amount: 13.8, currency: "USD", status: "completed", createdAt: inDays(0), bookings: [], parts: [], ...over }
}

/** A completed refund of one seat that the buyer asked for. */
export function aChange(over: Partial<OrderChange> = {}): OrderChange {
  const booking = over.booking ?? nextId()
  return {
    _id: nextId(),
    booking,
    kind: "refund",
    seats: 1,
    amount: 13.8,
    status: "done",
    createdAt: inDays(0),
    ...over,
  }
}

export function aPayPalConfig(over: Partial<PayPalConfig> = {}): PayPalConfig {
  return {
    clientId: "test-client",
    currency: "USD",
    environment: "simulator",
    testOrders: true,
    scriptUrl: "http://localhost:9999/web-sdk/v6/core",
    ...over,
  }
}
