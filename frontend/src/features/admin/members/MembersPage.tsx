import { useMutation } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import type { MembersPreview } from "~/api/types"
import { importMembersMutation, type MembersFile } from "~/api/queries/staff/vouchers"
import { Page } from "~/layout/Page"
import { counted } from "~/lib/counted"
import { Notice } from "~/ui/feedback/Notice"
import { CheckboxField } from "~/ui/forms/Choice"
import { ErrorText } from "~/ui/forms/ErrorText"
import { FileButton } from "~/ui/forms/FileButton"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { readMembersFile } from "./file"
import { ImportErrors } from "./ImportErrors"

interface Checked {
  file: MembersFile
  preview: MembersPreview
}

/** Imports the list of members, after a preview: /admin/members */
export default function MembersPage() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<MembersPreview | null>(null)
  const [problem, setProblem] = useState("")
  const { mutateAsync: send, isPending } = useMutation(importMembersMutation)

  const check = async (file: MembersFile) => {
    setProblem("")
    setDone(null)
    try {
      setChecked({ file, preview: await send(file) })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  const open = async (chosen: File) => {
    setChecked(null)
    try {
      await check({ csv: await readMembersFile(chosen), endMissing: false })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  const save = async ({ file, preview }: Checked) => {
    setProblem("")
    try {
      await send({ ...file, digest: preview.digest })
      setDone(preview)
      setChecked(null)
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed") await check(file)
      setProblem(messageOf(error))
    }
  }

  return (
    <Page title="Members">
      <div className="grid max-w-[40rem] gap-5">
        <p>
          Import a CSV file with the header <code className="rounded-sm bg-malt px-1">number,email,valid_until</code>{" "}
          and dates such as 2027-12-31. Nothing changes before you have seen what would change.
        </p>
        {done && (
          <Notice look="success" role="status">
            The members are imported: {changesText(done)}.
          </Notice>
        )}
        <FileButton label="Choose a CSV file" icon={Upload} accept=".csv,text/csv" onFile={(file) => void open(file)} />
        <p role="status" className="empty:hidden">
          {isPending && !checked && "Checking the file…"}
        </p>
        <div role="alert" className="empty:hidden">
          {problem && <ErrorText>{problem}</ErrorText>}
        </div>
        {checked && (
          <Preview
            {...checked}
            busy={isPending}
            onEndMissing={(endMissing) => void check({ ...checked.file, endMissing })}
            onSave={() => void save(checked)}
            onCancel={() => setChecked(null)}
          />
        )}
      </div>
    </Page>
  )
}

const changesText = ({ added, changed, missing }: MembersPreview) =>
  `${added} added, ${changed} changed, ${missing} not in the file`

interface PreviewProps extends Checked {
  busy: boolean
  onEndMissing: (endMissing: boolean) => void
  onSave: () => void
  onCancel: () => void
}

function Preview({ file, preview, busy, onEndMissing, onSave, onCancel }: PreviewProps) {
  const online = useOnline()
  const { added, changed, missing, errors } = preview
  const nothing = added + changed + (file.endMissing ? missing : 0) === 0
  return (
    <section
      aria-labelledby="members-preview"
      className="grid gap-4 rounded-card border border-hair bg-paper p-4 lg:p-5"
    >
      <h2 id="members-preview">{errors.length > 0 ? "This file can't be imported yet" : "What would change"}</h2>
      {errors.length > 0 ? (
        <ImportErrors errors={errors} />
      ) : (
        <>
          <ul role="status" className="count grid gap-1">
            <li>{counted(added, "new membership")}</li>
            <li>{counted(changed, "changed membership")}</li>
            <li>
              {counted(missing, "membership")} not in the file
              {file.endMissing ? ", which end now" : ", which stay as they are"}
            </li>
          </ul>
          {missing > 0 && (
            <CheckboxField
              label="End the memberships that aren't in the file"
              checked={file.endMissing}
              disabled={busy}
              onChange={({ target }) => onEndMissing(target.checked)}
            />
          )}
          <DialogButtons>
            <Button look="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <Button busy={busy} busyText="Importing…" disabled={!online || nothing} onClick={onSave}>
              Import
            </Button>
            {nothing && <p className="text-sm text-ink-2">There is nothing to import.</p>}
          </DialogButtons>
        </>
      )}
    </section>
  )
}
