/** What the phone stores, in IndexedDB: its number, the session, the last list, the tournament and its own entries. */
import type { EarlierLog } from "../protocol/earlier"
import { newRow, type Row } from "../protocol/log"
import type { KeptList, Storage } from "../protocol/ports"
import type { KeptTables } from "~/evening/scorekeeper/protocol/now"
import type { Draft, DoorDate, Role } from "../protocol/types"

const VERSION = 1
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

export interface Session {
  night: DoorDate
  role: Role
  by: string
  /** The phone's number, by which the shop knows its entries. */
  device: string
  /** Milliseconds that the server's clock is ahead of the phone's. */
  offset: number
}

/** Whose entries they are: each number of the phone has its own at each date. `wipeAt` is when they are deleted. */
interface Owner {
  occurrence: string
  device: string
  wipeAt: number
}

type StoredRow = Row & Owner & { seq: number }

const OPENING_MS = 5000

/**
 * Opens the database. Fails where the browser keeps nothing: it refuses, its database never opens, or it blocks cookies,
 * without which the shop doesn't know the phone.
 */
export async function openDatabase() {
  if (!navigator.cookieEnabled) throw new Error("Cookies are blocked.")
  const opening = indexedDB.open("door", VERSION)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("entries", { keyPath: ["occurrence", "device", "seq"] })
    opening.result.createObjectStore("values")
  }
  const tooLong = new Promise<never>((_, reject) => setTimeout(reject, OPENING_MS, new Error("It doesn't open.")))
  const database = await Promise.race([finished(opening), tooLong])
  // A newer version of the page in another tab may change the database.
  database.onversionchange = () => database.close()

  const values = (mode: IDBTransactionMode) => database.transaction("values", mode).objectStore("values")
  const read = async <T>(key: string) => (await finished(values("readonly").get(key))) as T | undefined
  const keep = (key: string, value: unknown) => finished(values("readwrite").put(value, key))
  const remove = (key: string) => finished(values("readwrite").delete(key))

  async function readDevice(): Promise<string> {
    const stored = await read<string>("device")
    const device = stored ?? crypto.randomUUID()
    if (!stored) await keep("device", device)
    return device
  }

  const rowsOf = ({ occurrence, device }: Owner) => IDBKeyRange.bound([occurrence, device], [occurrence, device, []])

  /** The rows of one occurrence, oldest first. */
  async function readLog(owner: Owner): Promise<Row[]> {
    const entries = database.transaction("entries").objectStore("entries")
    return ((await finished(entries.getAll(rowsOf(owner)))) as StoredRow[]).map(fromStored)
  }

  /** What still has to be sent, by occurrence and number: all of it, or without what was made as this owner. */
  async function readEarlier(except?: Owner): Promise<EarlierLog[]> {
    const entries = database.transaction("entries").objectStore("entries")
    const logs = new Map<string, EarlierLog>()
    for (const row of (await finished(entries.getAll())) as StoredRow[]) {
      if (row.answer !== null || (row.occurrence === except?.occurrence && row.device === except.device)) continue
      const name = `${row.occurrence} ${row.device}`
      const { rows } = logs.get(name) ?? { rows: [] }
      const owner = { occurrence: row.occurrence, device: row.device, wipeAt: row.wipeAt }
      logs.set(name, {
        ...owner,
        rows: [...rows, fromStored(row)],
        update: (changed) => update(owner, changed, Date.now() > row.wipeAt),
      })
    }
    return [...logs.values()]
  }

  /**
   * Counts the entries that still have to be sent, and deletes all that are too old: also by the shop's time of the
   * date, because the phone's clock may have been wrong when they were made.
   */
  async function countUnsent(): Promise<number> {
    const transaction = database.transaction("entries", "readwrite")
    const rows = (await finished(transaction.objectStore("entries").getAll())) as StoredRow[]
    const isOld = (row: StoredRow) => Math.max(Date.parse(row.entry.at), row.wipeAt) < Date.now() - MAX_AGE_MS
    for (const row of rows.filter(isOld))
      transaction.objectStore("entries").delete([row.occurrence, row.device, row.seq])
    return rows.filter((row) => row.answer === null && !isOld(row)).length
  }

  function append(owner: Owner, drafts: Draft[], seen: number) {
    const transaction = database.transaction("entries", "readwrite", { durability: "strict" })
    const entries = transaction.objectStore("entries")
    let rows: Row[] = []
    const highest = entries.openKeyCursor(rowsOf(owner), "prev")
    highest.onsuccess = () => {
      const last = (highest.result?.primaryKey as [string, string, number] | undefined)?.[2] ?? 0
      rows = drafts.map((draft, index) => newRow({ ...draft, seq: Math.max(last, seen) + 1 + index }))
      for (const row of rows) entries.add(toStored(owner, row))
    }
    const abort = () => {
      try {
        transaction.abort()
      } catch {
        // It is committing already.
      }
    }
    return { done: committed(transaction).then(() => rows), abort }
  }

  /** Once the date is over, those that were answered are deleted instead. */
  async function update(owner: Owner, rows: Row[], isOver = false): Promise<void> {
    const transaction = database.transaction("entries", "readwrite")
    const entries = transaction.objectStore("entries")
    for (const row of rows) {
      if (row.answer !== null && isOver) entries.delete([owner.occurrence, owner.device, row.entry.seq])
      else entries.put(toStored(owner, row))
    }
    await committed(transaction)
  }

  async function removeLast(owner: Owner, seq: number): Promise<boolean> {
    const transaction = database.transaction("entries", "readwrite", { durability: "strict" })
    const entries = transaction.objectStore("entries")
    let isLast = false
    const highest = entries.openKeyCursor(rowsOf(owner), "prev")
    highest.onsuccess = () => {
      isLast = (highest.result?.primaryKey as [string, string, number] | undefined)?.[2] === seq
      if (isLast) entries.delete([owner.occurrence, owner.device, seq])
    }
    await committed(transaction)
    return isLast
  }

  /** The names of guests and players. */
  async function removeNames(): Promise<void> {
    await remove("list")
    await remove("tables")
  }

  async function wipe({ occurrence }: Owner): Promise<void> {
    const transaction = database.transaction(["entries", "values"], "readwrite")
    for (const key of ["session", "list", "tables"]) transaction.objectStore("values").delete(key)
    const reading = transaction.objectStore("entries").openCursor(IDBKeyRange.bound([occurrence], [occurrence, []]))
    reading.onsuccess = () => {
      const cursor = reading.result
      if (!cursor) return
      if ((cursor.value as StoredRow).answer !== null) cursor.delete()
      cursor.continue()
    }
    await committed(transaction)
  }

  /** The part that the protocol uses. */
  function storageOf(owner: Owner): Storage {
    return {
      append: (drafts, seen) => {
        try {
          return append(owner, drafts, seen)
        } catch (error) {
          return { done: Promise.reject(error as Error), abort: () => {} } // the database was closed or deleted
        }
      },
      update: (rows) => update(owner, rows),
      removeLast: (seq) => removeLast(owner, seq),
      keepList: async (kept) => void (await (kept ? keep("list", kept) : removeNames())),
      wipe: () => wipe(owner),
    }
  }

  return {
    readDevice,
    keepDevice: (device: string) => keep("device", device),
    readLog,
    readEarlier,
    countUnsent,
    storageOf,
    readSession: () => read<Session>("session"),
    keepSession: (session: Session) => keep("session", session),
    removeSession: () => remove("session"),
    readList: () => read<KeptList>("list"),
    tables: {
      read: () => read<KeptTables>("tables"),
      keep: (kept: KeptTables) => keep("tables", kept),
    },
    removeNames,
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>

const toStored = (owner: Owner, row: Row): StoredRow => ({ ...row, ...owner, seq: row.entry.seq })
function fromStored({ entry, answer, conflict, code, isTold, isTakenOver }: StoredRow): Row {
  return { entry, answer, conflict, isTold, ...(code && { code }), ...(isTakenOver && { isTakenOver }) }
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("The database failed."))
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"))
  })
}
