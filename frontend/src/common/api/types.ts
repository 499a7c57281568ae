/**
 * Types of the API's requests and responses, under the names of its schema. `make types` regenerates schema.gen.ts. A request
 * has no `Request` at the end of its name. Names that would be too general here say of what: `SecondFactorSetup`.
 */
import type { components } from "~/common/api/schema.gen"

export type Schemas = components["schemas"]

export type RecurringPattern = Schemas["RecurringPattern"]
export type Product = Schemas["Product"]
export type Occurrence = Schemas["Occurrence"]
/** Where a date is, and what that means for guests and prices. */
export type Elsewhere = NonNullable<Occurrence["elsewhere"]>
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
/** What a ticket's guests may answer. */
export type AskedTicket = Schemas["AskedTicket"]
export type QuestionsForm = Required<Omit<Schemas["QuestionsFormRequest"], "seen">>
/** The request body that saves or previews an event. */
export type EventUpdate = Schemas["EventUpdateRequest"]
export type NewEvent = Schemas["NewEventRequest"]
/**
 * The fields of an event that staff edit. A new API field fails the type check until the form and the copy of an event
 * include it. `countInStock` is an alias of the capacity, `placeId` of the place's text; the others are options of a save.
 */
export type EventFields = Required<
  Omit<EventUpdate, "countInStock" | "placeId" | "seen" | keyof Access | keyof SaveOptions>
>
/** What guests need to know to come: facts of the place. */
export type Access = Pick<ProductDetail, "stepFree" | "accessibleToilet" | "quietCorner" | "parking" | "accessNote">
/** How an event is saved. */
export type SaveOptions = Pick<EventUpdate, "moveBookings" | "reason" | "answerHours" | "digest" | "keepDraft">
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
export type Quote = Schemas["Quote"]
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
export type MembersPlan = Schemas["MembersPlan"]
/** What importing a calendar makes, or made. */
export type EventsImport = Schemas["Import"]
export type Voucher = Schemas["Voucher"]
export type VoucherList = Schemas["VoucherList"]
export type VoucherKind = Schemas["VoucherKind"]
/** All fields of a voucher that staff edit. */
export type VoucherChanges = Required<Omit<Schemas["VoucherChangesRequest"], "seen">>
/** What an event has brought in so far, or a season for the charity. */
export type Raised = Schemas["Raised"]
/** What was received for a past date. */
export type Recap = Schemas["Recap"]
/** Responses have all of its fields. */
export type Goal = Required<Schemas["Goal"]>
export type ListedGoal = Required<Schemas["ListedGoal"]>
export type GoalForm = Required<Schemas["GoalRequest"]>
export type Ledger = Schemas["Ledger"]
export type LedgerMonth = Schemas["LedgerMonth"]
export type LedgerYear = Schemas["LedgerYear"]
export type LedgerLine = Schemas["LedgerLine"]
/** A line that staff enter. */
export type EntryForm = Schemas["EntryFormRequest"]
export type Settlement = Schemas["Settlement"]
export type SettlementLine = Schemas["SettlementLine"]
/** A movement's amounts at PayPal or in the shop. */
export type Amounts = Schemas["Amounts"]

export type TicketSeats = Schemas["TicketSeats"]
export type ListedTournament = Schemas["ListedTournament"]
export type Pass = Schemas["Pass"]
export type SeatLink = Schemas["SeatLink"]
export type BookingLinks = Schemas["BookingLinks"]
export type Seat = Schemas["Seat"]
export type ClaimSeat = Schemas["ClaimSeatRequest"]
export type OrderOptions = Schemas["OrderOptions"]
export type BookingOptions = Schemas["BookingOptions"]
export type RefundOption = Schemas["RefundOption"]
export type OrderChange = Schemas["OrderChange"]
export type ChangeKind = OrderChange["kind"]
export type ChangeRequest = Schemas["ChangeRequestRequest"]
export type ChangedOrder = Schemas["ChangedOrder"]
export type DateChange = Schemas["DateChange"]
export type StoryEntry = Schemas["Story"]
export type DateChangePreview = Schemas["DateChangePreview"]
/** Whom a save of an event concerns, all its dates together, and each of them. */
export type Affected = Schemas["AffectedDates"]
export type AffectedDate = Schemas["AffectedDate"]
export type StaffWaitingEntry = Schemas["StaffWaitingEntry"]
export type DateChangeRequest = Omit<Schemas["DateChangeRequestRequest"], "preview">
export type DoorState = Schemas["Door"]
export type DoorOfDate = Schemas["DoorOfDate"]
export type DoorLink = Schemas["Link"]
export type DoorPhone = Schemas["Phone"]
export type DoorDrawer = Schemas["DoorDrawer"]
export type Conflict = Schemas["Conflict"]
export type UnusableEntry = Schemas["UnusableEntry"]
export type NewLink = Schemas["NewLink"]
export type DateMessagePreview = Schemas["DateMessagePreview"]
export type DateMessageForm = Omit<Schemas["DateMessageFormRequest"], "digest">
export type Audience = DateMessageForm["to"][number]
export type RecapDraft = Schemas["RecapDraft"]
export type ListedRecapDraft = Schemas["ListedRecapDraft"]
export type AttentionItem = Schemas["AttentionItem"]
export type HistoryEntry = Schemas["HistoryEntry"]
export type Guest = Schemas["Guest"]
export type GuestList = Schemas["GuestList"]
export type OrderRevenue = Schemas["OrderRevenue"]
export type UnmatchedPayment = Schemas["UnmatchedPayment"]
export type PaymentAlert = Schemas["PaymentAlert"]
export type MovePreview = Schemas["MovePreview"]
export type RefundPreview = Schemas["RefundPreview"]
export type NextDate = Schemas["NextDate"]

/** The page, order and search of a list for staff. */
export interface ListParams {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
}

/** A date with fewer seats left than requested (code `sold_out`). */
export interface Shortage {
  product: string
  name: string
  bookingDate: string
  countInStock: number
}

/** What the shop would charge now (code `price_changed`). */
export interface ChangedPrice {
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
  quote?: ChangedPrice
  /** The date that cannot be booked (code `date_unavailable`). */
  product?: string
  bookingDate?: string
  /** Seats booked on a date that cannot be canceled without refunds (code `date_has_bookings`). */
  totalReservations?: number
}
/** Where events are, as staff see it. */
export type Place = Schemas["Place"]
/** The fields of a place that staff edit. */
export type PlaceForm = Omit<Place, "_id" | "text" | "events" | "dates">
