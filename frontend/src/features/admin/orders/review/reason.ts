import * as v from "valibot"

/** The reason for a refund or a decision about a payment, for the records. */
export const reasonField = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("Enter a reason."),
  v.maxLength(500, "Use at most 500 characters."),
)
