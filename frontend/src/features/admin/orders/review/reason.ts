import * as v from "valibot"

/** Why staff did something about money: it goes on record. */
export const reasonField = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("Write a reason."),
  v.maxLength(500, "Use 500 letters at most."),
)
