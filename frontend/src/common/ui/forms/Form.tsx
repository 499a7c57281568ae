import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import {
  type BaseSyntheticEvent,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react"
import {
  type ChangeHandler,
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm as useHookForm,
  type UseFormReturn,
} from "react-hook-form"
import type { GenericSchema } from "valibot"
import { useInLine } from "~/common/lib/inLine"
import { messageOf } from "~/common/lib/text"
import { announce } from "~/common/ui/feedback/announce"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { Hint } from "~/common/ui/forms/Field"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"

interface Options<V extends FieldValues> {
  schema: GenericSchema<V>
  defaultValues: DefaultValues<V>
  /**
   * Errors that it throws are shown on the fields named in `errors`, or above the button. The form keeps its values.
   */
  onSubmit: (values: V) => Promise<void> | void
}

interface FormProblem {
  name: string
  message: string
}

export interface ShopForm<V extends FieldValues> {
  /** react-hook-form's own, for watch, setValue and reset. */
  hook: UseFormReturn<V>
  /**
   * Props for a field: <TextField label="…" {...form.field("email")} />. `mirror` is a field that must match this one:
   * if it has an error, it is validated again when this one changes.
   */
  field: (
    name: Path<V>,
    mirror?: Path<V>,
  ) => ReturnType<UseFormReturn<V>["register"]> & { id: string; error: string | undefined }
  /** The ID of the field with this name, for links to it. */
  idFor: (name: string) => string
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  busy: boolean
  problems: FormProblem[]
  /** An error about the whole form. */
  notice: string | null
  setNotice: (notice: string | null) => void
  /** Counts failed submits, so that each moves the focus. */
  failures: number
  /** Whether to show the summary: the last submit had several problems, and some are left. */
  summarizes: boolean
  /** The summary's element, which gets the focus after a failed submit. */
  summary: RefObject<HTMLDivElement | null>
}

/**
 * The behavior of all forms: a changed field is validated when it loses the focus, and then on each change; submitting
 * validates all fields. A single problem moves the focus to its field, several move it to the summary.
 */
export function useForm<V extends FieldValues>({ schema, defaultValues, onSubmit }: Options<V>): ShopForm<V> {
  const hook = useHookForm<V>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false, // the summary may get the focus instead
  })
  const { errors, isSubmitting } = hook.formState
  const [notice, setNotice] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const sending = useRef(false)
  const summary = useRef<HTMLDivElement>(null)
  const problems = inFieldOrder(listProblems(errors), Object.keys(defaultValues))
  const [last, setLast] = useState({ failures: 0, hadSeveral: false })
  if (last.failures !== failures) setLast({ failures, hadSeveral: problems.length > 1 })
  // Once all problems are solved, the summary stays hidden until the next submit.
  if (last.hadSeveral && problems.length === 0) setLast({ ...last, hadSeveral: false })
  const summarizes = last.hadSeveral && problems.length > 0
  const afterPress = useAfterPress()
  const formId = useId()
  const idFor = (name: string) => `${formId}-${name}`

  const stateOf = (name: Path<V>) => hook.getFieldState(name, hook.formState)

  const field = (name: Path<V>, mirror?: Path<V>) => {
    const { onBlur, ...registered } = hook.register(name, {
      onChange: () => void (mirror && stateOf(mirror).error && hook.trigger(mirror)),
    })
    const checkIfChanged: ChangeHandler = async (event) => {
      if (stateOf(name).isDirty) afterPress(() => void onBlur(event)) // not if it only had the focus
    }
    return {
      ...registered,
      onBlur: checkIfChanged,
      id: idFor(name),
      error: stateOf(name).error?.message,
    }
  }

  /** Returns whether it succeeded. */
  const send = async (values: V): Promise<boolean> => {
    setNotice(null)
    try {
      await onSubmit(values)
      return true
    } catch (error) {
      setNotice(placeServerErrors(hook, error))
      return false
    }
  }

  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (sending.current) return // one request at a time, even for two presses within one frame
    sending.current = true
    let sent = false
    try {
      await hook.handleSubmit(async (values) => void (sent = await send(values)))(event)
      // Count only after the form state has the new errors, which decide what gets the focus.
      if (!sent) setFailures((count) => count + 1)
    } finally {
      sending.current = false
    }
  }

  // An effect event, so that only a failed submit moves the focus, not a later correction.
  const focusProblem = useEffectEvent(() => {
    const [problem] = problems
    if (!problem || problems.length > 1) return summary.current?.focus()
    const before = document.activeElement
    hook.setFocus(problem.name as Path<V>)
    // Screen readers read a field and its error when it gets the focus, but not if it already has it.
    setTimeout(() => document.activeElement === before && announce(problem.message))
  })
  useEffect(() => {
    if (failures > 0) focusProblem()
  }, [failures])

  return { hook, field, idFor, submit, busy: isSubmitting, problems, notice, setNotice, failures, summarizes, summary }
}

/** Sets the server's errors on their fields. Returns the message to show above the button, if any. */
function placeServerErrors<V extends FieldValues>(hook: UseFormReturn<V>, error: unknown): string | null {
  const known = fieldErrorsOf(error).filter(([name]) => name in hook.getValues())
  for (const [name, messages] of known) hook.setError(name as Path<V>, { type: "server", message: messages.join(" ") })
  if (known.length > 0) return null
  return messageOf(error)
}

function fieldErrorsOf(error: unknown): [string, string[]][] {
  if (typeof error !== "object" || error === null || !("errors" in error)) return []
  return Object.entries(error.errors as Record<string, string[] | string>).map(([name, messages]) => [
    name,
    [messages].flat(),
  ])
}

function listProblems(errors: object, prefix = ""): FormProblem[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== "object" || error === null) return []
    if ("message" in error && typeof error.message === "string") return [{ name: prefix + key, message: error.message }]
    return key === "ref" ? [] : listProblems(error, `${prefix}${key}.`)
  })
}

/** Sorts problems like the default values, which are in the order of the fields on the page. */
function inFieldOrder(problems: FormProblem[], fields: readonly string[]): FormProblem[] {
  const place = ({ name }: FormProblem) => fields.indexOf(name.split(".")[0]!)
  return [...problems].sort((one, other) => place(one) - place(other))
}

/**
 * Returns a function that runs its argument immediately or, while the mouse button is down, after the click. Content
 * that appears in between would move the element that is being pressed. Browsers report taps as mouse presses too.
 */
function useAfterPress(): (act: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const press = () => void (pressed.current = true)
    const release = () => {
      pressed.current = false
      if (waiting.current) setTimeout(waiting.current)
      waiting.current = null
    }
    const listeners = { mousedown: press, mouseup: release, dragend: release, keydown: release } as const
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, true)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener, true)
    }
  }, [])
  return (act) => {
    if (pressed.current) waiting.current = act
    else act()
  }
}

type FormProps<V extends FieldValues> = Omit<ComponentProps<"form">, "onSubmit" | "form"> & { form: ShopForm<V> }

/** A form with a problem summary at the top. Its children are the fields and a <SubmitButton>. */
export function Form<V extends FieldValues>({ form, children, className = "grid gap-5", ...rest }: FormProps<V>) {
  useErrorTitle(form.failures > 0 && (form.problems.length > 0 || form.notice !== null))
  return (
    <form noValidate {...rest} onSubmit={(event) => void form.submit(event)} className={className}>
      {form.summarizes && <FormErrorSummary form={form} />}
      {children}
    </form>
  )
}

function FormErrorSummary<V extends FieldValues>({ form: { summary, problems, idFor, hook } }: { form: ShopForm<V> }) {
  return (
    <div
      ref={summary}
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
                hook.setFocus(name as Path<V>)
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
