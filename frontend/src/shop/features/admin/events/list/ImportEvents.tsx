import { useMutation } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useState } from "react"
import { isRefusal } from "~/common/api/client"
import type { EventsImport } from "~/common/api/types"
import { counted, messageOf } from "~/common/lib/text"
import { readTextFile } from "~/shop/features/admin/textFile"
import { whenOf } from "~/shop/features/admin/events/edit/form/fields"
import { isPlaceholder } from "~/shop/features/admin/events/edit/form/placeholderFields"
import { formatRule } from "~/shop/features/admin/events/edit/schedule/scheduleText"
import { importEventsMutation, previewImportMutation } from "~/shop/queries/staff/products"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { FileButton } from "~/common/ui/forms/FileButton"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { notify } from "~/common/ui/overlays/notify"

interface Checked {
  calendar: string
  preview: EventsImport
}

/** Makes drafts of another program's calendar, after a preview. */
export default function ImportEvents({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [problem, setProblem] = useState("")
  const previewing = useMutation(previewImportMutation)
  const importing = useMutation(importEventsMutation)

  const showProblem = (error: unknown) => setProblem(messageOf(error))

  // Of two files in quick succession, only the last one's callbacks are called.
  const check = (calendar: string) => {
    setProblem("")
    previewing.mutate(calendar, { onSuccess: (preview) => setChecked({ calendar, preview }), onError: showProblem })
  }

  const open = async (chosen: File) => {
    setChecked(null)
    check(await readTextFile(chosen))
  }

  const save = async ({ calendar, preview }: Checked) => {
    setProblem("")
    try {
      const { events } = await importing.mutateAsync({ calendar, digest: preview.digest })
      notify.success(`${counted(events.length, "draft is", "drafts are")} made. Look at each, then publish it.`)
      onClose()
    } catch (error) {
      if (isRefusal(error, "changed")) check(calendar)
      throw error
    }
  }

  return (
    <div className="grid gap-5">
      <p>
        Choose a file that ends with .ics, as Google Calendar, Apple Calendar, Outlook, Meetup, Eventbrite or pretix
        export it. Its coming dates become drafts, which visitors can’t see. Nothing is made before you have seen it.
      </p>
      <FileButton
        label="Choose a calendar file"
        icon={Upload}
        accept=".ics,text/calendar"
        onFile={(file) => void open(file).catch(showProblem)}
      />
      <p role="status" className="empty:hidden">
        {previewing.isPending && "Reading the file…"}
      </p>
      <ErrorNotice error={problem} />
      {checked && (
        <Preview
          preview={checked.preview}
          busy={previewing.isPending || importing.isPending}
          onSave={() => void save(checked).catch(showProblem)}
          onCancel={onClose}
        />
      )}
    </div>
  )
}

interface PreviewProps {
  preview: EventsImport
  busy: boolean
  onSave: () => void
  onCancel: () => void
}

function Preview({ preview: { events, notes, errors }, busy, onSave, onCancel }: PreviewProps) {
  const online = useOnline()
  const isBad = errors.length > 0
  return (
    <section aria-labelledby="import-preview" className="grid gap-4 border-t border-hair pt-4">
      <h3 id="import-preview">{isBad ? "This file can’t be imported" : "What would be made"}</h3>
      {isBad ? (
        <Lines lines={errors} />
      ) : (
        <>
          <p role="status">{counted(events.length, "draft")}</p>
          <ul className="grid gap-2">
            {events.slice(0, MOST).map((event) => (
              <li key={`${event.line} ${event.startTime}`} className="[overflow-wrap:anywhere]">
                <span className="font-semibold">{event.name}</span>
                <span className="block text-sm text-ink-2">{eventText(event)}</span>
              </li>
            ))}
          </ul>
          <Rest count={events.length} />
          {notes.length > 0 && (
            <div className="grid gap-2">
              <h4 className="font-semibold">What isn’t taken over as it is</h4>
              <Lines lines={notes} />
            </div>
          )}
          <DialogButtons>
            <Button look="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <Button busy={busy} busyText="Importing…" disabled={!online || events.length === 0} onClick={onSave}>
              Make drafts
            </Button>
            {events.length === 0 && <p className="text-sm text-ink-2">There is nothing to make.</p>}
          </DialogButtons>
        </>
      )}
    </section>
  )
}

const MOST = 50

/** "Repeats every Friday, 7:00–10:00 PM venue time, with no end. 1 date moved, 2 canceled. Foam & Felt" */
function eventText(event: EventsImport["events"][number]): string {
  const { moved, canceled, eventLocation } = event
  const changes = [moved > 0 && `${counted(moved, "date")} moved`, canceled > 0 && `${canceled} canceled`]
  const changed = changes.filter(Boolean).join(", ")
  const rule = formatRule(whenOf(event, Date.now())) // nothing, if it ends when it starts
  const place = isPlaceholder(eventLocation) ? "No place yet" : eventLocation
  return [rule, changed && `${changed}.`, place].filter(Boolean).join(" ")
}

function Lines({ lines }: { lines: EventsImport["notes"] }) {
  return (
    <>
      <ul className="grid gap-1">
        {lines.slice(0, MOST).map(({ line, name, message }) => (
          <li key={`${line} ${message}`} className="[overflow-wrap:anywhere]">
            Line {line}
            {name && `, “${name}”`}: {message}
          </li>
        ))}
      </ul>
      <Rest count={lines.length} />
    </>
  )
}

const Rest = ({ count }: { count: number }) =>
  count > MOST && <p className="text-sm text-ink-2">And {(count - MOST).toLocaleString("en-US")} more.</p>
