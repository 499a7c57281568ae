/** "Fri, Dec 4" and "7:00–10:00 PM PST": a narrow place breaks the line between them, and never inside the hours.
 *
 *  The dot belongs to one line alone: at the beginning of another it stands left of what is to be seen. */
export interface DayAndHours {
  day: string
  hours: string
}

export function WhenParts({ day, hours }: DayAndHours) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-[0.6em] block">
        <span className="ml-[0.6em] inline-block">{day}</span>{" "}
        <span className="inline-block">
          <span className="inline-block w-[0.6em]">{"· "}</span>
          {hours}
        </span>
      </span>
    </span>
  )
}
