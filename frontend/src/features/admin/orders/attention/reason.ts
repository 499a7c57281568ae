import { z } from "zod/mini"

/** Why staff did something about money: it goes on record. */
export const reasonField = z
  .string()
  .check(z.trim(), z.minLength(1, "Write a reason."), z.maxLength(500, "Use 500 letters at most."))

/** Money of nobody: there is no buyer. */
export const recordHint = "Kept on record. No mail says it."

/** A payment's review and a refund that is asked for again: the mail says the shop's own reason. */
export const unmailedHint =
  "Kept on record. No mail says it, but a buyer whose money goes back finds it in a download of their own data."
