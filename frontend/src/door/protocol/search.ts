import { fold } from "~/lib/text/fold"
import type { Pass } from "./types"

const MIN_LETTERS = 2
const MAX_FOUND = 20

/** Returns passes with a word of the name that starts with each word of the text, ignoring case and accents. */
export function searchPasses(passes: readonly Pass[], text: string): Pass[] {
  const words = wordsOf(text)
  if (words.join("").length < MIN_LETTERS) return []
  const found = passes.filter(({ name }) => {
    const names = wordsOf(name)
    return words.every((word) => names.some((each) => each.startsWith(word)))
  })
  return found.slice(0, MAX_FOUND)
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}
