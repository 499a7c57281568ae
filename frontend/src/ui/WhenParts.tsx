/** "Fri, Dec 4" and "7:00–10:00 PM PST": a narrow place breaks the line between them, and never inside the hours. */
export interface DayAndHours {
  day: string
  hours: string
}

export function WhenParts({ day, hours }: DayAndHours) {
  return (
    <>
      <span className="inline-block">{`${day} ·`}</span> <span className="inline-block">{hours}</span>
    </>
  )
}
