import { useMutation } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useState } from "react"
import { isRefusal } from "~/common/api/client"
import { importMembersMutation, type MembersFile, previewMembersMutation } from "~/shop/queries/staff/members"
import type { MembersPlan } from "~/common/api/types"
import { counted, fullName, messageOf } from "~/common/lib/text"
import { readTextFile } from "~/shop/features/admin/textFile"
import { CheckboxField } from "~/common/ui/forms/Field"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { FileButton } from "~/common/ui/forms/FileButton"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { notify } from "~/common/ui/overlays/notify"

interface Checked {
  file: MembersFile
  preview: MembersPlan
}

/** Imports the club's list of members, after a preview. */
export function Import({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [problem, setProblem] = useState("")
  const previewing = useMutation(previewMembersMutation)
  const importing = useMutation(importMembersMutation)

  const showProblem = (error: unknown) => setProblem(messageOf(error))

  // Of two files in quick succession, only the last one's callbacks are called.
  const check = (file: MembersFile) => {
    setProblem("")
    previewing.mutate(file, { onSuccess: (preview) => setChecked({ file, preview }), onError: showProblem })
  }

  const open = async (chosen: File) => {
    setChecked(null)
    check({ csv: await readTextFile(chosen), endMissing: false })
  }

  const save = async ({ file, preview }: Checked) => {
    setProblem("")
    try {
      const done = await importing.mutateAsync({ ...file, digest: preview.digest })
      notify.success(`The members are imported: ${changesText(done)}.`)
      onClose()
    } catch (error) {
      if (isRefusal(error, "changed")) check(file)
      throw error
    }
  }

  return (
    <div className="grid gap-5">
      <p>
        Choose a CSV file with the header <code className="rounded-sm bg-malt px-1">number,email,valid_until</code> and
        dates such as 2027-12-31 or 12/31/2027. Nothing changes before you have seen what would change.
      </p>
      <FileButton
        label="Choose a CSV file"
        icon={Upload}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void open(file).catch(showProblem)}
      />
      <p role="status" className="empty:hidden">
        {previewing.isPending && !checked && "Checking the file…"}
      </p>
      <ErrorNotice error={problem} />
      {checked && (
        <Preview
          {...checked}
          busy={previewing.isPending || importing.isPending}
          onEndMissing={(endMissing) => check({ ...checked.file, endMissing })}
          onSave={() => void save(checked).catch(showProblem)}
          onCancel={onClose}
        />
      )}
    </div>
  )
}

const changesText = ({ added, changed, missing }: MembersPlan) =>
  `${added} added, ${changed} changed, ${missing} not in the file`

interface PreviewProps extends Checked {
  busy: boolean
  onEndMissing: (endMissing: boolean) => void
  onSave: () => void
  onCancel: () => void
}

function Preview({ file, preview, busy, onEndMissing, onSave, onCancel }: PreviewProps) {
  const online = useOnline()
  const { added, changed, unlinked, missing, errors } = preview
  const nothing = added + changed + (file.endMissing ? missing : 0) === 0
  return (
    <section aria-labelledby="members-preview" className="grid gap-4 border-t border-hair pt-4">
      <h3 id="members-preview">{errors.length > 0 ? "This file can't be imported yet" : "What would change"}</h3>
      {errors.length > 0 ? (
        <ImportErrors errors={errors} />
      ) : (
        <>
          <div role="status">
            <ul className="count grid gap-1">
              <li>{counted(added, "new membership")}</li>
              <li>
                {counted(changed, "changed membership")}
                <Unlinked rows={unlinked} />
              </li>
              <li>
                {counted(missing, "membership")} not in the file
                {file.endMissing ? ", which end now" : ", which stay as they are"}
              </li>
            </ul>
          </div>
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

const MOST = 50

/** The accounts that lose a number because the file gives it to somebody else. */
function Unlinked({ rows }: { rows: MembersPlan["unlinked"] }) {
  if (rows.length === 0) return null
  return (
    <ul className="grid gap-1 ps-5">
      {rows.slice(0, MOST).map(({ number, user }) => (
        <li key={number} className="[overflow-wrap:anywhere]">
          {number} is somebody else’s now: {fullName(user)} ({user.email}) pays list prices from now on.
        </li>
      ))}
      {rows.length > MOST && <li>And {counted(rows.length - MOST, "other account")}.</li>}
    </ul>
  )
}

const head = "border-b-2 border-hair px-3 py-2 text-left font-semibold"
const cell = "border-b border-hair px-3 py-2 align-top [overflow-wrap:anywhere] group-last:border-b-0"

/** The rows that can't be imported. */
function ImportErrors({ errors }: Pick<MembersPlan, "errors">) {
  const rows = new Set(errors.map(({ row }) => row)).size
  return (
    <div className="grid gap-2">
      <p role="status">{counted(rows, "row has", "rows have")} to be corrected first.</p>
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Rows to correct</caption>
        <thead>
          <tr>
            {["Row", "Column", "What to do"].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, MOST).map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`} className="group">
              <th scope="row" className={`count ${cell} text-left`}>
                {row}
              </th>
              <td className={`${cell} whitespace-nowrap`}>{column}</td>
              <td className={cell}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.length > MOST && <p className="text-sm text-ink-2">The first {MOST} are shown.</p>}
    </div>
  )
}
