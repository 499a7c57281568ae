import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form"
import { announce } from "~/common/ui/feedback/announce"

/**
 * What is wrong with a form's fields, in the order of `fields`, which is theirs on the page. After a failed submit, a
 * single problem moves the focus to its field, several move it to the summary.
 */
export function useProblems<V extends FieldValues>(hook: UseFormReturn<V>, fields: readonly string[]) {
  const [failures, setFailures] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const problems = listProblems(hook.formState.errors, fields)
  const [last, setLast] = useState({ failures: 0, hadSeveral: false })
  if (last.failures !== failures) setLast({ failures, hadSeveral: problems.length > 1 })
  // Once all problems are solved, the summary stays hidden until the next submit.
  if (last.hadSeveral && problems.length === 0) setLast({ ...last, hadSeveral: false })

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
    problems,
    /** Counts failed submits, so that each moves the focus. */
    failures,
    countFailure: () => setFailures((count) => count + 1),
    /** Whether to show the summary: the last submit had several problems, and some are left. */
    summarizes: last.hadSeveral && problems.length > 0,
    /** The element of the summary or of what others changed, which gets the focus. */
    summary,
  }
}

interface FormProblem {
  name: string
  message: string
}

function listProblems(errors: FieldErrors, fields: readonly string[]): FormProblem[] {
  const place = ({ name }: FormProblem) => fields.indexOf(name.split(".")[0]!)
  return flatten(errors).sort((one, other) => place(one) - place(other))
}

function flatten(errors: object, prefix = ""): FormProblem[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== "object" || error === null) return []
    if ("message" in error && typeof error.message === "string") return [{ name: prefix + key, message: error.message }]
    return key === "ref" ? [] : flatten(error, `${prefix}${key}.`)
  })
}
