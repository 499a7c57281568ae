import { useEffect, useEffectEvent } from "react"
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"
import { session } from "~/shop/state/session"

type Values = Record<string, unknown>

/** The open forms, each as a function that returns its changed fields. */
const open = new Map<string, () => Values>()
/** What was typed into forms when their user's session ended, for when the same user has signed in again. */
let typed = new Map<string, Values>()
let typist: string | undefined
let user = session.get().user?._id

session.subscribe(() => {
  const { user: now, ended } = session.get()
  if (user && ended === "expired") {
    typist = user
    typed = new Map([...open].map(([name, read]) => [name, read()]))
  } else if (ended !== "expired" && now?._id !== typist) {
    typed.clear()
  }
  user = now?._id
})

/**
 * Restores what was typed into a form's changed fields, if the session ended and the same user has signed in again.
 * `name` identifies the form and what it is about. Not for forms with passwords.
 */
export function useUnsentForm<V extends FieldValues>(
  name: string,
  { formState, getValues, setValue }: UseFormReturn<V>,
) {
  const { dirtyFields } = formState
  const changed = useEffectEvent(() =>
    Object.fromEntries(Object.keys(dirtyFields).map((field) => [field, getValues(field as Path<V>)])),
  )
  useEffect(() => {
    for (const [field, value] of Object.entries(typed.get(name) ?? {})) {
      setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
    }
    typed.delete(name)
    open.set(name, () => changed())
    return () => void open.delete(name)
  }, [name, setValue])
}
