import { openDoor, type Door, type Shown } from "~/door/protocol/door"
import type { Storage } from "~/door/protocol/ports"
import { Disk } from "./disk"
import type { FakeServer } from "./server"
import { whileAlive, type VirtualTime } from "./time"

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
        list: async () => {
          const found = await call(() => ({ list: this.server.list(this.device), etag: null }))
          await wait(this.listDelay)
          return found
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
