import { Refused } from "~/common/lib/call"

/** Returns a message about a request that failed. */
export const failureText = (error: unknown): string =>
  error instanceof Refused ? error.message : "The shop can't be reached. Check the connection."
