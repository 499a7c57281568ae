import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { useId, useState } from "react"
import type { LedgerLine } from "~/api/types"
import { addEntryMutation } from "~/api/queries/staff/money/ledger"
import { formatMonth } from "~/lib/time/months"
import { kindText, lineText } from "~/shared/giving/ledgerText"
import { Notice } from "~/ui/feedback/Notice"
import { SelectField, sideBySide, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"
import { dollarsOf, entrySchema, kinds, lastDayOf, type EntryValues } from "./entryFields"
import { ReceiptField } from "./ReceiptField"

interface EntryFormProps {
  month: string
  /** The ID of the line that this one corrects, or "" */
  corrects: string
  /** That line and its month, once they are loaded. */
  corrected: { month: string; line: LedgerLine } | undefined
  /** Called after saving, or if nothing is to be corrected: starts an empty form. */
  onDone: () => void
}

export function EntryForm({ month, corrects, corrected, onDone }: EntryFormProps) {
  const [receipt, setReceipt] = useState("")
  const [uploading, setUploading] = useState(false)
  const add = useMutation(addEntryMutation)
  const headingId = useId()
  const form = useForm<EntryValues>({
    schema: entrySchema(month),
    defaultValues: {
      kind: kinds.find((kind) => kind === corrected?.line.kind) ?? "cost",
      date: "",
      amount: "",
      text: "",
    },
    onSubmit: async ({ amount, ...values }) => {
      if (uploading) throw new Error("The receipt is still uploading. Press Add when it's done.")
      const entry = { ...values, amount: dollarsOf(amount)!, receipt, corrects }
      await add.mutateAsync({ month, entry })
      notify.success("The line is entered.")
      onDone()
    },
  })
  return (
    <div className="grid gap-4">
      <h3 id={headingId} className="font-text text-md font-bold">
        New line
      </h3>
      {corrects && (
        <Notice>
          <p>
            This line corrects one of {corrected ? formatMonth(corrected.month) : "a closed month"}
            {corrected && `: ${lineText(corrected.line)}`}. Enter the difference: a minus sign takes something back.
          </p>
          <Button look="quiet" className="-mx-1" onClick={onDone}>
            Don't correct it
          </Button>
        </Notice>
      )}
      <Form form={form} aria-labelledby={headingId}>
        <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-3")}>
          <SelectField label="Kind" {...form.field("kind")}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindText(kind)}
              </option>
            ))}
          </SelectField>
          <TextField label="Date" type="date" min={`${month}-01`} max={lastDayOf(month)} {...form.field("date")} />
          <TextField
            label="Amount"
            prefix="$"
            inputMode={corrects ? "text" : "decimal"}
            autoComplete="off"
            {...form.field("amount")}
          />
        </div>
        <TextField
          label="Text"
          hint="Everybody can read it: no names."
          autoComplete="off"
          maxLength={200}
          {...form.field("text")}
        />
        <ReceiptField receipt={receipt} onReceipt={setReceipt} uploading={uploading} onUploading={setUploading} />
        <SubmitButton form={form} needsConnection look="secondary" className="sm:justify-self-start">
          Add
        </SubmitButton>
      </Form>
    </div>
  )
}
