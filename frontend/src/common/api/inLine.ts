import { waitingRequests } from "~/common/lib/inLine"
import { ApiError, request } from "./client"

const PATIENCE_MS = 60_000

/** Sends a request like `request`, and again while the shop is too busy for it, for up to a minute. */
export const requestInLine: typeof request = async (...call) => {
  const until = Date.now() + PATIENCE_MS
  let isWaiting = false
  try {
    for (;;) {
      try {
        return await request(...call)
      } catch (error) {
        const pause = pauseAfter(error)
        if (pause === null || Date.now() + pause > until) throw error
        if (!isWaiting) waitingRequests.set(waitingRequests.get() + 1)
        isWaiting = true
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  } finally {
    if (isWaiting) waitingRequests.set(waitingRequests.get() - 1)
  }
}

/** Milliseconds to wait after a busy shop's answer, or null after other errors. Random, so that a crowd spreads. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 503 || error.code !== "busy") return null
  return (error.retryAfter || 1) * 1_000 * (1 + Math.random())
}
