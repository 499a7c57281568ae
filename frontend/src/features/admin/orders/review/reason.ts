import { z } from "zod/mini"

/** Why staff did something about money: it goes on record. */
export const reasonField = z
  .string()
  .check(z.trim(), z.minLength(1, "Write a reason."), z.maxLength(500, "Use 500 letters at most."))
