/** What the screens say about a decision. */
import { counted } from "~/common/lib/text"
import { formatDay, formatTime } from "~/common/lib/time/clubTime"
import type { Shown } from "./door"
import type { Row } from "./log"
import type { Entry } from "./types"
import { formatMoney } from "~/common/lib/money"
import { formatCents } from "./till/cash"
import { decisionOf, type Known, type Refusal } from "./verdict"

export type Look = "go" | "caution" | "stop"

export interface Words {
  look: Look
  title: string
  detail: string
}

const CLOSED: Words = { look: "caution", title: "The door is closed", detail: "" }

export function describe(shown: Shown): Words {
  switch (shown.kind) {
    case "in": {
      const { name, seats, inside, of, isForced } = shown
      const detail = isForced ? "Let in anyway" : of > seats ? `${inside} of ${of} are inside` : ""
      return { look: "go", title: `${name}, ${seats} in`, detail }
    }
    case "guests":
      return { look: "go", title: `${counted(shown.seats, "guest")} in`, detail: "" }
    case "sold": {
      const { seats, total, change, isSent } = shown
      const title = change > 0 ? `Change ${formatCents(change)}` : "No change"
      const detail = `${counted(seats, "seat")} for ${formatCents(total)}`
      return { look: "go", title, detail: isSent ? detail : `${detail}, to be sent` }
    }
    case "unsold":
      return { look: "caution", title: "Not sold", detail: shown.reason }
    case "refused":
      return describeRefusal(shown.refusal)
    case "notOurs":
      return { look: "stop", title: "Not one of our codes.", detail: "" }
    case "unsaved":
      return { look: "caution", title: "This phone can't save. Use another one.", detail: "" }
    case "closed":
      return CLOSED
  }
}

/** A conflict that was found after the guests went in. */
export function describeAlarm({ entry, conflict }: Row, known: Known | null): Words {
  if (entry.kind === "sale") {
    const detail = conflict === "closed" ? CLOSED.title : "No seat was left. Note it in the drawer as taken out."
    return { look: "caution", title: `Give back ${formatMoney(entry.total)}`, detail }
  }
  const h = entry.kind === "in" ? entry.h : null
  const name = h !== null && known ? nameOf(h, known) : "the guest"
  const reason =
    h !== null && conflict && conflict !== "closed" && known ? describeRefusal(decisionOf(conflict, h, known)) : CLOSED
  return { look: "caution", title: `Call back: ${name}`, detail: reason.title }
}

/** An entry in a few words: "Maya R., 4", "2 seats for $27.60" */
export function describeEntry(entry: Entry, known: Known | null): string {
  switch (entry.kind) {
    case "in":
      return `${known ? nameOf(entry.h, known) : "Guest"}, ${entry.seats}`
    case "guest":
      return `${entry.note || "Guest"}, ${entry.seats}`
    case "sale":
      return `${counted(entry.seats, "seat")} for ${formatMoney(entry.total)}`
    case "cash":
      return `${entry.amount < 0 ? "Taken out" : "Put in"} ${formatMoney(Math.abs(entry.amount))}, ${entry.reason}`
    case "undo":
    case "fact":
      return ""
  }
}

const nameOf = (h: string, known: Known): string => known.list.passes.find((pass) => pass.h === h)?.name ?? "Guest"

export function describeRefusal(refusal: Refusal): Words {
  return { ...titleOf(refusal), detail: refusal.pass?.name ?? "" }
}

function titleOf(decision: Refusal): Pick<Words, "look" | "title"> {
  switch (decision.kind) {
    case "double": {
      const { pass, since } = decision
      const who = pass.seats === 1 ? "Already in" : `All ${pass.seats} are in`
      return { look: "caution", title: since ? `${who} since ${formatTime(since.at)} (${since.by})` : who }
    }
    case "over":
      return { look: "caution", title: "More guests than seats" }
    case "moved":
      return {
        look: "caution",
        title: decision.pass.to ? `For ${formatDay(decision.pass.to)}` : "For another date",
      }
    case "unknown":
      return { look: "stop", title: "Not a ticket for tonight" }
    case "refunded":
      return { look: "stop", title: "Refunded" }
    case "replaced":
      return { look: "stop", title: "Replaced" }
  }
}
