import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"
import type { Changes } from "~/common/lib/changes"
import type { Conflict, Edits, OthersChanges, Values } from "./edits"
import { isSecret, keepTyped, readTyped } from "./typed"

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const pick = (values: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, values[name]]))

interface About<V, F> {
  /** Names the form and what it is about. */
  name: string
  /** What is stored. */
  values: Values
  edits: Edits<V, F> | undefined
  element: RefObject<HTMLFormElement | null>
  box: RefObject<HTMLDivElement | null>
}

/**
 * What was touched in a form, what it showed before, and what others changed meanwhile. Keeps what was typed, and takes
 * newer values for all other fields.
 */
export function useEdits<V extends FieldValues, F>(hook: UseFormReturn<V>, about: About<V, F>) {
  const { name, values, edits, element, box } = about
  const { getValues, reset, setValue, subscribe } = hook
  const seen = useRef(values)
  const secrets = useRef(new Set<string>())
  const [isRestored, setRestored] = useState(false)
  const [news, setNews] = useState<Values>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const mine = (field: string): unknown => getValues()[field]
  const fields = () => Object.keys({ ...seen.current, ...getValues() })
  const apiName = (field: string): string => edits?.names?.[field as keyof V & string] ?? field
  const groupOf = (field: string) => edits?.groups?.find((group) => group.includes(apiName(field) as never))
  const touched = () => fields().filter((field) => !isSame(mine(field), seen.current[field]))
  /** The fields of the API that were touched, with their groups. */
  const touchedNames = () => [
    ...new Set(touched().flatMap((field): readonly string[] => groupOf(field) ?? [apiName(field)])),
  ]

  const set = (field: string, value: unknown) =>
    setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  const keep = () => {
    const kept = touched().filter((field) => !secrets.current.has(field))
    keepTyped(name, kept.length > 0 ? { values: pick(getValues(), kept), seen: pick(seen.current, kept) } : null)
  }
  /** Then the form counts as touched what differs from these values. It keeps what it shows. */
  const startFrom = (shown: Values) => {
    seen.current = shown
    reset(shown as V, { keepValues: true, keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true })
    keep()
  }
  /** What was typed is stored, or was thrown away. */
  const startAfter = (shown: Values) => {
    startFrom(shown)
    keepTyped(name, null)
    setRestored(false)
    setNews({})
    setConflict(null)
  }

  const restore = useEffectEvent(() => {
    const typed = readTyped(name)
    if (!typed) return
    startFrom({ ...values, ...typed.seen })
    for (const [field, value] of Object.entries(typed.values)) set(field, value)
    setRestored(true)
  })
  const takeFresh = useEffectEvent(() => {
    const held = touchedNames()
    const fresh = fields().filter(
      (field) => !held.includes(apiName(field)) && !isSame(seen.current[field], values[field]),
    )
    if (fresh.length === 0) return
    const newer = pick(values, fresh)
    seen.current = { ...seen.current, ...newer }
    for (const field of fresh) set(field, newer[field])
    startFrom(seen.current)
    if (edits) setNews({ ...news, ...newer })
  })
  const onTyped = useEffectEvent((field: string | undefined) => {
    if (field && isSecret(element.current?.elements.namedItem(field))) secrets.current.add(field)
    keep()
  })
  useEffect(() => {
    const stop = subscribe({ formState: { values: true }, callback: ({ name: field }) => onTyped(field) })
    restore()
    return stop
  }, [name, subscribe])
  const stored = JSON.stringify(values)
  useEffect(() => takeFresh(), [stored])

  const decide = (field: string, isTheirs: boolean) => {
    if (!conflict) return
    const { [field]: value, ...theirs } = conflict.theirs
    if (isTheirs) set(field, value)
    if (Object.keys(theirs).length > 0) return setConflict({ ...conflict, theirs })
    setConflict(null)
    element.current?.querySelector<HTMLElement>("button[type=submit]")?.focus()
  }
  const told: OthersChanges | null =
    conflict || Object.keys(news).length > 0
      ? { news, conflict, element, box, mine, decide, apiName, whoChanged: edits?.whoChanged }
      : null
  return {
    isRestored,
    isTouched: () => touched().length > 0,
    conflict,
    told,
    startAfter,
    startOver: () => {
      seen.current = values
      for (const field of touched()) set(field, values[field])
      startAfter(values)
      hook.clearErrors()
    },
    fieldsOf: (nameOfApi: string) => fields().filter((field) => apiName(field) === nameOfApi),
    changesOf: (typed: V): Changes<F> => {
      const sent = (edits?.sent ?? ((same: V) => same as unknown as F)) as (from: V) => Values
      const names = touchedNames()
      return { ...pick(sent(typed), names), seen: pick(sent(seen.current as V), names) } as Changes<F>
    },
    /** Whether the error says what somebody else has changed. Then the form shows it. */
    showConflict: (error: unknown): boolean => {
      const { body, message } = error as { body?: { code?: string; current?: Values }; message: string }
      const current = body?.code === "changed" ? body.current : undefined
      if (!current) return false
      const shown: Values = edits?.shown?.(current) ?? current
      const theirs = pick(
        shown,
        fields().filter((field) => apiName(field) in current),
      )
      startFrom({ ...seen.current, ...theirs })
      const differing = Object.keys(theirs).filter((field) => !isSame(theirs[field], mine(field)))
      if (differing.length > 0) setConflict({ message, theirs: pick(theirs, differing) })
      return differing.length > 0
    },
  }
}
