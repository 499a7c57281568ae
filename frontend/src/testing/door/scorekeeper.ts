import { openTables, type Tables } from "~/evening/scorekeeper/protocol/tables"
import type { KeptTables } from "~/evening/scorekeeper/protocol/now"
import type { Storage } from "~/evening/door/protocol/ports"
import { type Disk, Phone } from "./phone"
import type { VirtualTime } from "./virtualTime"
import type { FakeServer } from "./server"
import { FakeTables } from "./tables"

/** Numbers entries by its own alone, whatever the shop has seen. */
function numberedAlone(disk: Disk, isAlive: () => boolean): Storage {
  const storage = disk.open(isAlive)
  return { ...storage, append: (drafts) => storage.append(drafts, 0) }
}

/** A phone that keeps the tables, or would like to. */
export class Scorekeeper {
  readonly phone: Phone
  /** Whose queue facts are in: the phone's own. */
  readonly queue: Phone
  tables: Tables
  /** What it has stored about the tournament. */
  kept: KeptTables | undefined
  private readonly time: VirtualTime
  private readonly server: FakeServer

  /** `hasTwoQueues`: control, facts are numbered and sent by a separate queue. */
  constructor(device: string, time: VirtualTime, server: FakeServer, hasTwoQueues = false) {
    this.time = time
    this.server = server
    if (!server.tables) new FakeTables(server, time)
    this.phone = new Phone(device, time, server)
    this.queue = hasTwoQueues ? new Phone(device, time, server, numberedAlone) : this.phone
    this.tables = this.open()
  }

  /** Ends the browser, and opens the page again. */
  kill(): void {
    this.tables.stop()
    this.phone.kill()
    if (this.queue !== this.phone) this.queue.kill()
    this.tables = this.open()
  }

  private open(): Tables {
    const { phone, queue, time } = this
    const shop = this.server.tables!
    const ask = <T>(respond: () => T) => phone.ask(respond)
    const { door } = queue
    const isAlive = () => queue.door === door
    const tables = openTables({
      door,
      network: {
        find: (_, startTime) => ask(() => (startTime === this.server.startTime ? shop.tournament?._id : null) ?? null),
        read: (_, etag) => ask(() => shop.read(etag)),
        listTickets: () => ask(() => [...shop.tickets]),
        create: (_, startTime, settings) => ask(() => shop.create(phone.device, settings, startTime)),
        change: (_, settings) => ask(() => shop.change(phone.device, settings)),
        lease: (_, device) => ask(() => shop.lease(device)),
      },
      storage: {
        read: async () => structuredClone(this.kept),
        keep: async (kept) => void (isAlive() && (this.kept = structuredClone(kept))),
      },
      clock: { now: () => time.now + phone.skew, wait: (ms) => phone.pause(ms) },
      device: phone.device,
    })
    void tables.start()
    return tables
  }
}
