import { useEffect, useEffectEvent } from "react"
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"
import { openForm, takeTyped } from "~/shop/state/unsentForms"

/**
 * Keeps what is in a form's changed fields if the session ends, until the same user has signed in again and opens it.
 * `name` identifies the form and what it is about. Not for forms with passwords.
 */
export function useKeptForm<V extends FieldValues>(name: string, { formState, getValues, setValue }: UseFormReturn<V>) {
  const { dirtyFields } = formState
  const changed = useEffectEvent(() =>
    Object.fromEntries(Object.keys(dirtyFields).map((field) => [field, getValues(field as Path<V>)])),
  )
  useEffect(() => {
    for (const [field, value] of Object.entries(takeTyped(name))) {
      setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
    }
    return openForm(name, () => changed())
  }, [name, setValue])
}
