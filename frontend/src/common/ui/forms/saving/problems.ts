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
