/** What was typed into forms and isn't sent yet. The tab keeps it for twelve hours, by the name of its form. */
const MAX_AGE_MS = 12 * 60 * 60_000

type Values = Record<string, unknown>

export interface Typed {
  values: Values
  /** What the same fields showed before. */
  seen: Values
}

const keyOf = (form: string) => `typed ${form}`

/** Nothing is kept of a form in which nothing is typed. */
export function keepTyped(form: string, typed: Typed | null): void {
  try {
    if (typed) sessionStorage.setItem(keyOf(form), JSON.stringify({ ...typed, at: Date.now() }))
    else sessionStorage.removeItem(keyOf(form))
  } catch {
    // A browser that keeps nothing, or whose storage is full: the form works all the same.
  }
}

export function readTyped(form: string): Typed | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null") as (Typed & { at: number }) | null
    return kept && Date.now() - kept.at < MAX_AGE_MS ? kept : null
  } catch {
    return null
  }
}

/** Whether a browser may fill the field with a password, a code or a card, none of which is ever kept. */
export function isSecret(field: Element | RadioNodeList | null | undefined): boolean {
  return field instanceof HTMLInputElement && /password|one-time-code|^cc-/.test(field.autocomplete)
}
