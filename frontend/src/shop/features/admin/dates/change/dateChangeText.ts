/** The texts about a date that is canceled or moved. */
import type { DateChange, DateChangePreview, DateChangeRequest } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { formatDateOption, formatDeadline, sameInstant } from "~/common/lib/time/dates"
import type { Concerned } from "~/shop/shared/staffActions/concerned"

/** What happens to a date, for who reads about it. */
export type ChangeKind = "cancel" | "move" | "relocate" | "resize"

/** The API's `move` is to another time, to another place, or only to another number of seats. */
export function kindOf({ kind, to, placeId }: DateChangeRequest): ChangeKind {
  if (kind === "cancel") return kind
  if (to) return "move"
  return placeId ? "relocate" : "resize"
}

/** "Cancel Fri, Dec 4 · 7:00 PM?", "Move Fri, Dec 4 · 7:00 PM to The Kettle, 12 Main St?" */
export function questionText(change: DateChangeRequest, { nowPlace, nowSeats }: DateChangePreview): string {
  const from = formatDateOption(change.startTime)
  switch (kindOf(change)) {
    case "cancel":
      return `Cancel ${from}?`
    case "move":
      return `Move ${from} to ${formatDateOption(change.to!)}?`
    case "relocate":
      return `Move ${from} to ${nowPlace ?? "another place"}?`
    case "resize":
      return `${from} with ${counted(nowSeats ?? 0, "seat")}?`
  }
}

type ByHand = NonNullable<DateChange["byHand"]>[number]

const affectsNobody = ({ people, seats, waiting }: Concerned) => people + seats + waiting === 0

/** "41 people", "18 orders", …; nothing if nobody is affected. */
export function numbersOf(preview: Concerned): string[] {
  if (affectsNobody(preview)) return []
  const { people, orders, seats, byHand = [], money, guests, waiting } = preview
  return [
    peopleText(people),
    counted(orders, "order"),
    seatsText(seats, byHand),
    formatMoney(money),
    counted(guests, "guest"),
    `${waiting} waiting`,
  ]
}

/** "12 seats: 10 bought, 2 booked by hand" */
function seatsText(seats: number, byHand: readonly ByHand[]): string {
  const given = byHand.reduce((sum, booking) => sum + booking.seats, 0)
  return given > 0
    ? `${counted(seats, "seat")}: ${seats - given} bought, ${given} booked by hand`
    : counted(seats, "seat")
}

/** "Mo Ray, 2 seats" */
export function byHandText({ name, seats, isDeleted }: ByHand): string {
  return isDeleted
    ? `A deleted account, ${counted(seats, "seat")}: tell the guests yourself`
    : `${name}, ${counted(seats, "seat")}`
}

/** What happens to whom, in sentences. */
export function consequences({ kind, answerHours }: Answer, preview: Concerned): string[] {
  if (affectsNobody(preview)) return ["Nobody has booked this date."]
  const money = preview.money > 0 ? formatMoney(preview.money) : ""
  return [
    "Everyone gets an email with your reason.",
    answerHours === 0 || (preview.hasNoOtherDate && !money)
      ? atOnce(kind, money)
      : `Buyers have ${hoursText(answerHours)} to choose ${choiceText(preview, money)}. ${unanswered(kind, money)}`,
    waitingText(kind, preview.waiting),
  ].filter(Boolean)
}

/** What happens, and how many hours buyers have to choose; 0: they have no choice. */
interface Answer {
  kind: ChangeKind
  answerHours: number
}

function waitingText(kind: ChangeKind, waiting: number): string {
  if (waiting === 0) return ""
  const who = waiting === 1 ? "The person who is waiting" : `The ${waiting} people who are waiting`
  if (kind === "cancel") return `${who} can no longer get seats on this date.`
  return `${who} ${waiting === 1 ? "keeps the place" : "keep their places"}, and can leave with one tap.`
}

function choiceText({ hasNoOtherDate }: Concerned, money: string): string {
  if (hasNoOtherDate) return "their money back or keep it as a gift"
  return `another date${money && " or their money back"}`
}

function atOnce(kind: ChangeKind, money: string): string {
  if (kind !== "cancel") return `Buyers keep their seats at ${newWhat(kind)}.`
  return money ? `${money} is refunded immediately.` : "Nothing was paid, so nothing is refunded."
}

function unanswered(kind: ChangeKind, money: string): string {
  if (kind !== "cancel") return `Without an answer they keep their seats at ${newWhat(kind)}.`
  return money ? `Without an answer they get it back: ${money} in all.` : "Without an answer their seats end."
}

export const newWhat = (kind: ChangeKind) => (kind === "relocate" ? "the new place" : "the new time")

const verbs = { cancel: "Cancel", move: "Move", relocate: "Move", resize: "Change" } as const

/** The text of the button: "Cancel this date, tell 41 people", "Move 3 dates, tell 12 people" */
export function actionText({ kind, answerHours }: Answer, { people, money }: Concerned, dates = "this date"): string {
  const what = `${verbs[kind]} ${dates}`
  if (kind === "cancel" && answerHours === 0 && money > 0) return `${what} and refund ${formatMoney(money)}`
  return people > 0 ? `${what}, tell ${peopleText(people)}` : what
}

/** "Fri, Dec 4 · 7:00 PM is canceled.", "… has moved to Sat, Dec 5 · 7:00 PM.", "… is at The Kettle, 12 Main St now." */
export function changeText({ kind, startTime, to = startTime, place }: DateChange): string {
  const from = formatDateOption(startTime)
  if (kind === "cancel") return `${from} is canceled.`
  if (!sameInstant(to, startTime)) return `${from} has moved to ${formatDateOption(to)}${place ? `, ${place}` : ""}.`
  return place ? `${from} is at ${place} now.` : `${from} has another number of seats now.`
}

/** What is going on: "Sending emails." */
export function stateText(change: DateChange): string {
  const { status, told, total, undecided, answerUntil, byHand = [] } = change
  if (status === "done")
    return total + byHand.length === 0 ? "Done. Nobody had booked this date." : "Done. Everyone has been told."
  if (told < total) return "Sending emails."
  if (undecided > 0 && answerUntil) return `Waiting for answers until ${formatDeadline(answerUntil)}.`
  return "Finishing."
}

const peopleText = (count: number) => counted(count, "person", "people")

/** "12 hours", "3 days" */
export function hoursText(hours: number): string {
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}
