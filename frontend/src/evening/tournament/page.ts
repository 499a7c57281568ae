/** What the page's address, the server and this browser say. */

export interface PageFacts {
  /** The tournament's ID. */
  id: string
  /** For a projector. */
  isWall: boolean
  shop: { name: string; timeZone: string }
}

export function readPage(): PageFacts {
  return {
    id: location.pathname.split("/")[2] ?? "",
    isWall: new URLSearchParams(location.search).has("wall"),
    shop: JSON.parse(document.getElementById("shop")?.textContent ?? "{}") as PageFacts["shop"],
  }
}

/** Returns the codes of tickets that were opened in this browser. The shop's `TicketTable` stores them. */
export function readTicketCodes(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem("ticketCodes") ?? "[]")
    return Array.isArray(stored) ? stored.filter((code) => typeof code === "string") : []
  } catch {
    return [] // the browser stores nothing, or something else
  }
}

/** Calls `tryAgain` when the connection may have changed, or somebody looks at the page again. Returns how to stop. */
export function onReturn(tryAgain: () => void): () => void {
  window.addEventListener("online", tryAgain)
  document.addEventListener("visibilitychange", tryAgain)
  return () => {
    window.removeEventListener("online", tryAgain)
    document.removeEventListener("visibilitychange", tryAgain)
  }
}

/** Keeps the screen on, where the browser can. Returns a function that stops it. */
export function keepAwake(): () => void {
  const locks: Promise<WakeLockSentinel | void>[] = []
  const hold = () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
    locks.push(navigator.wakeLock.request("screen").catch(() => {})) // the battery may be low
  }
  hold()
  document.addEventListener("visibilitychange", hold) // hiding the page ends a lock
  return () => {
    document.removeEventListener("visibilitychange", hold)
    for (const lock of locks) void lock.then((held) => held?.release())
  }
}
