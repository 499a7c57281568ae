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
