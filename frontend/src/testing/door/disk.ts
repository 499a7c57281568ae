import { newRow, type Row } from "~/door/protocol/log"
import type { KeptList, Storage } from "~/door/protocol/ports"
import type { Draft } from "~/door/protocol/types"
import { whileAlive, type VirtualTime } from "./time"

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
        const changed = new Map(rows.map((row) => [row.entry.seq, row]))
        this.rows = this.rows.map((row) => changed.get(row.entry.seq) ?? row)
      },
      removeLast: async (seq) => {
        const isLast = this.rows.at(-1)?.entry.seq === seq
        if (isLast) this.rows = this.rows.slice(0, -1)
        return isLast
      },
      keepList: async (kept) => void (this.kept = kept),
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
