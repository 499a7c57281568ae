import type { Conflict, DoorDrawer, UnusableEntry } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { formatTime } from "~/common/lib/time/dates"

export const ROLES = {
  door: {
    does: "Checks in",
    doing: "checks in",
    hint: "It checks guests in.",
    ended: "can't check in anymore and loses the list of guests",
  },
  till: {
    does: "Checks in and sells",
    doing: "checks in and sells",
    hint: "It checks guests in and sells seats for cash.",
    ended: "can't check in or sell anymore, and loses the list of guests; its code for late guests ends",
  },
  tables: {
    does: "Runs the tables",
    doing: "runs the tables",
    hint: "It keeps the tournament: pairings, results and standings.",
    ended: "can't run the tables anymore",
  },
} as const

/** What happened, in a sentence. */
export function conflictText({ conflict, by, name, seats, giveBack }: Conflict): string {
  if (giveBack !== null) {
    const sale = `${by} sold ${counted(seats, "seat")} when none were left.`
    return giveBack > 0 ? `${sale} Give back ${formatMoney(giveBack)} from the drawer, and note it there.` : sale
  }
  const deed = `${by} let in ${counted(seats, "guest")}`
  const withTicket = `${deed} with ${name === null ? "a" : `${name}'s`} ticket`
  switch (conflict) {
    case "unknown":
      return `${deed} with a code that is not a ticket for this date.`
    case "closed":
      return `${deed} after the door was closed.`
    case "replaced":
      return `${withTicket}, whose code was replaced.`
    case "moved":
      return `${withTicket}, which is for another date.`
    case "refunded":
      return `${withTicket}, which was refunded.`
    case "double":
      return `${withTicket}, whose guests were all in already.`
    case "over":
    case null:
      return `${withTicket}, more than it still admitted.`
  }
}

const REASONS: Record<string, string> = {
  bad_amount: "the amount can't be right",
  bad_seats: "the number of seats can't be right",
  link_ended: "it was written after the phone was ended, and lets nobody in",
  bad_device: "the phone lost its number, and can't prove which one it had",
  seq_reused: "another entry has its number",
}

/** What a phone sent, in a sentence. */
export function unusableText({ by, code, amount, seats }: UnusableEntry): string {
  const about = [seats !== null && counted(seats, "guest"), amount !== null && formatMoney(amount)].filter(Boolean)
  const deed = about.length === 0 ? "an entry" : `an entry about ${about.join(" and ")}`
  return `${by || "A volunteer"}'s phone sent ${deed}: ${REASONS[code] ?? "the shop can't use it"}.`
}

/** How far the drawer is, in a sentence or two. */
export function drawerText(drawer: DoorDrawer): string {
  const { float, expected, counts, difference, reason, closedAt } = drawer
  if (closedAt) {
    const text = `Closed at ${formatTime(closedAt)}. ${resultText(expected, difference)}`
    return reason ? `${text} Reason: ${reason}` : text
  }
  if (counts.length === 0) return `Open, with a float of ${formatMoney(float)}. Not counted yet.`
  if (expected === null) return `${counts.join(", ")} has counted. It has to be counted once more.`
  return `Counted by ${[...new Set(counts)].join(" and ")}, not closed yet. ${resultText(expected, difference)}`
}

/** Cash that a phone reported after the drawer was closed, in a sentence. */
export function lateMoveText({ amount, reason }: DoorDrawer["late"][number]): string {
  const deed = amount < 0 ? "taken out" : reason ? "put in" : "from a sale"
  return `${formatMoney(Math.abs(amount))} ${deed}${reason && `: ${reason}`}`
}

function resultText(expected: number | null, difference: number | null): string {
  if (expected === null || difference === null) return ""
  if (difference === 0) return `It holds the expected ${formatMoney(expected)}.`
  const off = formatMoney(Math.abs(difference))
  return `Expected ${formatMoney(expected)}; ${difference < 0 ? `${off} is missing` : `there is ${off} too much`}.`
}
