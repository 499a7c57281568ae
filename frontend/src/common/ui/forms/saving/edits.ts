import type { RefObject } from "react"

/** How the values of a form that changes a stored thing belong to the fields of the API. Most have the same names. */
export interface Edits<V, F> {
  /** The API's name of a field, where it is another one. */
  names?: Partial<Record<keyof V & string, keyof F & string>>
  /** Fields of the API that mean one thing only together, and so are sent and compared together. */
  groups?: readonly (readonly (keyof F & string)[])[]
  /** The API's fields for values, and the form's values for stored fields. */
  sent?: (values: V) => F
  shown?: (current: object) => V
  /** Asks who changed these fields of the API last. */
  whoChanged?: (names: string[]) => Promise<{ name: string; by: string }[]>
}

export type Values = Record<string, unknown>

export interface Conflict {
  /** Who changed what, and when. */
  message: string
  /** The fields that are still to be decided, with the stored values. */
  theirs: Values
}

/** What others changed while the form was open. */
export interface OthersChanges {
  /** Fields that took a newer value. */
  news: Values
  /** The API's name of a field. */
  apiName: (field: string) => string
  whoChanged: ((names: string[]) => Promise<{ name: string; by: string }[]>) | undefined
  conflict: Conflict | null
  element: RefObject<HTMLFormElement | null>
  /** Gets the focus. */
  box: RefObject<HTMLDivElement | null>
  mine: (field: string) => unknown
  /** Ends the question about a field. */
  decide: (field: string, isTheirs: boolean) => void
}
