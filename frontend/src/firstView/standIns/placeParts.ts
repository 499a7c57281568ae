import { token } from "~/firstView/pieces"

/** One, which stands for each. */
export function placeParts(): string[] {
  return [token("part")]
}
