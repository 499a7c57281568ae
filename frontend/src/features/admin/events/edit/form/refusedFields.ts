import { ApiError } from "~/api/client"

/** The API's fields that have another name in the form. */
const FORM_NAMES: Record<string, string> = {
  maximumEventCapacity: "countInStock",
  recurringPattern: "recurringInterval",
}

/** The server's error, with its field errors under the names of the form's fields. */
export function atTheFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.body) return error
  const named = Object.entries(error.errors).map(([name, said]) => [formName(name), sentences(said)] as const)
  const errors = Object.fromEntries(named)
  // The message has the date and the number, the field error only the number.
  if (error.code === "over_capacity") errors.countInStock = [error.message]
  return new ApiError(error.kind, { ...error.body, errors })
}

/** A field of the rule, such as recurringPattern.endDate, has its own name in the form. */
const formName = (name: string) => FORM_NAMES[name] ?? name.slice(name.lastIndexOf(".") + 1)

/** The messages of a field error; those of nested fields are in objects. */
function sentences(said: unknown): string[] {
  if (typeof said === "string") return [said]
  if (Array.isArray(said)) return said.flatMap(sentences)
  return typeof said === "object" && said !== null ? Object.values(said).flatMap(sentences) : []
}
