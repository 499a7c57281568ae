import { ApiError } from "~/api/client"

/** Fields of the API that have another name in the form. */
const FORM_NAMES: Record<string, string> = {
  maximumEventCapacity: "countInStock",
  recurringPattern: "recurringInterval",
}

/** The server's error, with the form's names of the fields. */
export function atTheFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.body) return error
  const named = Object.entries(error.errors).map(([name, messages]) => [formName(name), messagesOf(messages)] as const)
  const errors = Object.fromEntries(named)
  // The message has the date and the number, the field error only the number.
  if (error.code === "over_capacity") errors.countInStock = [error.message]
  return new ApiError(error.kind, { ...error.body, errors })
}

/** For a nested field, such as recurringPattern.endDate, the name is its last part. */
const formName = (name: string) => FORM_NAMES[name] ?? name.slice(name.lastIndexOf(".") + 1)

/** The messages of a field error; those of nested fields are in objects. */
function messagesOf(messages: unknown): string[] {
  if (typeof messages === "string") return [messages]
  if (Array.isArray(messages)) return messages.flatMap(messagesOf)
  return typeof messages === "object" && messages !== null ? Object.values(messages).flatMap(messagesOf) : []
}
