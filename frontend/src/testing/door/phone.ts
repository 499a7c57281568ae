import { type Door, openDoor, type Shown } from "~/evening/door/protocol/door"
import { newRow, type Row } from "~/evening/door/protocol/log"
import type { KeptList, Storage } from "~/evening/door/protocol/ports"
import type { Draft } from "~/evening/door/protocol/types"
import type { FakeServer } from "./server"
import type { VirtualTime } from "./virtualTime"

const TIMEOUT_MS = 8000

/** A volunteer's phone with a connection that can fail, a clock that can be wrong, and a browser that can be killed. */
export class Phone {
  isOnline = true
  /** The server stores what it gets, but its answers are lost. */
  losesAnswers = false
  latency = 20
  /** Milliseconds that a list takes longer than other calls. */
  listDelay = 0
  skew = 0
  readonly disk: Disk
  readonly shown: Shown[] = []
  /** Errors where the volunteer expected an answer. */
  readonly failures: unknown[] = []
  door: Door
  private life = 0
  private readonly opens: (disk: Disk, isAlive: () => boolean) => Storage
  private readonly time: VirtualTime
  private readonly server: FakeServer
  readonly device: string

  constructor(
    device: string,
    time: VirtualTime,
    server: FakeServer,
    opens = (disk: Disk, isAlive: () => boolean) => disk.open(isAlive),
  ) {
    this.device = device
    this.time = time
    this.server = server
    this.opens = opens
    this.disk = new Disk(time)
    this.door = this.start()
  }

  /** Ends the browser, with everything that is under way, and opens the page again. */
  kill(): void {
    this.life++
    this.door = this.start()
  }

  /** Does something and notes what the volunteer gets to see, unless the browser is killed before. */
  note(shown: Promise<Shown>): void {
    const { life } = this
    shown.then(
      (each) => void (this.life === life && this.shown.push(each)),
      (error: unknown) => void this.failures.push(error),
    )
  }

  /** Asks the server something. Nothing comes back if the browser is killed before. */
  ask<T>(respond: () => T): Promise<T> {
    const { life } = this
    return whileAlive(this.call(respond), () => this.life === life)
  }

  /** Waits, unless the browser is killed before. */
  pause(ms: number): Promise<void> {
    const { life } = this
    return whileAlive(this.time.wait(ms), () => this.life === life)
  }

  private start(): Door {
    const { life } = this
    const isAlive = () => this.life === life
    const wait = (ms: number) => this.pause(ms)
    const call = <T>(respond: () => T) => this.ask(respond)
    return openDoor({
      storage: this.opens(this.disk, isAlive),
      network: {
        send: (batch) => call(() => this.server.send(batch)),
        list: async (known) => {
          const list = await call(() => this.server.list(this.device))
          await wait(this.listDelay)
          const etag = JSON.stringify({ ...list, now: null })
          return etag === known ? null : { list, etag }
        },
        sell: (sale) => call(() => this.server.sell(this.device, sale)),
        keepSeats: (seats) => call(() => this.server.keepSeats(this.device, seats)),
      },
      clock: { now: () => this.time.now + this.skew, wait },
      random: () => 0.5,
      device: this.device,
      by: "Ana",
      offset: 0,
      endsAt: this.time.now + 1000 * 60 * 60 * 1000,
      log: this.disk.rows,
      kept: this.disk.kept,
    })
  }

  private async call<T>(respond: () => T): Promise<T> {
    await this.time.wait(this.latency / 2)
    if (!this.isOnline) await this.fail()
    const answer = respond()
    if (this.losesAnswers) await this.fail()
    await this.time.wait(this.latency / 2)
    return structuredClone(answer)
  }

  private async fail(): Promise<never> {
    await this.time.wait(TIMEOUT_MS - this.latency / 2)
    throw new Error("no answer")
  }
}

/** Resolves like the promise while the process lives, and never afterwards. */
function whileAlive<T>(promise: Promise<T>, isAlive: () => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => isAlive() && resolve(value),
      (error: unknown) => isAlive() && reject(error),
    )
  })
}

/** What a phone has stored. It survives when the browser is killed. */
export class Disk {
  rows: Row[] = []
  kept: KeptList | null = null
  writeMs = 5
  /** Whether a write is too far along to be aborted. */
  isStubborn = false
  private freeAt = 0
  private readonly time: VirtualTime

  constructor(time: VirtualTime) {
    this.time = time
  }

  open(isAlive: () => boolean): Storage {
    return {
      append: (drafts, seen) => {
        const { done, abort } = this.append(drafts, seen, isAlive)
        return { done: whileAlive(done, isAlive), abort }
      },
      update: async (rows) => {
        await this.time.wait(this.writeMs)
        if (!isAlive()) return // the browser ended before it was stored
        const changed = new Map(rows.map((row) => [row.entry.seq, row]))
        this.rows = this.rows.map((row) => changed.get(row.entry.seq) ?? row)
      },
      removeLast: async (seq) => {
        const isLast = this.rows.at(-1)?.entry.seq === seq
        if (isLast) this.rows = this.rows.slice(0, -1)
        return isLast
      },
      keepList: async (kept) => {
        await whileAlive(this.time.wait(this.writeMs), isAlive)
        this.kept = kept
      },
      wipe: async () => {
        this.kept = null
        this.rows = this.rows.filter((row) => row.answer === null)
      },
    }
  }

  /** Transactions commit in order. The browser hears of it a little later. */
  private append(drafts: Draft[], seen: number, isAlive: () => boolean) {
    let isAborted = false
    this.freeAt = Math.max(this.freeAt, this.time.now) + this.writeMs
    const commit = async () => {
      await this.time.wait(this.freeAt - this.time.now)
      if (isAborted) throw new Error("aborted")
      if (!isAlive()) return []
      const last = Math.max(this.rows.at(-1)?.entry.seq ?? 0, seen)
      const rows = drafts.map((draft, index) => newRow({ ...draft, seq: last + 1 + index }))
      this.rows = [...this.rows, ...rows]
      await this.time.wait(2)
      return rows
    }
    return { done: commit(), abort: () => void (isAborted = !this.isStubborn) }
  }
}

/** Reports entries as stored before they are, which must lose some. */
export function hasty(disk: Disk, isAlive: () => boolean): Storage {
  const storage = disk.open(isAlive)
  return {
    ...storage,
    append: (drafts, seen) => {
      const last = Math.max(disk.rows.at(-1)?.entry.seq ?? 0, seen)
      storage.append(drafts, seen).done.catch(() => {})
      return { done: Promise.resolve(drafts.map((draft, i) => newRow({ ...draft, seq: last + 1 + i }))), abort() {} }
    },
  }
}
