import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { useEffect, useRef, useState } from "react"
import { addEntryMutation } from "~/api/queries/staff/ledger"
import { kindText } from "~/shared/giving/ledgerText"
import { Notice } from "~/ui/feedback/Notice"
import { SelectField, sideBySide, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { notify } from "~/ui/overlays/notify"
import { dollarsOf, entrySchema, kinds, type EntryValues } from "./entryFields"
import { ReceiptField } from "./ReceiptField"

interface EntryFormProps {
  month: string
  /** The ID of the line that this one corrects, or "" */
  corrects: string
  onSaved: () => void
}

export function EntryForm({ month, corrects, onSaved }: EntryFormProps) {
  const [receipt, setReceipt] = useState("")
  const [uploading, setUploading] = useState(false)
  const add = useMutation(addEntryMutation)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!corrects) return
    box.current?.scrollIntoView({ block: "start" })
    box.current?.focus({ preventScroll: true })
  }, [corrects])
  const form = useForm<EntryValues>({
    schema: entrySchema(month),
    defaultValues: { kind: "cost", date: "", amount: "", text: "" },
    onSubmit: async ({ amount, ...values }) => {
      if (uploading) throw new Error("The receipt is still uploading. Press Add when it's done.")
      const entry = { ...values, amount: dollarsOf(amount)!, receipt, corrects }
      await add.mutateAsync({ month, entry })
      notify.success("The line is entered.")
      onSaved()
    },
  })
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 rounded-md">
      {corrects && (
        <Notice>
          This line corrects one of a closed month. Enter the difference: a minus sign takes something back.
        </Notice>
      )}
      <Form form={form} aria-label="New line">
        <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-3")}>
          <SelectField label="Kind" {...form.field("kind")}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindText(kind)}
              </option>
            ))}
          </SelectField>
          <TextField label="Date" type="date" min={`${month}-01`} max={`${month}-31`} {...form.field("date")} />
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
        <SubmitButton form={form} needsConnection look="secondary">
          Add
        </SubmitButton>
      </Form>
    </div>
  )
}
