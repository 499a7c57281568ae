/** What the organizer's calls about the door answer. The types of the API's schema will replace them. */

/** Door: checks guests in. Till: also sells seats for cash. */
export type Role = "door" | "till"

/** A part of the guest list. */
export interface KeptForDoor {
  /** Seats that phones may sell without a connection. */
  keptForDoor: number
}

export interface DoorOfDate {
  /** The ID of the open or closed door; null if it was never opened. */
  night: string | null
  /** Seats inside by the guests' IDs. */
  inside: Record<string, number>
}

export interface DoorState {
  _id: string
  product: string
  startTime: string
  endTime: string
  closedAt: string | null
  /** Seats. */
  guests: number
  in: number
  links: DoorLink[]
  devices: DoorDevice[]
  conflicts: Conflict[]
  drawer: DoorDrawer | null
}

export interface DoorLink {
  _id: string
  role: Role
  endsAt: string
  revokedAt: string | null
}

export interface NewLink extends Pick<DoorLink, "_id" | "role" | "endsAt"> {
  url: string
  pin: string
}

/** A phone that used a link. */
export interface DoorDevice {
  device: string
  link: string
  role: Role
  /** The volunteer's first name. */
  name: string
  /** Entries that it has not sent yet, as far as it told. */
  queued: number
  isSignedIn: boolean
  lastEntryAt: string | null
}

/** An admission that needs attention. */
export interface Conflict {
  device: string
  seq: number
  at: string
  seats: number
  /** The volunteer's name. */
  by: string
  /** The guest, with the first letter of the last name; null without a ticket of this date. */
  name: string | null
  conflict: "unknown" | "replaced" | "moved" | "refunded" | "closed" | "double" | "over" | null
  /** What a sale without seats took, in dollars; null for other admissions. */
  giveBack: number | null
}

/** Amounts are in dollars. */
export interface DoorDrawer {
  float: number
  /** Null until both counts are in. */
  expected: number | null
  /** Who has counted. */
  counts: string[]
  difference: number | null
  closedAt: string | null
}
