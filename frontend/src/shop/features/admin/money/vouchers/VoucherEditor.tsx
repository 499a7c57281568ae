import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import type { Voucher } from "~/common/api/types"
import { eventNamesQuery } from "~/shop/queries/staff/orders"
import { createVouchersMutation, updateVoucherMutation } from "~/shop/queries/staff/money"
import { useLive } from "~/shop/shared/useLive"
import { Notice } from "~/common/ui/feedback/Notice"
import { CheckboxChoice, CheckboxField, ChoiceGroup, SelectField, sideBySide, TextField } from "~/common/ui/forms/Field"
import { CopyField } from "~/common/ui/forms/CopyField"
import { Form, FormButtons, type ShopForm, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { notify } from "~/common/ui/overlays/notify"
import { fieldsSent, kinds, valuesOf, voucherEdits, voucherSchema, type VoucherValues } from "./fields"

interface VoucherEditorProps {
  /** The edited one; null for a new one. */
  voucher: Voucher | null
  onClose: () => void
}

const digits = { inputMode: "numeric", autoComplete: "off" } as const

/** The form of a discount code, and then, if several were created, the codes. */
export function VoucherEditor({ voucher, onClose }: VoucherEditorProps) {
  const create = useMutation(createVouchersMutation)
  useLive("Voucher")
  const update = useMutation(updateVoucherMutation)
  const form = useForm({
    name: `discount code ${voucher?._id}`,
    schema: voucherSchema,
    values: valuesOf(voucher),
    edits: voucherEdits(voucher),
    save: async (values, changes) => {
      if (voucher) await update.mutateAsync({ id: voucher._id, ...changes })
      else {
        const made = await create.mutateAsync({ ...fieldsSent(values), count: Number(values.count) })
        if (made.length > 1) return
      }
      notify.success(`${values.code} is saved.`)
      onClose()
    },
  })
  const [kind, count] = form.hook.watch(["kind", "count"])
  const chosen = kinds.find(({ value }) => value === kind)!
  const made = create.data ?? []
  if (made.length > 1) return <NewCodes codes={made.map(({ code }) => code)} onClose={onClose} />
  return (
    <Form form={form}>
      {!voucher && (
        <TextField
          label="How many discount codes?"
          hint="Several are made up at random."
          {...digits}
          {...form.field("count")}
        />
      )}
      {!(Number(count) > 1) && (
        <TextField
          label="Discount code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          {...form.field("code")}
        />
      )}
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <SelectField label="What it does" options={kinds} {...form.field("kind")} />
        <TextField
          label={chosen.valueLabel}
          hint={chosen.hint}
          inputMode="decimal"
          autoComplete="off"
          {...form.field("value")}
        />
        <TextField label="Uses" optional hint="Orders, in all." {...digits} {...form.field("maxUses")} />
        <TextField
          label="Uses per person"
          optional
          hint="Orders of one account."
          {...digits}
          {...form.field("perPerson")}
        />
        <TextField label="Valid from" optional hint="First day to use it." type="date" {...form.field("validFrom")} />
        <TextField label="Valid until" optional hint="Last day to use it." type="date" {...form.field("validUntil")} />
        <TextField
          label="For dates from"
          optional
          hint="First day of the events."
          type="date"
          {...form.field("datesFrom")}
        />
        <TextField
          label="For dates until"
          optional
          hint="Last day of the events."
          type="date"
          {...form.field("datesTo")}
        />
      </div>
      <TextField label="Formats" optional hint="Separated by commas. Empty: all." {...form.field("formats")} />
      <EventChoices form={form} />
      {voucher && (
        <CheckboxField label="Turned off" hint="Buyers then read “We don't know this code.”" {...form.field("off")} />
      )}
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      <Notice look="success" role="status">
        {codes.length} discount codes were created.
      </Notice>
      <CopyField label="Discount codes, one per line" text={codes.join("\n")} rows={8} />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </div>
  )
}

function EventChoices({ form }: { form: ShopForm<VoucherValues> }) {
  const { data: events = [] } = useQuery(eventNamesQuery())
  const registered = form.hook.register("events")
  if (events.length === 0) return null
  return (
    <ChoiceGroup label="Events" hint="None chosen: all events." error={form.field("events").error} inline={false}>
      <div className="max-h-60 overflow-y-auto rounded-md border border-line px-3">
        {events.map(({ _id, name }) => (
          <CheckboxChoice key={_id} label={name} value={_id} {...registered} />
        ))}
      </div>
    </ChoiceGroup>
  )
}
