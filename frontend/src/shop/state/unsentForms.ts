/** What was typed into forms when their user's session ended, for when the same user has signed in again. */
import { session } from "~/shop/state/session"

type Values = Record<string, unknown>

const open = new Map<string, () => Values>()
let typed = new Map<string, Values>()
let typist: string | undefined
let user = session.get().user?._id

/** Registers an open form. `read` returns its changed fields. Returns a function that ends it. */
export function openForm(name: string, read: () => Values): () => void {
  open.set(name, read)
  return () => void open.delete(name)
}

/** Returns what was typed into this form before, once. */
export function takeTyped(name: string): Values {
  const values = typed.get(name) ?? {}
  typed.delete(name)
  return values
}

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
