/** Gifts, discounts, goals and the ledger. Written by hand; `make types` replaces them once the schema has them. */

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

export interface OwnMembership {
  membership: Membership | null
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
