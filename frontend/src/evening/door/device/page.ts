/** What the server put into the page, and the link's key. */

export interface Shop {
  name: string
  timeZone: string
}

export function readShop(): Shop {
  return JSON.parse(document.getElementById("shop")?.textContent ?? "{}") as Shop
}

/** Returns the key in the address and removes it from there, so that nobody reads or shares it. */
export function takeKey(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get("k")
  if (location.hash) history.replaceState(null, "", location.pathname + location.search)
  return key
}

export interface SignIn {
  pin: string
  name: string
}

/** Returns the PIN and name of an organizer who opened the link where it was made, once. */
export function takeSignIn(): SignIn | null {
  const kept = sessionStorage.getItem("door")
  sessionStorage.removeItem("door")
  return kept ? (JSON.parse(kept) as SignIn) : null
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
