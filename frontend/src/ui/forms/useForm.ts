import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import { useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from "react-hook-form"
import type * as v from "valibot"
import { announce } from "~/ui/feedback/announce"
import { useAfterPress } from "~/ui/forms/useAfterPress"

interface Options<V extends FieldValues> {
  schema: v.GenericSchema<V>
  defaultValues: DefaultValues<V>
  /** What it throws is shown at the fields that `errors` names, or above the button. Typed values stay. */
  onSubmit: (values: V) => Promise<void> | void
}

export interface FormProblem {
  name: string
  message: string
}

export interface ShopForm<V extends FieldValues> {
  /** react-hook-form's own, for watch, setValue and reset. */
  hook: UseFormReturn<V>
  /**
   * Spread into a field: <TextField label="…" {...form.field("email")} />. `mirror` is a field that has to match this
   * one: once it was wrong, it is checked again when this one changes.
   */
  field: (
    name: Path<V>,
    mirror?: Path<V>,
  ) => ReturnType<UseFormReturn<V>["register"]> & { id: string; error: string | undefined }
  /** The id that a field of this name has, for links to it. */
  idFor: (name: string) => string
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>
  busy: boolean
  problems: FormProblem[]
  /** A sentence that belongs to no field. */
  notice: string | null
  setNotice: (notice: string | null) => void
  /** Counts failed submits, so that each moves the focus. */
  failures: number
  /** Whether something is left of a failed submit's several problems: a summary comes with a submit, not under somebody's hands. */
  summarizes: boolean
  /** The box of the summary, which takes the focus on a failed submit. */
  summary: React.RefObject<HTMLDivElement | null>
}

/**
 * A form as all of ours behave: a field is checked when it is left after typing, checked again while typing once it was
 * wrong, and all are checked on submit. One problem: the focus goes to its field; more: to the summary.
 */
export function useShopForm<V extends FieldValues>({ schema, defaultValues, onSubmit }: Options<V>): ShopForm<V> {
  const hook = useForm<V>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
  })
  const { errors, isSubmitting, dirtyFields } = hook.formState
  const [notice, setNotice] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const sending = useRef(false)
  const submits = useRef(0)
  const summary = useRef<HTMLDivElement>(null)
  const problems = inFieldOrder(listProblems(errors), Object.keys(defaultValues))
  const [told, tell] = useState({ failures: 0, several: false })
  if (told.failures !== failures) tell({ failures, several: problems.length > 1 })
  // It stays until nothing of it is left, and what is wrong after that has not been submitted yet.
  if (told.several && problems.length === 0) tell({ ...told, several: false })
  const summarizes = told.several && problems.length > 0
  const afterPress = useAfterPress()
  const formId = useId()
  const idFor = (name: string) => `${formId}-${name}`

  const recheck = (name: Path<V> | undefined) => void (name && isSet(hook.formState.errors, name) && hook.trigger(name))

  const checkOnLeaving = (name: Path<V>) => {
    if (!isSet(dirtyFields, name)) return
    const before = submits.current
    // A press that submits checks all by itself, and a check after it would take away what the server said.
    afterPress(() => void (submits.current === before && hook.trigger(name)))
  }

  const field = (name: Path<V>, mirror?: Path<V>) => ({
    ...hook.register(name, {
      onBlur: () => checkOnLeaving(name),
      onChange: () => {
        recheck(name)
        recheck(mirror)
      },
    }),
    id: idFor(name),
    error: hook.getFieldState(name, hook.formState).error?.message,
  })

  /** Whether it went through. */
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

  const submit = async (event?: React.BaseSyntheticEvent) => {
    event?.preventDefault()
    if (sending.current) return // one request at a time, also for two presses within one frame
    sending.current = true
    submits.current += 1
    let sent = false
    try {
      await hook.handleSubmit(async (values) => void (sent = await send(values)))(event)
      // Only now every error stands in the form's state: counted before, the focus would look for the last ones.
      if (!sent) setFailures((count) => count + 1)
    } finally {
      sending.current = false
    }
  }

  // An effect event: only a failed submit moves the focus, not each correction after it.
  const focusTheProblem = useEffectEvent(() => {
    const [problem] = problems
    if (!problem || problems.length > 1) return summary.current?.focus()
    const before = document.activeElement
    hook.setFocus(problem.name as Path<V>) // with the next task
    // A focus that moves reads the field with its error; one that stays reads nothing.
    setTimeout(() => document.activeElement === before && announce(problem.message))
  })
  useEffect(() => {
    if (failures > 0) focusTheProblem()
  }, [failures])

  return { hook, field, idFor, submit, busy: isSubmitting, problems, notice, setNotice, failures, summarizes, summary }
}

/** Puts the server's field errors onto their fields; answers the sentence that is left to be shown above the button. */
function placeServerErrors<V extends FieldValues>(hook: UseFormReturn<V>, error: unknown): string | null {
  const known = fieldErrorsOf(error).filter(([name]) => name in hook.getValues())
  for (const [name, messages] of known) hook.setError(name as Path<V>, { type: "server", message: messages.join(" ") })
  if (known.length > 0) return null
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again."
}

function fieldErrorsOf(error: unknown): [string, string[]][] {
  if (typeof error !== "object" || error === null || !("errors" in error)) return []
  return Object.entries(error.errors as Record<string, string[] | string>).map(([name, said]) => [name, [said].flat()])
}

function listProblems(errors: object, prefix = ""): FormProblem[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== "object" || error === null) return []
    if ("message" in error && typeof error.message === "string") return [{ name: prefix + key, message: error.message }]
    return key === "ref" ? [] : listProblems(error, `${prefix}${key}.`)
  })
}

/** As the fields stand, which is how a form names its first values: checks of several fields are made last. */
function inFieldOrder(problems: FormProblem[], fields: readonly string[]): FormProblem[] {
  const place = ({ name }: FormProblem) => fields.indexOf(name.split(".")[0]!)
  return problems.toSorted((one, other) => place(one) - place(other))
}

function isSet(tree: object, name: string): boolean {
  return Boolean(name.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tree))
}
