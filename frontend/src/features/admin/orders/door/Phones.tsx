import type { DoorState } from "~/api/queries/staff/door"
import { ROLES } from "./doorText"
import { row, Section } from "./Section"
import { formatTime } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"

/** The volunteers' phones: who has them, and what they have not sent yet. */
export function Phones({ door: { devices } }: { door: DoorState }) {
  const { timeZone } = shop()
  return (
    <Section title="Phones">
      {devices.length === 0 && <p>No phone has opened a link yet.</p>}
      <ul>
        {devices.map(({ device, name, role, queued, isSignedIn, lastEntryAt }) => (
          <li key={device} className={row}>
            <span className="min-w-0 flex-1 basis-40">
              <span className="font-semibold">{name}</span>
              <span className="block text-sm text-ink-2">
                {ROLES[role].label} ·{" "}
                {lastEntryAt ? `last entry ${formatTime(lastEntryAt, timeZone)}` : "no entries yet"}
              </span>
            </span>
            {queued > 0 ? (
              <Badge look="warning">{queued === 1 ? "1 entry" : `${queued} entries`} to send</Badge>
            ) : (
              <span className="text-sm">All sent</span>
            )}
            {!isSignedIn && <Badge>Signed out</Badge>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
