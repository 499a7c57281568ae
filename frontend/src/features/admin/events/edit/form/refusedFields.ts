import { ApiError } from "~/api/client"

/** The wire's fields that have another name in the form. */
const FORM_NAMES: Record<string, string> = {
  maximumEventCapacity: "countInStock",
  recurringPattern: "recurringInterval",
}

/** The server's refusal with its field errors named as the form's fields are. */
export function atTheFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.body) return error
  const named = Object.entries(error.errors).map(([name, said]) => [formName(name), sentences(said)] as const)
  const errors = Object.fromEntries(named)
  // The sentence names the date and the number; at the field there would only be a number.
  if (error.code === "over_capacity") errors.countInStock = [error.message]
  return new ApiError(error.kind, { ...error.body, errors })
}

/** A field of the rule, such as recurringPattern.endDate, has its own name in the form. */
const formName = (name: string) => FORM_NAMES[name] ?? name.slice(name.lastIndexOf(".") + 1)

/** Errors of a nested field come as an object: what it says, wherever in it. */
function sentences(said: unknown): string[] {
  if (typeof said === "string") return [said]
  if (Array.isArray(said)) return said.flatMap(sentences)
  return typeof said === "object" && said !== null ? Object.values(said).flatMap(sentences) : []
}
