import { token } from "~/firstView/pieces"

/** One, which stands for each. */
export function paragraphs(): string[] {
  return [token("paragraph")]
}
