import { useMutation } from "@tanstack/react-query"
import { Ban } from "lucide-react"
import { createLinkMutation, revokeDoorLinkMutation } from "~/shop/queries/staff/door"
import type { DoorLink, DoorPhone, DoorState } from "~/common/api/types"
import { ROLES } from "~/shop/features/admin/dates/door/doorText"
import { row, Section } from "~/shop/features/admin/Section"
import { counted } from "~/common/lib/text"
import { formatDeadline, formatTime } from "~/common/lib/time/dates"
import { Badge } from "~/common/ui/feedback/Badge"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { NewLinkDialog } from "./NewLinkDialog"

/** The volunteers' phones: who has them, what they do, and what they have not sent yet. Each was added by a link. */
export function Phones({ door }: { door: DoorState }) {
  const create = useMutation(createLinkMutation)
  return (
    <Section title="Phones at the door">
      {door.links.length === 0 && <p>Add a phone for each volunteer. Nobody needs an account or an app.</p>}
      <ul>
        {door.links.map((link) => (
          <li key={link._id} className={row}>
            <div className="grid min-w-0 flex-1 basis-48 gap-2">
              <PhonesOfLink link={link} phones={phonesOf(link, door)} />
            </div>
            {link.revokedAt ? <Badge>Ended</Badge> : <EndMenu link={link} phones={phonesOf(link, door)} />}
          </li>
        ))}
      </ul>
      {!door.closedAt && (
        <DialogButton
          look="secondary"
          className="justify-self-start"
          title="Add a phone"
          description="What does it do?"
          content={(close) => (
            <div className="grid gap-3">
              {(["door", "till", "tables"] as const).map((role) => (
                <Button
                  key={role}
                  look="secondary"
                  busy={create.isPending}
                  onClick={() => create.mutate({ id: door._id, role }, { onSettled: close })}
                >
                  {ROLES[role].does}
                </Button>
              ))}
            </div>
          )}
        >
          Add a phone
        </DialogButton>
      )}
      {create.data && <NewLinkDialog link={create.data} onClose={create.reset} />}
    </Section>
  )
}

const phonesOf = ({ _id }: DoorLink, { devices }: DoorState) => devices.filter(({ link }) => link === _id)

interface LinkProps {
  link: DoorLink
  phones: readonly DoorPhone[]
}

function PhonesOfLink({ link: { role, endsAt }, phones }: LinkProps) {
  const until = `until ${formatDeadline(endsAt)}`
  if (phones.length === 0)
    return (
      <p>
        <strong>{ROLES[role].does}</strong>
        <span className="block text-sm text-ink-2">Nobody has opened it yet · {until}</span>
      </p>
    )
  return phones.map(({ device, name, queued, isSignedIn, lastEntryAt }) => (
    <div key={device} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="min-w-0 grow">
        <strong>{name}</strong> {ROLES[role].doing}
        <span className="block text-sm text-ink-2">
          {until} · {lastEntryAt ? `last entry ${formatTime(lastEntryAt)}` : "no entries yet"}
        </span>
      </p>
      {queued > 0 ? (
        <Badge look="warning">{counted(queued, "entry", "entries")} to send</Badge>
      ) : (
        <span className="text-sm">All sent</span>
      )}
      {!isSignedIn && <Badge>Signed out</Badge>}
    </div>
  ))
}

function EndMenu({ link, phones }: LinkProps) {
  const end = useMutation(revokeDoorLinkMutation)
  const names = phones.map(({ name }) => name).join(", ")
  const of = names || `the phone that nobody has opened: ${ROLES[link.role].does}`
  return (
    <MoreMenu of={of}>
      <ConfirmButton
        opener={(open) => <MenuAction icon={Ban} label="End" of={of} removes onClick={open} />}
        title={names ? `End the phone of ${names}?` : "End this phone?"}
        body={endText(link.role, names, phones)}
        action="End"
        danger
        onConfirm={() => end.mutateAsync(link)}
        done="The phone is signed out."
      />
    </MoreMenu>
  )
}

function endText(role: DoorLink["role"], names: string, phones: readonly DoorPhone[]): string {
  if (!names) return "Nobody has opened it. Nobody can afterward."
  const unsent = phones.some(({ queued }) => queued > 0)
  const rest = unsent ? " What was not sent yet, can still be sent for 30 days." : ""
  return `${names} ${ROLES[role].ended}.${rest}`
}
