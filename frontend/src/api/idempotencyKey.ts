/** Avoids crypto.randomUUID, which needs HTTPS or localhost: a shop may use plain HTTP in a local network. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
