/** What the pages of the evening's programs do, besides requests (call.ts). */
import { setClubZone, type ZoneRules } from "./time/clubTime"

/** Returns what the server put into the page, and sets the club's time zone. */
export function readShop(): { name: string } {
  const page = JSON.parse(document.getElementById("shop")!.textContent) as {
    name: string
    timeZone: string
    zoneRules: ZoneRules
  }
  setClubZone(page.timeZone, page.zoneRules)
  return { name: page.name }
}

/** Calls `tryAgain` when the connection may have changed. What navigator.onLine says is not reliable. */
export function onReturn(tryAgain: () => void): () => void {
  const returned = () => {
    if (document.visibilityState === "visible") tryAgain()
  }
  window.addEventListener("online", tryAgain)
  window.addEventListener("offline", tryAgain)
  document.addEventListener("visibilitychange", returned)
  return () => {
    window.removeEventListener("online", tryAgain)
    window.removeEventListener("offline", tryAgain)
    document.removeEventListener("visibilitychange", returned)
  }
}

/** Keeps the screen on while the page is visible. Returns a function that stops it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isStopped = false
  const request = async () => {
    if (isStopped || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
    lock = await navigator.wakeLock.request("screen").catch(() => null) // the battery may be low
    if (isStopped) void lock?.release()
  }
  void request()
  document.addEventListener("visibilitychange", request)
  return () => {
    isStopped = true
    document.removeEventListener("visibilitychange", request)
    void lock?.release()
  }
}
