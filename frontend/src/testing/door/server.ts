import { Refused } from "~/common/lib/call"
import type {
  Batch,
  Conflict,
  EntriesAnswer,
  Entry,
  GuestList,
  Pass,
  Result,
  SaleAnswer,
  SaleRequest,
} from "~/evening/door/protocol/types"
import type { FakeTables } from "./tables"
import type { VirtualTime } from "./virtualTime"

/** A batch that was answered, and when. */
export interface Exchange {
  at: number
  batch: Batch
  answer: EntriesAnswer
}

interface Stored {
  device: string
  entry: Entry
  /** Corrected by the difference between the clocks, and never in the future. */
  at: number
}

/** The date of every door. */
export const NIGHT: GuestList["night"] = {
  _id: "1",
  name: "Friday Draft",
  startTime: "2026-11-27T03:00:00Z",
  endTime: "2026-11-27T06:00:00Z",
  product: "1",
  isCanceled: false,
  totals: [13.8],
  ages: "",
  taxRate: 0.15,
}

/** What a phone knows of it. */
export const aDoorList = (over: Partial<GuestList> = {}): GuestList => ({
  night: NIGHT,
  now: NIGHT.startTime,
  passes: [],
  recent: [],
  seen: {},
  price: 13.8,
  allotment: 0,
  ...over,
})

/** The door's side of the shop: stores every entry once, and derives conflicts from all of them. */
export class FakeServer {
  entries: Stored[] = []
  passes: Pass[]
  /** The tournament of the date. */
  tables: FakeTables | null = null
  /** Batches with this number in them answer 400. */
  badSeq: number | null = null
  isClosed = false
  /** Phones whose link has ended. They can still send what they kept. */
  signedOut = new Set<string>()
  /** Phones that can't prove who they are: they lost their secret, or are 30 days late. */
  readonly strangers = new Set<string>()
  batches: Batch[] = []
  /** "new old": phones that proved that a number was theirs before. */
  readonly proven = new Set<string>()
  /** What organizers see of entries that could not be used. */
  readonly unusable: Entry[] = []
  readonly exchanges: Exchange[] = []
  name = NIGHT.name
  startTime = NIGHT.startTime
  /** The end of the date, in milliseconds. */
  endsAt: number
  isCanceled = false
  /** Phones that entered again, with a link that doesn't sell. */
  readonly noTills = new Set<string>()
  /** What 1, 2, 3… seats cost. */
  totals = Array.from({ length: 20 }, (_, index) => (1380 * (index + 1)) / 100)
  taxRate = 0.15
  /** Seats that nobody has bought, and that are not kept for a phone. */
  free = 0
  drawer: "open" | "closed" | null = "open"
  readonly allotments = new Map<string, number>()
  /** Control: the seats that are kept for one phone are in the list of every phone. */
  sharesAllotments = false
  /** Seats that phones sold as kept for them, and that were not. */
  soldTwice = 0
  /** Seats that late guests bought by a till's link. */
  late = 0
  /** Seats that were sold at the door. */
  sold = 0
  private readonly time: VirtualTime

  /** Control: what the event asks its guests. */
  questions: NonNullable<GuestList["questions"]> = []

  constructor(time: VirtualTime, passes: Pass[]) {
    this.time = time
    this.passes = passes
    this.endsAt = time.now + 1000 * 60 * 60 * 1000
  }

  /**
   * Answers as the shop does, also once the link has ended: entries of an earlier number count if the phone proves that
   * it had it.
   */
  send(sent: Batch): EntriesAnswer {
    if (this.strangers.has(sent.device)) throw new Refused(401, "door_signed_out", "Open the link again.")
    this.batches.push(sent)
    const earlier = sent.original?.device
    const isProven = !earlier || this.proven.has(`${sent.device} ${earlier}`)
    if (sent.lease) return this.tables!.send({ ...sent, device: (isProven && earlier) || sent.device })
    if (!isProven) return this.keep(sent)
    const batch = { ...sent, device: earlier ?? sent.device }
    const respond = () => this.answer(batch)
    return this.tables ? this.tables.note({ call: "door", batch }, respond) : respond()
  }

  private answer(batch: Batch): EntriesAnswer {
    if (batch.entries.length > 200) throw new Refused(400, "too_many_entries", "Send at most 200 entries at once.")
    if (batch.entries.some((entry) => entry.seq === this.badSeq)) throw new Refused(400, "malformed", "Not readable.")
    const offset = this.time.now - Date.parse(batch.sentAt)
    const isNew = batch.entries.map((entry) => this.store(batch.device, entry, offset))
    const { conflicts, inside } = this.judge()
    const results = batch.entries.map((entry, index): Result => {
      if (entry.kind === "fact") return { seq: entry.seq, answer: "unusable", code: "bad_entry" } // kept whole
      const about = entry.kind === "undo" ? this.find(batch.device, entry.of) : entry
      const pass = about?.kind === "in" ? this.passes.find((each) => each.h === about.h) : undefined
      return {
        seq: entry.seq,
        answer: isNew[index] ? "stored" : "repeated",
        conflict: conflicts.get(`${batch.device} ${entry.seq}`) ?? null,
        in: pass ? inside.get(pass.h)! : null,
        seats: pass?.seats ?? null,
      }
    })
    const answer = { now: this.now(), seen: this.seen(batch.device), results }
    this.exchanges.push(structuredClone({ at: this.time.now, batch, answer }))
    return answer
  }

  /** Stores entries whose phone is not known, for the organizer. */
  private keep({ entries }: Batch): EntriesAnswer {
    this.unusable.push(...entries)
    const results = entries.map(({ seq }): Result => ({
      seq,
      answer: "unusable",
      code: "bad_device",
      conflict: null,
      in: null,
      seats: null,
    }))
    return { now: this.now(), seen: 0, results }
  }

  /** Sells free seats. A repeated number is the same sale. */
  sell(device: string, { seq, seats, total: told, given }: SaleRequest): SaleAnswer {
    this.authenticate(device)
    if (this.noTills.has(device)) throw new Refused(403, "door_role", "This phone may not do that.")
    const total = this.totals[seats - 1]!
    const { taxRate } = this
    const entry: Entry = { kind: "sale", seats, total, taxRate, given, allotment: false, seq, at: this.now() }
    if (!this.entries.some((each) => each.device === device && each.entry.seq === seq)) {
      if (this.isClosed) throw new Refused(409, "night_closed", "This is closed.")
      if (this.isOver()) throw new Refused(409, "date_unavailable", "Draft on Thu, Nov 26 has ended.")
      if (told !== total) throw new Refused(409, "price_changed", `The price has changed: that is $${total} now.`)
      if (total > 0 && this.drawer !== "open") throw new Refused(409, "drawer_closed", "Open the drawer first.")
      if (given < total) throw new Refused(400, "bad_request", "That is too little.")
      if (seats > this.free) throw new Refused(409, "sold_out", `Only ${this.free} left.`)
      this.store(device, entry, 0)
    }
    return { total, change: Math.round((given - total) * 100) / 100, h: "walk-up" }
  }

  /** A late guest pays with their own phone, by the link that this till shows: for free seats, never for kept ones. */
  payByLink(device: string, seats: number): boolean {
    if (this.signedOut.has(device) || this.isClosed || this.isOver() || seats > this.free) return false
    this.free -= seats
    this.late += seats
    const h = `late ${this.passes.length}`
    this.passes.push({
      h,
      b: 1e6 + this.passes.length,
      name: "Kim",
      seats,
      in: 0,
      state: "valid",
      to: null,
      byLink: true,
    })
    return true
  }

  keepSeats(device: string, seats: number): void {
    this.authenticate(device)
    const more = seats - (this.allotments.get(device) ?? 0)
    if (more > this.free) throw new Refused(409, "sold_out", `Only ${this.free} left.`)
    this.free -= more
    this.allotments.set(device, seats)
  }

  list(device: string): GuestList {
    this.authenticate(device)
    if (this.isClosed) throw new Refused(409, "night_closed", "This is closed.")
    const { conflicts, inside } = this.judge()
    const devices = [...new Set(this.entries.map((each) => each.device))]
    return {
      night: {
        ...NIGHT,
        name: this.name,
        startTime: this.startTime,
        endTime: new Date(this.endsAt).toISOString(),
        isCanceled: this.isCanceled,
        totals: this.totals,
        taxRate: this.taxRate,
      },
      now: this.now(),
      seen: Object.fromEntries(devices.map((each) => [each, this.seen(each)])),
      price: this.totals[0]!,
      ...(!this.noTills.has(device) && { left: this.isOver() ? 0 : Math.max(0, this.free), drawer: this.drawer }),
      ...(!this.noTills.has(device) && !this.isOver() && { payUrl: `https://shop.invalid/product/1#door=${device}` }),
      allotment: this.sharesAllotments ? Math.max(0, ...this.allotments.values()) : (this.allotments.get(device) ?? 0),
      ...(this.questions.length > 0 && { questions: this.questions }),
      passes: this.passes.map((pass) => ({ ...pass, in: inside.get(pass.h)! })),
      recent: this.entries.flatMap(({ device: from, entry, at }) =>
        entry.kind === "in"
          ? [
              {
                device: from,
                seq: entry.seq,
                h: entry.h,
                at: new Date(at).toISOString(),
                seats: entry.seats,
                by: from,
                conflict: conflicts.get(`${from} ${entry.seq}`) ?? null,
              },
            ]
          : [],
      ),
    }
  }

  find(device: string, seq: number): Entry | undefined {
    return this.entries.find((each) => each.device === device && each.entry.seq === seq)?.entry
  }

  seen(device: string): number {
    const seqs = new Set(this.entries.filter((each) => each.device === device).map((each) => each.entry.seq))
    let seen = 0
    while (seqs.has(seen + 1)) seen++
    return seen
  }

  /** Derives conflicts and guests inside from the log, in the order of the corrected times. */
  judge() {
    const conflicts = new Map<string, Conflict>()
    const inside = new Map(this.passes.map((pass) => [pass.h, pass.in]))
    const undone = new Set(
      this.entries.flatMap(({ device, entry }) => (entry.kind === "undo" ? [`${device} ${entry.of}`] : [])),
    )
    const inOrder = this.entries.toSorted(
      (a, b) => a.at - b.at || a.device.localeCompare(b.device) || a.entry.seq - b.entry.seq,
    )
    for (const { device, entry } of inOrder) {
      const name = `${device} ${entry.seq}`
      if (entry.kind !== "in" || undone.has(name)) continue
      const pass = this.passes.find((each) => each.h === entry.h)
      const before = inside.get(entry.h) ?? 0
      if (!pass) conflicts.set(name, "unknown")
      else if (before >= pass.seats) conflicts.set(name, "double")
      else if (before + entry.seats > pass.seats) conflicts.set(name, "over")
      if (pass) inside.set(pass.h, Math.min(before + entry.seats, pass.seats))
    }
    return { conflicts, inside }
  }

  /** Refuses a phone whose link has ended. */
  authenticate(device: string): void {
    if (this.signedOut.has(device)) throw new Refused(401, "door_signed_out", "Open the link again.")
  }

  /** Returns whether the number is new. */
  store(device: string, entry: Entry, offset: number): boolean {
    if (this.entries.some((each) => each.device === device && each.entry.seq === entry.seq)) return false
    this.entries.push({ device, entry, at: Math.min(Date.parse(entry.at) + offset, this.time.now) })
    if (entry.kind === "sale") this.takeSeats(device, entry)
    return true
  }

  /** Below zero, more seats were sold than there are. */
  private takeSeats(device: string, { seats, allotment }: Extract<Entry, { kind: "sale" }>): void {
    const kept = this.allotments.get(device) ?? 0
    const fromKept = allotment ? Math.min(kept, seats) : 0
    this.allotments.set(device, kept - fromKept)
    if (allotment) this.soldTwice += seats - fromKept
    this.free -= seats - fromKept
    this.sold += seats
    const h = `walk-up ${this.passes.length}`
    this.passes.push({ h, b: -this.passes.length, name: "Guest", seats, in: seats, state: "valid", to: null })
  }

  private isOver(): boolean {
    return this.isCanceled || this.time.now >= this.endsAt
  }

  private now(): string {
    return new Date(this.time.now).toISOString()
  }
}
