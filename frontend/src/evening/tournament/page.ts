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
