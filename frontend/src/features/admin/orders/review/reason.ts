import * as v from "valibot"

/** The reason for a refund or a decision about a payment, for the records. */
export const reasonField = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("Write a reason."),
  v.maxLength(500, "Use 500 letters at most."),
)
