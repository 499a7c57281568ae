import { useQuery } from "@tanstack/react-query"
import { storyQuery } from "~/shop/queries/staff/dates"
import type { StoryEntry } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatDate, formatDeadline, formatTime, sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"

interface StoryProps {
  product: string
  startTime: string
}

/** What became of a date: when it moved, was canceled or brought back, who did that and why. Nothing if nothing happened. */
export default function Story({ product, startTime }: StoryProps) {
  const { data: story = [] } = useQuery(storyQuery(product, startTime))
  if (story.length === 0) return null
  return (
    <section aria-labelledby="story" className="no-print grid gap-2">
      <h2 id="story">What happened to this date</h2>
      <ol className="panel">
        {story.map((entry, index) => (
          <li
            key={story.length - index}
            className="border-b border-hair px-4 py-2 [overflow-wrap:anywhere] last:border-b-0"
          >
            <p className="font-semibold">{whatText(entry)}</p>
            <p className="whitespace-pre-line">{whoText(entry)}</p>
            {entry.answers && <p className="count text-sm text-ink-2">{answersText(entry, entry.answers)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** "Moved from Wed, Dec 2, 7:00 PM to Thu, Dec 3", "Moved from The Kettle to Foam & Felt" */
function whatText(entry: StoryEntry): string {
  const { kind, wasStart, nowStart, nowEnd } = entry
  if (kind === "relocated") return whereText(entry)
  if (kind !== "moved")
    return { canceled: "Canceled", restored: "Brought back", dropped: "Left out of the schedule" }[kind]
  if (sameInstant(wasStart, nowStart)) return `Ends at ${formatTime(nowEnd)}`
  const days = [formatDate(wasStart), formatDate(nowStart)] as const
  const times = [formatTime(wasStart), formatTime(nowStart)] as const
  const to = [days[0] !== days[1] && days[1], times[0] !== times[1] && times[1]].filter(Boolean).join(", ")
  return `Moved from ${days[0]}, ${times[0]} to ${to}`
}

/** "Moved from The Kettle to Foam & Felt, 16 seats instead of 24" */
function whereText({ wasPlace, nowPlace, wasSeats, nowSeats }: StoryEntry): string {
  const place = nowPlace && `Moved ${wasPlace ? `from ${wasPlace} ` : ""}to ${nowPlace}`
  const seats = nowSeats !== undefined && `${counted(nowSeats, "seat")} instead of ${wasSeats}`
  return [place, seats].filter(Boolean).join(", ")
}

/** "Rosa Ruiz, Nov 3: the room is taken" */
const whoText = ({ by, at, reason }: StoryEntry) => `${by ?? "The shop"}, ${formatDate(at)}${reason && `: ${reason}`}`

/** "9 of 12 have answered: 1 refund. The others can until Mon, Dec 7, 7:00 PM PST." */
function answersText(entry: StoryEntry, answers: Answers): string {
  const { total, told, atNewTime, moved, refunded, failed } = answers
  const open = isOpen(entry)
  const results = [
    !open && atNewTime > 0 && `${atNewTime} at the new time`,
    moved > 0 && `${moved} moved to another date`,
    refunded > 0 && counted(refunded, "refund"),
    failed > 0 && `${counted(failed, "refund")} failed`,
  ].filter(Boolean)
  const who = open ? answeredText(answers) : counted(total, "booking")
  const sentences = [
    told < total && `${told} of ${total} emails are sent`,
    results.length > 0 ? `${who}: ${results.join(", ")}` : who,
    open && `${answers.undecided < total ? "The others" : "They"} can until ${formatDeadline(entry.answerUntil!)}`,
  ]
  return `${sentences.filter(Boolean).join(". ")}.`
}

function answeredText({ total, undecided }: Answers): string {
  const answered = total - undecided
  return `${answered} of ${total} ${answered === 1 ? "has" : "have"} answered`
}

type Answers = NonNullable<StoryEntry["answers"]>

/** Whether people can still choose. */
const isOpen = ({ answers, answerUntil }: StoryEntry) =>
  answers !== null && answers.undecided > 0 && answerUntil !== null && Date.parse(answerUntil) > serverNow()

/** "12 of 30 have answered", while people can still choose about the newest change of a date; "" otherwise. */
export function useAnswered({ product, startTime }: StoryProps): string {
  const open = useQuery(storyQuery(product, startTime)).data?.find(isOpen)?.answers
  return open ? answeredText(open) : ""
}
