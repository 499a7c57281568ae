/** The phone's session: which screen it shows, and the door that it works at. */
import { Refused } from "~/common/lib/call"
import { makeStore } from "~/common/lib/store"
import { type Database, openDatabase, type Session } from "./device/database"
import { enter as callEnter, leave as callLeave, type LinkedDate, network, readLink } from "./device/network"
import { type SignIn, takeKey, takeSignIn } from "./device/page"
import { onReturn } from "~/common/lib/visible"
import { type Door, openDoor } from "./protocol/door"
import { sendEarlier } from "./protocol/earlier"
import { type Row, unsent } from "./protocol/log"
import { phoneClock as clock } from "./protocol/ports"
import { WIPE_AFTER_MS } from "./protocol/sync"
import type { TablesStorage } from "~/evening/scorekeeper/protocol/tables"

type Stage =
  | { name: "loading" | "insecure" | "elsewhere" | "unsaved" }
  | ({ name: "enter" } & Entering)
  | ({ name: "open" } & Opened)

/** What the screen that asks for the PIN shows. */
export interface Entering {
  hasKey: boolean
  /** What the link is for, once the shop has said so. */
  date: LinkedDate | null
  /** What is typed already. */
  signIn: SignIn | null
  unsent: Unsent
  message: string
}

/** What the screens after signing in work with. */
export interface Opened {
  door: Door
  session: Session
  storage: TablesStorage
}

/** What still has to be sent, and whether it leaves without a new link. */
export interface Unsent {
  count: number
  isLeaving: boolean
}

export type Phone = ReturnType<typeof startPhone>

export function startPhone() {
  const stage = makeStore<Stage>({ name: "loading" })
  let key = takeKey()
  let date: LinkedDate | null = null
  let refusal = ""
  const signIn = takeSignIn()
  let database: Database | null = null
  let door: Door | null = null
  let isShowing = false
  const isTyping = () => Boolean((document.activeElement as HTMLInputElement | null)?.value)
  const serviceWorker = startServiceWorker(
    () => !isShowing && !isTyping() && (!door || unsent(door.get().log).length === 0),
  )

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

  async function showEnter(from: Database, message?: string): Promise<void> {
    const unsent = { count: await from.countUnsent(), isLeaving: true }
    stage.set({ name: "enter", hasKey: key !== null, date, signIn, unsent, message: message ?? refusal })
    if (!door) void sendKept(from)
  }

  /**
   * Asks what the link is for, again on each return, because the date may have moved. Without a connection, one can type
   * meanwhile. A link that was refused is only tried again by signing in: wrong links are counted.
   */
  async function nameDate(): Promise<void> {
    if (key === null || refusal) return
    try {
      date = await readLink(key)
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "door_refused") return
      refusal = "You can't sign in with this link anymore. Ask the organizer for a new one."
    }
    const now = stage.get()
    if (now.name === "enter") stage.set({ ...now, date, message: refusal })
  }

  /** Sends what is left after a link has ended: the shop knows the phone by its own secret. */
  async function sendKept(from: Database): Promise<void> {
    const device = await from.readDevice()
    const isOpen = () => door === null && stage.get().name === "enter"
    const show = async (isLeaving: boolean) => {
      const count = await from.countUnsent()
      const now = stage.get()
      if (isOpen() && now.name === "enter") stage.set({ ...now, unsent: { count, isLeaving } })
    }
    for (const log of await from.readEarlier()) {
      const update = async (rows: Row[]) => {
        await log.update(rows)
        await show(true)
      }
      const parts = { network, clock, random: Math.random, device, isOpen }
      if (!(await sendEarlier({ ...log, update }, parts))) return show(false)
    }
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

  onReturn(() => {
    door?.wake()
    void nameDate()
  })
  void start()
  void nameDate()
  return { get: stage.get, subscribe: stage.subscribe, start, enter, leave, setShowing }
}

/**
 * Registers the service worker, with which the page opens without a connection. A new version waits. `mayUpdate` is asked when it is there and on each `check`; once it agrees, the page reloads with
 * the new version.
 */
function startServiceWorker(mayUpdate: () => boolean): { check: () => void } {
  let waiting: ServiceWorker | null = null
  let isReloading = false
  const check = () => {
    if (!waiting || isReloading || !mayUpdate()) return
    isReloading = true
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload())
    waiting.postMessage("activate")
  }
  if ("serviceWorker" in navigator && import.meta.env.PROD) {
    void register((worker) => {
      waiting = worker
      check()
    }).catch((error: unknown) => console.error("The page can't be opened without a connection.", error))
  }
  return { check }
}

async function register(found: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register("/door/sw.js", { updateViaCache: "none" })
  if (registration.waiting) found(registration.waiting)
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing
    worker?.addEventListener("statechange", () => {
      // Without a controller, it is the first version, which takes over immediately.
      if (worker.state === "installed" && navigator.serviceWorker.controller) found(worker)
    })
  })
}

/**
 * Keeps the page in one tab, because two would number their entries alike. Calls `lost` once another tab takes over. Resolves with false if another tab has the page, unless this one takes it.
 */
async function claimTab(lost: () => void, takeOver = false): Promise<boolean> {
  if (!("locks" in navigator)) return true // an old browser, where the volunteer has to look
  return new Promise((resolve) => {
    let isAnswered = false
    const held = navigator.locks.request("door", takeOver ? { steal: true } : { ifAvailable: true }, (lock) => {
      isAnswered = true
      resolve(lock !== null)
      return lock && new Promise(() => {}) // until the tab is closed
    })
    // Refused at once where storage is blocked: the database says the same.
    held.catch(() => (isAnswered ? lost() : resolve(true)))
  })
}
