/** Gifts, discounts, goals and the ledger. Written by hand; `make types` replaces them once the schema has them. */

export interface Discount {
  kind: string
  /** "Member price", "Code SPRING" */
  label: string
  /** Dollars off */
  amount: number
}

/** What an order's prices have only if it has discounts or a gift. */
export interface PriceExtras {
  /** Before discounts */
  listPrice?: number
  discounts?: Discount[]
  giftPrice?: number
}

/** What the gift of an order means for taxes. Left out if there is nothing to say. */
export interface OrderExtras extends PriceExtras {
  giftNote?: string
}

export interface OrderQuote extends Required<PriceExtras> {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
}

export interface PlaceOrderExtras {
  voucher?: string
  /** Dollars */
  giftPrice?: number
}

/** Fields of an event; null for the list price. */
export interface EventExtras {
  memberPrice?: number | null
  memberSeats?: number
  fairValue?: number | null
}

export interface Membership {
  number: string
  /** Days: "2027-12-31" */
  validFrom: string
  validUntil: string
}

export interface Raised {
  raised: number
  tickets: number
  gifts: number
  fees: number
  returned: number
  target?: number
  unit?: { name: string; cost: number; count: number; source?: string }
  asOf: string
}

export interface Goal {
  _id: string
  title: string
  /** The event's ID; null for a season. */
  product: string | null
  startsOn: string | null
  endsOn: string | null
  target: number | null
  unitName: string
  unitCost: number | null
  source: string
}

export type GoalForm = Omit<Goal, "_id">

export type VoucherKind = "percent" | "amount" | "price" | "free_seats"

export interface Voucher {
  _id: string
  code: string
  kind: VoucherKind
  value: number
  maxUses: number | null
  perPerson: number | null
  validFrom: string | null
  validUntil: string | null
  /** IDs of the events that it is for; all if there are none. */
  events: string[]
  formats: string[]
  datesFrom: string | null
  datesTo: string | null
  off: boolean
  uses: number
}

export type VoucherForm = Omit<Voucher, "_id" | "uses">

export interface MembersPreview {
  added: number
  changed: number
  missing: number
  errors: { row: number; column: string; message: string }[]
  digest: string
}

export type EnteredKind = "cost" | "paid_out" | "transfer" | "other"

export interface LedgerLine {
  _id: string
  date: string
  kind: "tickets" | "gifts" | "shipping" | "return_fees" | "refunds" | "fees" | "sales_tax" | EnteredKind
  /** Dollars; fees, refunds, costs and what was paid out are positive and lower the balance. */
  amount: number
  text: string
  derived: boolean
  /** The picture of a receipt. */
  receipt?: string
  /** The ID of the line that this one corrects. */
  corrects?: string
}

export interface LedgerMonth {
  /** "2026-11" */
  month: string
  closedAt: string | null
  lines: LedgerLine[]
  balance: number
}

export interface Ledger {
  months: Pick<LedgerMonth, "month" | "closedAt" | "balance">[]
}

export interface EntryForm {
  kind: EnteredKind
  date: string
  amount: number
  text: string
  receipt?: string
  corrects?: string
}

export interface Amounts {
  gross: number
  fee: number
  net: number
}

export interface SettlementLine {
  state: "only_paypal" | "only_shop" | "differs" | "explained" | "matched"
  paypalId: string
  /** PayPal's kind of movement: "T0006" */
  code: string
  date: string
  ours: Amounts | null
  theirs: Amounts | null
  order?: string
  explanation?: string
  /** The line that it suggests, such as the transfer of a withdrawal. */
  proposal?: EntryForm
}

export interface Settlement {
  lines: SettlementLine[]
  digest: string
}
