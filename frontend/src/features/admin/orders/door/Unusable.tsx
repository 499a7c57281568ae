import type { DoorState } from "~/api/queries/staff/door"
import { unusableText } from "./doorText"
import { row, Section } from "./Section"
import { formatTime } from "~/lib/time/dates"
import { shop } from "~/state/shop"

/** What phones sent and the shop can't use, whole: cash may have been taken for it. */
export function Unusable({ door: { unusable } }: { door: DoorState }) {
  if (unusable.length === 0) return null
  return (
    <Section title="Not booked" wide>
      <p>The shop can't use these entries of phones. If cash was taken, it is in no drawer. Ask the volunteer.</p>
      <ul>
        {unusable.map((entry, number) => (
          <li key={number} className={row}>
            <span className="min-w-0 flex-1 basis-64">
              <span className="count text-sm text-ink-2">{formatTime(entry.at, shop().timeZone)}</span>
              <span className="block">{unusableText(entry)}</span>
              {entry.sent && (
                <details>
                  <summary className="cursor-pointer text-sm">What the phone sent</summary>
                  <code className="text-sm">{entry.sent}</code>
                </details>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
