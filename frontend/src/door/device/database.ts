/** What the phone stores, in IndexedDB: its ID, the session, the last list and its own entries. */
import { newRow, type Row } from "../protocol/log"
import type { KeptList, Storage } from "../protocol/ports"
import type { Draft, Night, Role } from "../protocol/types"

const VERSION = 1
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

export interface Session {
  night: Night
  role: Role
  by: string
  /** Milliseconds that the server's clock is ahead of the phone's. */
  offset: number
}

type StoredRow = Row & { occurrence: string; seq: number }

/** Opens the database, which fails where the browser doesn't store anything. */
export async function openDatabase() {
  const opening = indexedDB.open("door", VERSION)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("entries", { keyPath: ["occurrence", "seq"] })
    opening.result.createObjectStore("values")
  }
  const database = await finished(opening)
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

  const rowsOf = (occurrence: string) => IDBKeyRange.bound([occurrence], [occurrence, []])

  /** The rows of one occurrence, oldest first. */
  async function readLog(occurrence: string): Promise<Row[]> {
    const entries = database.transaction("entries").objectStore("entries")
    return ((await finished(entries.getAll(rowsOf(occurrence)))) as StoredRow[]).map(fromStored)
  }

  /** Counts the entries that still have to be sent, and deletes all that are too old. */
  async function countUnsent(): Promise<number> {
    const transaction = database.transaction("entries", "readwrite")
    const rows = (await finished(transaction.objectStore("entries").getAll())) as StoredRow[]
    const isOld = (row: StoredRow) => Date.parse(row.entry.at) < Date.now() - MAX_AGE_MS
    for (const row of rows.filter(isOld)) transaction.objectStore("entries").delete([row.occurrence, row.seq])
    return rows.filter((row) => row.answer === null && !isOld(row)).length
  }

  function append(occurrence: string, drafts: Draft[]) {
    const transaction = database.transaction("entries", "readwrite", { durability: "strict" })
    const entries = transaction.objectStore("entries")
    let rows: Row[] = []
    const highest = entries.openKeyCursor(rowsOf(occurrence), "prev")
    highest.onsuccess = () => {
      const last = (highest.result?.primaryKey as [string, number] | undefined)?.[1] ?? 0
      rows = drafts.map((draft, index) => newRow({ ...draft, seq: last + 1 + index }))
      for (const row of rows) entries.add(toStored(occurrence, row))
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

  async function update(occurrence: string, rows: Row[]): Promise<void> {
    const transaction = database.transaction("entries", "readwrite")
    for (const row of rows) transaction.objectStore("entries").put(toStored(occurrence, row))
    await committed(transaction)
  }

  async function removeLast(occurrence: string, seq: number): Promise<boolean> {
    const transaction = database.transaction("entries", "readwrite", { durability: "strict" })
    const entries = transaction.objectStore("entries")
    let isLast = false
    const highest = entries.openKeyCursor(rowsOf(occurrence), "prev")
    highest.onsuccess = () => {
      isLast = (highest.result?.primaryKey as [string, number] | undefined)?.[1] === seq
      if (isLast) entries.delete([occurrence, seq])
    }
    await committed(transaction)
    return isLast
  }

  async function wipe(occurrence: string): Promise<void> {
    const transaction = database.transaction(["entries", "values"], "readwrite")
    for (const key of ["session", "list"]) transaction.objectStore("values").delete(key)
    const reading = transaction.objectStore("entries").openCursor(rowsOf(occurrence))
    reading.onsuccess = () => {
      const cursor = reading.result
      if (!cursor) return
      if ((cursor.value as StoredRow).answer !== null) cursor.delete()
      cursor.continue()
    }
    await committed(transaction)
  }

  /** The part that the protocol uses. */
  function storageOf(occurrence: string): Storage {
    return {
      append: (drafts) => {
        try {
          return append(occurrence, drafts)
        } catch (error) {
          return { done: Promise.reject(error as Error), abort: () => {} } // the database was closed or deleted
        }
      },
      update: (rows) => update(occurrence, rows),
      removeLast: (seq) => removeLast(occurrence, seq),
      keepList: async (kept) => void (await (kept ? keep("list", kept) : remove("list"))),
      wipe: () => wipe(occurrence),
    }
  }

  return {
    readDevice,
    readLog,
    countUnsent,
    storageOf,
    readSession: () => read<Session>("session"),
    keepSession: (session: Session) => keep("session", session),
    removeSession: () => remove("session"),
    readList: () => read<KeptList>("list"),
    removeList: () => remove("list"),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>

const toStored = (occurrence: string, row: Row): StoredRow => ({ ...row, occurrence, seq: row.entry.seq })
const fromStored = ({ entry, answer, conflict, isTold }: StoredRow): Row => ({ entry, answer, conflict, isTold })

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
