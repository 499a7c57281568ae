/** In the place of the words of an event's page: Django's names for them. */
import type { Occurrence } from "~/api/types"
import type { DateChoice, FaceWords } from "../../shared/card/eventWords"
import { token } from "~/firstView/pieces"
import { drawing } from "~/firstView/told"

export function faceWords(): FaceWords {
  return {
    frame: token("event.frame") as FaceWords["frame"],
    badge: { month: token("event.month"), day: token("event.monthDay") },
    when: { day: token("event.whenDay"), hours: token("event.whenHours") },
    seatsTaken: token("event.seatsTaken"),
    share: token("event.share"),
    price: token("event.price"),
    available: token("event.available"),
  }
}

/** One month with one date: the chosen one, or another. */
export function dateChoices(dates: readonly Occurrence[]): { heading: string; dates: DateChoice[] }[] {
  const startTime = drawing.told("date.chosen") ? dates[0]!.startTime : token("date.startTime")
  const date = { startTime, text: token("date.text"), full: drawing.told("date.full") }
  return [{ heading: token("month.heading"), dates: [date] }]
}

export function zoneHint(): string {
  return token("event.zoneHint")
}

export function nextWords(): { words: string; longDay: string } {
  return { words: token("event.next.words"), longDay: token("event.next.longDay") }
}

export function sumWords(): string {
  return token("event.sum")
}

export function taxedWords(): string {
  return token("event.taxed")
}
