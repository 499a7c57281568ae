/** The phone's session: which screen it shows, and the door that it works at. */
import { makeStore } from "~/lib/store"
import { openDatabase, type Database, type Session } from "./device/database"
import { enter as callEnter, leave as callLeave, network } from "./device/network"
import { claimTab } from "./device/oneTab"
import { onReturn, takeKey, takeSignIn, type SignIn } from "./device/page"
import { startServiceWorker } from "./device/serviceWorker"
import { openDoor, type Door } from "./protocol/door"
import { sendEarlier } from "./protocol/earlier"
import { unsent } from "./protocol/log"
import type { TablesStorage } from "./protocol/tables/tables"
import { WIPE_AFTER_MS } from "./protocol/sync"

export type Stage =
  | { name: "loading" | "insecure" | "elsewhere" | "unsaved" }
  | { name: "enter"; hasKey: boolean; signIn: SignIn | null; unsent: number; message: string }
  | { name: "open"; door: Door; session: Session; storage: TablesStorage }

const clock = { now: Date.now, wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }

export type Phone = ReturnType<typeof startPhone>

export function startPhone() {
  const stage = makeStore<Stage>({ name: "loading" })
  let key = takeKey()
  const signIn = takeSignIn()
  let database: Database | null = null
  let door: Door | null = null
  let isShowing = false
  const serviceWorker = startServiceWorker(() => !isShowing && (!door || unsent(door.get().log).length === 0))

  async function start(takeOver = false): Promise<void> {
    if (!window.isSecureContext) return stage.set({ name: "insecure" })
    const isOurs = await claimTab(stopHere, takeOver)
    if (!isOurs) return stage.set({ name: "elsewhere" })
    try {
      database ??= await openDatabase()
      const session = await database.readSession()
      // Even if a new link was opened, what was queued before it is sent.
      if (session) await openSession(database, session)
      if (key !== null || !session) await showEnter(database)
    } catch (error) {
      console.error("This browser stores nothing.", error)
      stage.set({ name: "unsaved" })
    }
  }

  /** Another tab took over. */
  function stopHere(): void {
    door?.stop()
    door = null
    stage.set({ name: "elsewhere" })
  }

  async function showEnter(from: Database, message = ""): Promise<void> {
    stage.set({ name: "enter", hasKey: key !== null, signIn, unsent: await from.countUnsent(), message })
  }

  async function openSession(from: Database, session: Session): Promise<void> {
    const { night, by, offset, device } = session
    const endsAt = Date.parse(night.endTime)
    const owner = { occurrence: night._id, device, wipeAt: endsAt + WIPE_AFTER_MS }
    const opened = openDoor({
      storage: from.storageOf(owner),
      network,
      clock,
      random: Math.random,
      device,
      by,
      offset,
      endsAt,
      log: await from.readLog(owner),
      kept: (await from.readList()) ?? null,
    })
    door = opened
    opened.subscribe(() => {
      serviceWorker.check()
      const { ended } = opened.get()
      if (door === opened && ended && ended.why !== "closed") void end(from, ended.message)
    })
    stage.set({ name: "open", door: opened, session, storage: from.tables })
    const isOpen = () => door === opened
    for (const log of await from.readEarlier(owner)) {
      void sendEarlier(log, { network, clock, random: Math.random, device, isOpen })
    }
  }

  async function end(from: Database, message: string): Promise<void> {
    const wasOpen = stage.get().name === "open"
    door?.stop()
    door = null
    await from.removeSession()
    if (wasOpen) await showEnter(from, message)
  }

  /** Signs in with the link's key. Throws the server's message. */
  async function enter(pin: string, name: string): Promise<void> {
    if (!database || key === null) return
    const { night, now, role, device } = await callEnter({ key, pin, name, device: await database.readDevice() })
    await database.keepDevice(device)
    const before = await database.readSession()
    door?.stop()
    if (before?.night._id !== night._id) await database.removeNames()
    const session = { night, role, by: name, device, offset: Date.parse(now) - Date.now() }
    await database.keepSession(session)
    key = null
    // Otherwise the browser may delete entries when it is full. Not awaited: Firefox asks the person first.
    void navigator.storage?.persist?.().catch(() => false)
    await openSession(database, session)
  }

  /** Signs out. The entries stay, because their numbers go on if the phone comes back. */
  async function leave(): Promise<void> {
    if (!database) return
    await callLeave()
    await database.removeNames()
    await end(database, "")
  }

  /** Verdicts are not interrupted by a new version. */
  function setShowing(isVerdict: boolean): void {
    isShowing = isVerdict
    serviceWorker.check()
  }

  onReturn(() => door?.wake())
  void start()
  return { get: stage.get, subscribe: stage.subscribe, start, enter, leave, setShowing }
}
