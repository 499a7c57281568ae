import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import {
  type ChangeHandler,
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm as useHookForm,
} from "react-hook-form"
import type { GenericSchema } from "valibot"
import type { Changes } from "~/common/lib/changes"
import { messageOf } from "~/common/lib/text"
import { announce } from "~/common/ui/feedback/announce"
import { useAfterPress } from "~/common/ui/hooks/useAfterPress"
import { listProblems, placeErrors } from "./problems"
import { type Edits, useEdits } from "./useEdits"

interface Options<V extends FieldValues, F> {
  /** Names the form and what it is about: the tab keeps what was typed under it. */
  name: string
  schema: GenericSchema<V>
  /** What is stored. Fields that nobody has touched follow it. */
  values: NoInfer<DefaultValues<V>>
  /** For a form that changes a stored thing. */
  edits?: Edits<V, F>
  /**
   * Sends what was typed, or what was changed of a stored thing. Errors that it throws are shown at their fields, or above
   * the button, and the form keeps its values. If it returns "asks", nothing is stored yet: `form.sent()` says when.
   */
  save: (values: V, changes: Changes<F>) => Promise<unknown> | unknown
  /** What follows once it is stored. */
  after?: () => void
}

/**
 * The behavior of all forms: a changed field is validated when it loses the focus, and then on each change; submitting
 * validates all fields. A single problem moves the focus to its field, several move it to the summary.
 */
export function useForm<V extends FieldValues, F = V>({ name, schema, values, edits, save, after }: Options<V, F>) {
  const hook = useHookForm<V>({
    resolver: standardSchemaResolver(schema),
    defaultValues: values,
    mode: "onTouched",
    shouldFocusError: false, // the summary may get the focus instead
  })
  const { errors, isSubmitting } = hook.formState
  const [notice, setNotice] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const sending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const edited = useEdits<V, F>(hook, { name, values, edits, element, box: summary })
  const problems = listProblems(errors, Object.keys(values))
  const [last, setLast] = useState({ failures: 0, hadSeveral: false })
  if (last.failures !== failures) setLast({ failures, hadSeveral: problems.length > 1 })
  // Once all problems are solved, the summary stays hidden until the next submit.
  if (last.hadSeveral && problems.length === 0) setLast({ ...last, hadSeveral: false })
  const afterPress = useAfterPress()
  const formId = useId()
  const idFor = (field: string) => `${formId}-${field}`
  const shown = new Set<string>() // fields that show their errors

  const stateOf = (field: Path<V>) => hook.getFieldState(field, hook.formState)

  const field = (fieldName: Path<V>, mirror?: Path<V>) => {
    shown.add(fieldName)
    const { onBlur, ...registered } = hook.register(fieldName, {
      onChange: () => void (mirror && stateOf(mirror).error && hook.trigger(mirror)),
    })
    const checkIfChanged: ChangeHandler = async (event) => {
      if (stateOf(fieldName).isDirty) afterPress(() => void onBlur(event)) // not if it only had the focus
    }
    return { ...registered, onBlur: checkIfChanged, id: idFor(fieldName), error: stateOf(fieldName).error?.message }
  }

  const fail = (error: unknown) => {
    if (edited.showConflict(error)) return
    const { atFields, others } = placeErrors(error, (each) => shown.has(each), edited.fieldsOf)
    for (const [at, message] of atFields) hook.setError(at as Path<V>, { type: "server", message })
    setNotice(others.length > 0 ? others.join(" ") : atFields.size > 0 ? null : messageOf(error))
  }

  /** Returns whether it succeeded. */
  const send = async (typed: V): Promise<boolean> => {
    setNotice(null)
    const sentValues = { ...hook.getValues() }
    try {
      if ((await save(typed, edited.changesOf(typed))) !== "asks") {
        edited.startAfter(sentValues)
        after?.()
      }
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (sending.current) return // one request at a time, even for two presses within one frame
    sending.current = true
    let sent = false
    try {
      // What others changed is decided first.
      if (!edited.conflict) await hook.handleSubmit(async (typed) => void (sent = await send(typed)))(event)
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

  return {
    /** react-hook-form's own, for watch, setValue and setFocus. */
    hook,
    /**
     * Props for a field: <TextField label="…" {...form.field("email")} />. `mirror` is a field that must match this one:
     * if it has an error, it is validated again when this one changes.
     */
    field,
    /** The ID of the field with this name, for links to it. */
    idFor,
    submit,
    busy: isSubmitting,
    problems,
    /** An error about the whole form. */
    notice,
    setNotice,
    /** Shows an error as that of a save, at its field or above the button. */
    fail,
    /** Counts failed submits, so that each moves the focus. */
    failures,
    /** Whether to show the summary: the last submit had several problems, and some are left. */
    summarizes: last.hadSeveral && problems.length > 0,
    element,
    /** The element of the summary or of what others changed, which gets the focus after a failed submit. */
    summary,
    conflict: edited.conflict,
    told: edited.told,
    /** Whether it shows what was typed earlier, before the page was left or the dialog closed. */
    isRestored: edited.isRestored,
    /** Whether something is typed that isn't stored. */
    isTouched: edited.isTouched,
    startOver: edited.startOver,
    /** For a form whose save "asks": what was typed is stored now. */
    sent: () => edited.startAfter({ ...hook.getValues() }),
  }
}

export type ShopForm<V extends FieldValues> = ReturnType<typeof useForm<V>>
