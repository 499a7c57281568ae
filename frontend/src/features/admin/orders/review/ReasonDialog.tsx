import * as v from "valibot"
import { Dialog } from "~/ui/overlays/Dialog"
import { reasonField } from "./reviewItems"
import { TextField } from "~/ui/forms/Field"
import { Form, FormButtons } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"

interface ReasonDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The consequence. */
  description: string
  /** Says who reads the reason. */
  hint: string
  /** The verb on the button. */
  action: string
  busyText: string
  /** If it throws an error, its message is shown above the button. */
  send: (reason: string) => Promise<void>
}

/** Asks for the reason before a refund. */
export default function ReasonDialog({ send, hint, action, busyText, ...dialog }: ReasonDialogProps) {
  return (
    <Dialog {...dialog}>
      <ReasonForm
        send={send}
        hint={hint}
        action={action}
        busyText={busyText}
        onClose={() => dialog.onOpenChange(false)}
      />
    </Dialog>
  )
}

const schema = v.object({ reason: reasonField })

type ReasonFormProps = Pick<ReasonDialogProps, "send" | "hint" | "action" | "busyText"> & { onClose: () => void }

function ReasonForm({ send, hint, action, busyText, onClose }: ReasonFormProps) {
  const form = useForm({
    schema,
    defaultValues: { reason: "" },
    onSubmit: async ({ reason }) => {
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
