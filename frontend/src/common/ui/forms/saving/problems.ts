import type { FieldErrors } from "react-hook-form"

/** The fields that refusals are about, by their code. Other refusals name their fields. */
const FIELD_OF: Record<string, string> = {
  clash: "to",
  email_taken: "email",
  last_admin: "isAdmin",
  over_capacity: "countInStock",
}

interface Refusal {
  code?: string
  message?: string
  /** By the API's names, such as "recurringPattern.endDate"; "" for what belongs to no field. */
  errors?: Record<string, string | string[]>
}

/**
 * Places everything that the server said: at fields that the form shows, and what remains above the button. `fieldsOf`
 * returns the form's fields for a name of the API.
 */
export function placeErrors(error: unknown, isShown: (field: string) => boolean, fieldsOf: (name: string) => string[]) {
  const { code = "", message, errors = {} } = (typeof error === "object" && error ? error : {}) as Refusal
  const atFields = new Map<string, string>()
  const others: string[] = []
  const about = FIELD_OF[code]
  if (about && isShown(about) && message) atFields.set(about, message)
  for (const [name, texts] of Object.entries(errors)) {
    const text = [texts].flat().join(" ")
    const inner = name.split(".").filter((part) => !/^\d+$/.test(part))
    const field = [name, ...[...inner].reverse()].flatMap((part) => [part, ...fieldsOf(part)]).find(isShown)
    if (!field) others.push(name && text !== message ? `${wordsOf(inner.at(-1) ?? name)}: ${text}` : text)
    else if (field !== about) atFields.set(field, [atFields.get(field), text].filter(Boolean).join(" "))
  }
  return { atFields, others }
}

/** "fairValue" → "Fair value" */
export const wordsOf = (name: string) =>
  name.replace(/^[a-z]|[A-Z]/g, (letter, at) => (at === 0 ? letter.toUpperCase() : ` ${letter.toLowerCase()}`))

interface FormProblem {
  name: string
  message: string
}

/** What is wrong with the fields, in the order of `fields`, which is theirs on the page. */
export function listProblems(errors: FieldErrors, fields: readonly string[]): FormProblem[] {
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
