import { isAnswer, type Method, request } from "~/common/api/client"

/** Avoids crypto.randomUUID, which needs HTTPS or localhost: a shop may use plain HTTP in a local network. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** The keys of requests whose result is unknown, by request. */
const unanswered = new Map<string, string>()

/**
 * Sends a request with an idempotency key. If its result was unknown the last time, the key is the same, even from a
 * newly opened dialog: that repeats the request instead of doing it twice. `attempt` identifies the request.
 */
export async function sendOnce<T>(attempt: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(attempt) ?? newIdempotencyKey()
  unanswered.set(attempt, key)
  try {
    const result = await send(key)
    unanswered.delete(attempt)
    return result
  } catch (error) {
    if (isAnswer(error)) unanswered.delete(attempt)
    throw error
  }
}

/** A request that is repeated, instead of made twice, if its result was unknown the last time. */
export const requestOnce = <T>(method: Method, path: string, body: object): Promise<T> =>
  sendOnce(`${path} ${JSON.stringify(body)}`, (key) =>
    request<T>(method, path, body, { headers: { "Idempotency-Key": key } }),
  )
