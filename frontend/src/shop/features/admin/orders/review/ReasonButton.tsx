import type { ComponentProps } from "react"
import * as v from "valibot"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"

type ReasonButtonProps = Omit<ComponentProps<typeof DialogButton>, "content"> & Omit<ReasonFormProps, "onClose">

/** A button whose action needs a reason, which a dialog asks for. Its description is the consequence. */
export function ReasonButton({ name, send, hint, action, busyText, ...button }: ReasonButtonProps) {
  return (
    <DialogButton
      {...button}
      content={(close) => <ReasonForm {...{ name, send, hint, action, busyText }} onClose={close} />}
    />
  )
}

/** For payments without an order, which have no buyer. */
export const recordHint = "Internal note, never emailed."

/** The reason for a refund or a decision about a payment, for the records. */
export const reasonField = requiredText("Enter a reason.", 500)

const schema = v.object({ reason: reasonField })

interface ReasonFormProps {
  /** Names the form, by what it is about. */
  name: string
  /** Says who reads the reason. */
  hint: string
  /** The verb on the button. */
  action: string
  busyText: string
  /** If it throws an error, its message is shown above the button. */
  send: (reason: string) => Promise<void>
  onClose: () => void
}

function ReasonForm({ name, send, hint, action, busyText, onClose }: ReasonFormProps) {
  const form = useForm({
    name,
    schema,
    values: { reason: "" },
    save: async ({ reason }) => {
      await send(reason)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField label="Reason" hint={hint} autoComplete="off" {...form.field("reason")} />
      <FormButtons form={form} onCancel={onClose} look="danger" busyText={busyText}>
        {action}
      </FormButtons>
    </Form>
  )
}
