import { useMutation } from "@tanstack/react-query"
import { useRef } from "react"
import { undoEntryMutation } from "~/shop/queries/staff/door"
import type { Conflict, DoorState } from "~/common/api/types"
import { formatTime } from "~/common/lib/time/dates"
import { notify } from "~/common/ui/overlays/notify"
import { Fold } from "~/common/ui/layout/Fold"
import { conflictText, unusableText } from "./doorText"
import { row, Section } from "~/shop/features/admin/Section"
import { useOnce } from "~/shop/features/admin/table/listState"
import { ReasonButton } from "~/shop/features/admin/orders/review/ReasonButton"

/** Entries that don't go together, such as two phones that let in the same guest. */
export function Conflicts({ door }: { door: DoorState }) {
  const undo = useMutation(undoEntryMutation)
  const list = useRef<HTMLParagraphElement>(null)
  // After the last one is undone, the section stays to say so, until the page is left.
  const hasAny = door.conflicts.length > 0
  const hadAny = useOnce(hasAny)
  if (!hadAny) return null
  const send = async ({ device, seq }: Conflict, reason: string) => {
    await undo.mutateAsync({ id: door._id, device, seq, reason })
    notify.success("The entry is undone.")
  }
  return (
    <Section title="Conflicts" wide>
      <p ref={list} tabIndex={-1} role="status">
        {!hasAny
          ? "None. Every guest who is in has a ticket for this date."
          : "Entries stay as they are until you undo one."}
      </p>
      <ul>
        {door.conflicts.map((conflict) => (
          <li key={`${conflict.device} ${conflict.seq}`} className={row}>
            <span className="min-w-0 flex-1 basis-64">
              <span className="count text-sm text-ink-2">{formatTime(conflict.at)}</span>
              <span className="block">{conflictText(conflict)}</span>
            </span>
            <ReasonButton
              name={`undo ${conflict.device} ${conflict.seq}`}
              look="secondary"
              aria-label={`Undo: ${conflictText(conflict)}`}
              title="Undo this entry?"
              description={conflictText(conflict)}
              hint="Kept with the entry, for the records."
              action="Undo"
              busyText="Undoing…"
              focusAfter={list}
              send={(reason) => send(conflict, reason)}
            >
              Undo
            </ReasonButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
              <span className="count text-sm text-ink-2">{formatTime(entry.at)}</span>
              <span className="block">{unusableText(entry)}</span>
              {entry.sent && (
                <Fold className="text-sm" title="What the phone sent">
                  <code>{entry.sent}</code>
                </Fold>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
