export interface DayAndHours {
  day: string
  hours: string
}

/**
 * "Fri, Dec 4 · 7:00–10:00 PM PST", whose line only breaks between the day and the times. If it breaks, the dot is
 * clipped at the left of the second line.
 */
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
