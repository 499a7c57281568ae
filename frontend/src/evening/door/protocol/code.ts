/** Codes of passes: "T1", 16 characters of Crockford's base32 and a check character over those 16. */

import { cleanCode } from "~/common/lib/fold"

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const PATTERN = new RegExp(`^T1[${ALPHABET}]{17}$`)
const MAX_LENGTH = 64 // a code with spaces and hyphens is shorter; a QR code can have thousands of characters
const HASH_BYTES = 12

/** Returns the code in a scanned or typed text, or null if it is none of ours. */
export function readCode(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const code = cleanCode(text).toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1")
  if (!PATTERN.test(code)) return null
  return checkCharacter(code.slice(2, -1)) === code.at(-1) ? code : null
}

/** Returns the check character over GF(32), which detects every wrong character and every swap of neighbors. */
export function checkCharacter(characters: string): string {
  let sum = 0
  for (const character of characters) sum = double(sum) ^ ALPHABET.indexOf(character)
  return ALPHABET[double(sum)]!
}

/** Doubles an element of GF(32), modulo x⁵ + x² + 1. */
function double(element: number): number {
  const doubled = element << 1
  return doubled < 32 ? doubled : doubled ^ 0b100101
}

/** Returns the hash that stands for a code in lists and entries: the first 12 bytes of SHA-256 in base64url. */
export async function hashCode(code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code))
  const start = String.fromCharCode(...new Uint8Array(digest, 0, HASH_BYTES))
  return btoa(start).replaceAll("+", "-").replaceAll("/", "_")
}
