/** What guests chose of questions whose equal answers sit together. */
import type { Tournament } from "~/common/tables/types"

const MOST = 3 // questions of an event

/** Returns a function for how many questions two players didn't answer equally, or 0 if none seats them. */
export function differencesIn({ answers }: Tournament): (one: string, other: string) => number {
  if (!answers) return () => 0
  return (one, other) => {
    const others = answers[other]
    return MOST - (answers[one]?.filter((chosen, i) => chosen != null && chosen === others?.[i]).length ?? 0)
  }
}
