import { fold } from "~/common/lib/fold"
import type { Pass } from "./types"

const MIN_LETTERS = 2
const MAX_FOUND = 20

/** Returns the passes whose names match, once enough was typed. */
export function searchPasses(passes: readonly Pass[], text: string): Pass[] {
  if (wordsOf(text).join("").length < MIN_LETTERS) return []
  return passes.filter(({ name }) => matches(name, text)).slice(0, MAX_FOUND)
}

/** Whether the name has a word that starts with each word of the text, ignoring case and accents. */
export function matches(name: string, text: string): boolean {
  const names = wordsOf(name)
  return wordsOf(text).every((word) => names.some((each) => each.startsWith(word)))
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}
