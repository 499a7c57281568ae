/** The phone's session: which screen it shows, and the door that it works at. */
import { makeStore } from "~/lib/store"
import { openDatabase, type Database, type Session } from "./device/database"
import { enter as callEnter, leave as callLeave, network } from "./device/network"
import { claimTab } from "./device/oneTab"
import { onReturn, takeKey } from "./device/page"
import { startServiceWorker } from "./device/serviceWorker"
import { openDoor, type Door } from "./protocol/door"
import { unsent } from "./protocol/log"

export type Stage =
  | { name: "loading" | "insecure" | "elsewhere" | "unsaved" }
  | { name: "enter"; hasKey: boolean; unsent: number; message: string }
  | { name: "open"; door: Door; session: Session }

export type Phone = ReturnType<typeof startPhone>

export function startPhone() {
  const stage = makeStore<Stage>({ name: "loading" })
  let key = takeKey()
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
    stage.set({ name: "enter", hasKey: key !== null, unsent: await from.countUnsent(), message })
  }

  async function openSession(from: Database, session: Session): Promise<void> {
    const { night, by, offset } = session
    const opened = openDoor({
      storage: from.storageOf(night._id),
      network,
      clock: { now: Date.now, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
      random: Math.random,
      device: await from.readDevice(),
      by,
      offset,
      endsAt: Date.parse(night.endTime),
      log: await from.readLog(night._id),
      kept: (await from.readList()) ?? null,
    })
    door = opened
    opened.subscribe(() => {
      serviceWorker.check()
      const { ended } = opened.get()
      if (door === opened && ended && ended.why !== "closed") void end(from, ended.message)
    })
    stage.set({ name: "open", door: opened, session })
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
    const device = await database.readDevice()
    const { night, now, role } = await callEnter({ key, pin, name, device })
    const before = await database.readSession()
    door?.stop()
    if (before?.night._id !== night._id) await database.removeList()
    const session = { night, role, by: name, offset: Date.parse(now) - Date.now() }
    await database.keepSession(session)
    key = null
    await navigator.storage?.persist?.().catch(() => false) // otherwise the browser may delete entries when it is full
    await openSession(database, session)
  }

  /** Signs out. The entries stay, because their numbers go on if the phone comes back. */
  async function leave(): Promise<void> {
    if (!database) return
    await callLeave()
    await database.removeList()
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
