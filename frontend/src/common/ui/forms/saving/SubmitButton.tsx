import { type ComponentProps, type ReactNode, useId } from "react"
import type { FieldValues } from "react-hook-form"
import { useInLine } from "~/common/lib/inLine"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { Hint } from "~/common/ui/forms/Field"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { latePart } from "~/common/ui/layout/latePart"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import type { ShopForm } from "./useForm"

const Changed = latePart(() => import("./Changed"))

type SubmitProps<V extends FieldValues> = Omit<ComponentProps<typeof Button>, "type" | "busy" | "form"> & {
  form: ShopForm<V>
  /** Disables the button while offline and shows a hint. */
  needsConnection?: boolean
  children: ReactNode
}

/** The primary button, with errors about the whole form, and what others changed, above it. */
export function SubmitButton<V extends FieldValues>({
  form,
  needsConnection = false,
  busyText = "Saving…",
  ...rest
}: SubmitProps<V>) {
  const reason = useId()
  const online = useOnline()
  const disabled = needsConnection && !online
  const inLine = useInLine()
  return (
    <>
      {form.told && <Changed changes={form.told} />}
      <ErrorNotice error={form.notice} />
      <Button
        {...rest}
        type="submit"
        busy={form.busy}
        busyText={busyText}
        disabled={disabled}
        aria-describedby={disabled ? reason : undefined}
      />
      {form.busy && inLine && <Notice role="status">Many people are signing in. You're in line…</Notice>}
      {disabled && <Hint id={reason}>You're offline. This needs a connection.</Hint>}
    </>
  )
}

interface FormButtonsProps<V extends FieldValues> extends SubmitProps<V> {
  onCancel: () => void
  /** The label of the other button, for actions that "Cancel" could be mistaken for. */
  stay?: string
}

/** Cancel and the submit button, below the fields of a dialog's form. The other props are the submit button's. */
export function FormButtons<V extends FieldValues>({ onCancel, stay = "Cancel", ...submit }: FormButtonsProps<V>) {
  return (
    <DialogButtons>
      <Button
        look="secondary"
        onClick={() => {
          submit.form.startOver()
          onCancel()
        }}
      >
        {stay}
      </Button>
      <SubmitButton needsConnection {...submit} />
    </DialogButtons>
  )
}
