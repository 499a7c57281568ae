import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import { type BaseSyntheticEvent, useId, useRef, useState } from "react"
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
import { useAfterPress } from "~/common/ui/hooks/useAfterPress"
import { placeErrors } from "./problems"
import type { Edits } from "./edits"
import { useEdits } from "./useEdits"
import { useProblems } from "./useProblems"

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
  const [notice, setNotice] = useState<string | null>(null)
  const sending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const { countFailure, ...problems } = useProblems(hook, Object.keys(values))
  const edited = useEdits<V, F>(hook, { name, values, edits, element, box: problems.summary })
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
      if (!sent) countFailure()
    } finally {
      sending.current = false
    }
  }

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
    busy: hook.formState.isSubmitting,
    ...problems,
    /** An error about the whole form. */
    notice,
    setNotice,
    /** Shows an error as that of a save, at its field or above the button. */
    fail,
    element,
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
