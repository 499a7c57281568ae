import { useInLine } from "~/common/lib/inLine"
import { useEffect, useId, type ComponentProps, type ReactNode, type RefObject } from "react"
import type { FieldValues } from "react-hook-form"
import { Button } from "~/common/ui/layout/Button"
import { Hint } from "~/common/ui/forms/Field"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { useOnline } from "~/common/ui/hooks/useOnline"
import type { FormProblem, ShopForm } from "~/common/ui/forms/useForm"

type FormProps<V extends FieldValues> = Omit<ComponentProps<"form">, "onSubmit" | "form"> & { form: ShopForm<V> }

/** A form with a problem summary at the top. Its children are the fields and a <SubmitButton>. */
export function Form<V extends FieldValues>({ form, children, className = "grid gap-5", ...rest }: FormProps<V>) {
  useErrorTitle(form.failures > 0 && (form.problems.length > 0 || form.notice !== null))
  return (
    <form noValidate {...rest} onSubmit={(event) => void form.submit(event)} className={className}>
      {form.summarizes && (
        <FormErrorSummary
          box={form.summary}
          problems={form.problems}
          idFor={form.idFor}
          onPick={(name) => form.hook.setFocus(name as never)}
        />
      )}
      {children}
    </form>
  )
}

function FormErrorSummary({
  box,
  problems,
  idFor,
  onPick,
}: {
  box: RefObject<HTMLDivElement | null>
  problems: readonly FormProblem[]
  idFor: (name: string) => string
  onPick: (name: string) => void
}) {
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-2 border-err bg-err-bg p-4 text-ink"
      aria-labelledby="form-problem"
    >
      <h2 id="form-problem" className="font-text text-lg font-bold">
        There is a problem
      </h2>
      <ul className="mt-1 grid lg:mt-2 lg:gap-1">
        {problems.map(({ name, message }) => (
          <li key={name}>
            {/* Moves the focus by script, so that the URL doesn't change. */}
            <a
              href={`#${idFor(name)}`}
              className="inline-flex min-h-tap items-center text-err underline lg:min-h-6"
              onClick={(event) => {
                event.preventDefault()
                onPick(name)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type SubmitProps<V extends FieldValues> = Omit<ComponentProps<typeof Button>, "type" | "busy" | "form"> & {
  form: ShopForm<V>
  /** Disables the button while offline and shows a hint. */
  needsConnection?: boolean
  children: ReactNode
}

/** The primary button, with errors about the whole form above it. */
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
      <Button look="secondary" onClick={onCancel}>
        {stay}
      </Button>
      <SubmitButton needsConnection {...submit} />
    </DialogButtons>
  )
}

const PREFIX = "Error: "

function useErrorTitle(failed: boolean) {
  useEffect(() => {
    if (!failed) return
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [failed])
}
