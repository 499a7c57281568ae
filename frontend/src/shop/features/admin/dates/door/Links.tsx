import { useMutation } from "@tanstack/react-query"
import { Ban } from "lucide-react"
import { createLinkMutation, revokeDoorLinkMutation } from "~/shop/queries/staff/door"
import type { DoorLink, DoorState } from "~/common/api/types"
import { listPhones, ROLES } from "~/shop/features/admin/dates/door/doorText"
import { row, Section } from "~/shop/features/admin/Section"
import { counted } from "~/common/lib/text"
import { formatDeadline, formatTime } from "~/common/lib/time/dates"
import { Badge } from "~/common/ui/feedback/Badge"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { NewLinkDialog } from "./NewLinkDialog"

/** The links that let volunteers' phones in, by role. */
export function Links({ door }: { door: DoorState }) {
  const create = useMutation(createLinkMutation)
  const revoke = useMutation(revokeDoorLinkMutation)
  return (
    <Section title="Links">
      {door.links.length === 0 && <p>Send a link to each volunteer, and its PIN by another way.</p>}
      <ul>
        {door.links.map((link) => (
          <li key={link._id} className={row}>
            <span className="min-w-0 flex-1 basis-48">
              <span className="font-semibold">{ROLES[link.role].label}</span>
              <span className="block text-sm text-ink-2">
                {listPhones(link, door.devices)} · until {formatDeadline(link.endsAt)}
              </span>
            </span>
            {link.revokedAt ? (
              <Badge>Revoked</Badge>
            ) : (
              <MoreMenu of={nameOf(link, door)}>
                <ConfirmButton
                  opener={(open) => (
                    <MenuAction icon={Ban} label="Revoke" of={nameOf(link, door)} removes onClick={open} />
                  )}
                  title="Revoke this link?"
                  body={revokeText(link, door)}
                  action="Revoke"
                  danger
                  onConfirm={() => revoke.mutateAsync(link)}
                  done="The link and its phones are signed out."
                />
              </MoreMenu>
            )}
          </li>
        ))}
      </ul>
      {!door.closedAt && (
        <div className="flex flex-wrap gap-3">
          {(["door", "till", "tables"] as const).map((role) => (
            <Button
              key={role}
              look="secondary"
              busy={create.isPending}
              onClick={() => create.mutate({ id: door._id, role })}
            >
              New link for {ROLES[role].place}
            </Button>
          ))}
        </div>
      )}
      {create.data && <NewLinkDialog link={create.data} onClose={create.reset} />}
    </Section>
  )
}

/** "the link: Door, Ana" */
const nameOf = (link: DoorLink, { devices }: DoorState) =>
  `the link: ${ROLES[link.role].label}, ${listPhones(link, devices)}`

function revokeText(link: DoorLink, { devices }: DoorState): string {
  const phones = devices.filter((device) => device.link === link._id)
  if (phones.length === 0) return "Nobody has used it. Nobody can use it afterward."
  const unsent = phones.some(({ queued }) => queued > 0)
  const names = phones.map(({ name }) => name).join(", ")
  const rest = unsent ? " What they have not sent yet, they can still send for 30 days." : ""
  return `The phones of ${names} are signed out and lose the list of guests.${rest}`
}

/** The volunteers' phones: who has them, and what they have not sent yet. */
export function Phones({ door: { devices } }: { door: DoorState }) {
  return (
    <Section title="Phones">
      {devices.length === 0 && <p>No phone has opened a link yet.</p>}
      <ul>
        {devices.map(({ device, name, role, queued, isSignedIn, lastEntryAt }) => (
          <li key={device} className={row}>
            <span className="min-w-0 flex-1 basis-40">
              <span className="font-semibold">{name}</span>
              <span className="block text-sm text-ink-2">
                {ROLES[role].label} · {lastEntryAt ? `last entry ${formatTime(lastEntryAt)}` : "no entries yet"}
              </span>
            </span>
            {queued > 0 ? (
              <Badge look="warning">{counted(queued, "entry", "entries")} to send</Badge>
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
