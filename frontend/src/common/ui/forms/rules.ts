/** Rules of forms: what a field may have, and where a problem of several fields is shown. */
import * as v from "valibot"

const atMost = (characters: number) =>
  v.maxLength<string, number, string>(characters, `Use at most ${characters.toLocaleString("en-US")} characters.`)

/** A text that may be empty, without spaces around it. */
export const optionalText = (most: number) => v.pipe(v.string(), v.trim(), atMost(most))

/** A text, without spaces around it. `message` asks for it if it is empty. */
export const requiredText = (message: string, most = Infinity) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(message), atMost(most))

/** What all values must fulfill. Otherwise the message is shown at one field. */
export const rule = <V extends Record<string, unknown>>(
  field: keyof V & string,
  isKept: (values: V) => boolean,
  message: v.ErrorMessage<v.CheckIssue<V>>,
) => v.forward(v.check(isKept, message), [field] as never)

/** The check of an email address. Whether the field may stay empty is another one. */
export const emailCheck = v.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Enter an email like name@example.com.")
