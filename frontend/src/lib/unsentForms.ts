/** What was typed into forms when their user's session ended, for when the same user has signed in again. */
type Values = Record<string, unknown>

const open = new Map<string, () => Values>()
let kept: { user: string; forms: Map<string, Values> } | null = null

/** Registers an open form. `read` returns its changed fields. Returns a function that ends it. */
export function openForm(name: string, read: () => Values): () => void {
  open.set(name, read)
  return () => void open.delete(name)
}

/** Returns what was typed into this form before, once. */
export function takeTyped(name: string): Values {
  const typed = kept?.forms.get(name) ?? {}
  kept?.forms.delete(name)
  return typed
}

/** Keeps what is in the open forms of a user whose session has ended. */
export function keepTyped(user: string): void {
  kept = { user, forms: new Map([...open].map(([name, read]) => [name, read()])) }
}

/** Forgets what others than this user have typed. */
export function forgetTyped(user: string | undefined): void {
  if (kept?.user !== user) kept = null
}
