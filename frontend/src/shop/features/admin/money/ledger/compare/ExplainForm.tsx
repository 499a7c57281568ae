import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import type { LedgerMonth, SettlementLine } from "~/common/api/types"
import { whoChanged } from "~/shop/shared/lastChanges"
import { explainMutation } from "~/shop/queries/staff/money"
import { useLive } from "~/shop/shared/useLive"
import { lineText } from "~/shop/shared/giving/ledgerText"
import { SelectField, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { entryHint } from "./compareText"

interface ExplainProps {
  month: LedgerMonth
  line: SettlementLine
  onClose: () => void
}

const schema = v.object({
  text: requiredText("Say what it is.", 200),
  entry: v.string(),
})

/** Why a movement is only on one side, and which line of the ledger it belongs to. */
export function ExplainForm({ month, line, onClose }: ExplainProps) {
  const explain = useMutation(explainMutation)
  useLive("Ledger")
  const entered = month.lines.filter(({ derived }) => !derived)
  const form = useForm({
    name: `explain ${line.paypalId}`,
    schema,
    values: { text: line.explanation ?? "", entry: line.entry ?? "" },
    edits: { whoChanged: whoChanged("explanation", line.paypalId) },
    save: async (_, changes) => {
      await explain.mutateAsync({ month: month.month, paypalId: line.paypalId, ...changes })
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField label="What is it?" hint="Only staff see it." autoComplete="off" {...form.field("text")} />
      <SelectField
        label="Line of the ledger"
        hint={entryHint(line)}
        optional
        none="None"
        options={entered.map((entry) => ({ value: entry._id, label: lineText(entry) }))}
        {...form.field("entry")}
      >
        {line.entry && !entered.some(({ _id }) => _id === line.entry) && (
          <option value={line.entry}>A line of another month</option>
        )}
      </SelectField>
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}
