/** Types of the API's requests and responses, from its schema. `make types` regenerates schema.gen.ts. */
import type { components } from "~/common/api/schema.gen"

type Schemas = components["schemas"]

export type RecurringPattern = Schemas["RecurringPattern"]
export type Product = Schemas["Product"]
export type Occurrence = Schemas["Occurrence"]
/** A date that will not take place. */
export type CanceledDate = Schemas["CanceledDate"]
/** What became of the date that a link to an event's page means. */
export type AskedDate = Required<Schemas["AskedDate"]>
export type ProductDetail = Schemas["ProductDetail"]
export type ProductDate = Schemas["ProductDate"]
export type UpcomingProduct = Schemas["UpcomingProduct"]
export type ProductList = Schemas["ProductList"]
export type Facets = Schemas["Facets"]
export type ProductDateList = Schemas["ProductDateList"]
export type UpcomingProductList = Schemas["UpcomingProductList"]
export type BookingCount = Schemas["BookingCount"]
/** The ticket for today or tomorrow, the offer and the choice that the user may need right now. */
export type NextUp = Schemas["NextUp"]
/** A place on the waiting list of a date. */
export type WaitingEntry = Schemas["WaitingEntry"]
/** The request body that saves or previews an event. */
export type ProductForm = Schemas["EventUpdateRequest"]
/**
 * The fields of an event that staff edit. A new API field fails the type check until the form and the copy of an event
 * include it. `countInStock` is an alias of the capacity; `moveBookings` and `keepDraft` are options of a save.
 */
export type EventFields = Required<Omit<ProductForm, "countInStock" | "moveBookings" | "keepDraft">>
export type ProductPreview = Schemas["Preview"]
export type BookedDate = Schemas["BookedDate"]
export type Uploaded = Schemas["Uploaded"]
export type UserInfo = Schemas["UserInfo"]
export type User = Schemas["User"]
/** A browser in which the user is signed in. */
export type Session = Schemas["Session"]
export type SecondFactor = Schemas["SecondFactor"]
/** The data for setting up an authenticator app. */
export type SecondFactorSetup = Schemas["Setup"]
export type UserList = Schemas["UserList"]
export type PasswordReset = Schemas["PasswordReset"]
export type PlaceOrder = Schemas["PlaceOrderRequest"]
export type OrderStatus = Schemas["OrderStatus"]
export type OrderBooking = Schemas["OrderBooking"]
export type OrderItem = Schemas["OrderItem"]
export type Refund = Schemas["Refund"]
export type Order = Schemas["Order"]
/** What an order's prices have only if it has discounts or a gift. */
export type PriceExtras = Pick<Order, "listPrice" | "discounts" | "giftPrice" | "charity">
/** What an order would cost. */
export type OrderQuote = Schemas["Quote"]
export type OrderList = Schemas["OrderList"]
export type PayPalConfig = Schemas["PayPalConfig"]

/** Figures of the dates of some time: by format and weekday, by event, and by month. */
export type FiguresSummary = Schemas["Summary"]
export type Figures = Schemas["Figures"]

export type Membership = Schemas["Membership"]
export type OwnMembership = Schemas["OwnMembership"]
/** A member, as staff see them. */
export type Member = Schemas["Member"]
export type MemberList = Schemas["MemberList"]
/** What importing a list of members does, or did. */
export type MembersPreview = Schemas["MembersPlan"]
export type Voucher = Schemas["Voucher"]
export type VoucherList = Schemas["VoucherList"]
export type VoucherKind = Schemas["VoucherKind"]
/** All fields of a voucher that staff edit. */
export type VoucherForm = Required<Schemas["VoucherChangesRequest"]>
/** What an event or a season has raised so far. */
export type Raised = Schemas["Raised"]
/** What a past date has raised. */
export type Recap = Schemas["Recap"]
/** Responses have all of its fields. */
export type Goal = Required<Schemas["Goal"]>
export type GoalForm = Required<Schemas["GoalRequest"]>
export type Ledger = Schemas["Ledger"]
export type LedgerMonth = Schemas["LedgerMonth"]
export type LedgerLine = Schemas["LedgerLine"]
/** A line that staff enter. */
export type EntryForm = Schemas["EntryFormRequest"]
export type Settlement = Schemas["Settlement"]
export type SettlementLine = Schemas["SettlementLine"]
/** A movement's amounts at PayPal or in the shop. */
export type Amounts = Schemas["Amounts"]

/** A date with fewer seats left than requested (code `sold_out`). */
export interface Shortage {
  product: string
  name: string
  bookingDate: string
  countInStock: number
}

/** What the shop would charge now (code `price_changed`). */
export interface Quote {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  giftPrice?: number
  totalPrice: number
  items: { _id: string; name: string; price: number }[]
}

/** The body of every error response; some have data for a solution that the screen can offer. */
export type ApiErrorBody = Schemas["ApiErrorBody"] & {
  short?: Shortage[]
  quote?: Quote
  /** The date that cannot be booked (code `date_unavailable`). */
  product?: string
  bookingDate?: string
  /** The dates with bookings that prevent a save (codes `booked_dates`, `over_capacity`, `date_taken`). */
  bookedDates?: BookedDate[]
  /** The running change of a date, which can't be changed before it is done (code `change_running`). */
  dateChange?: string
  /** Seats booked on a date that cannot be canceled without refunds (code `date_has_bookings`). */
  totalReservations?: number
}
